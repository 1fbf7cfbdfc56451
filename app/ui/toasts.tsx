import { useEffect, useState } from 'react'
import { dismissLater, dismissToast, type Toast, useToasts } from '../toasts.ts'
import { CloseIcon } from './icons.tsx'

const COLUMN = 'mt-2 grid justify-items-center gap-2 sm:justify-items-end'

/** The one place where short messages appear and are read out: what went wrong at once, all else in its turn. */
export function Toasts() {
  const toasts = useToasts()
  return (
    // On a screen that is smaller than what they say they can be scrolled, from the newest up.
    <section
      aria-label="Messages"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex max-h-dvh flex-col-reverse overflow-y-auto p-4 print:hidden"
    >
      <div>
        <div role="status" className={COLUMN}>
          {toasts.map((toast) => toast.kind !== 'failure' && <Message key={toast.id} toast={toast} />)}
        </div>
        <div className={COLUMN}>
          {toasts.map((toast) => toast.kind === 'failure' && <Message key={toast.id} toast={toast} />)}
        </div>
      </div>
    </section>
  )
}

const DOTS: Record<Toast['kind'], string> = {
  success: 'bg-toast-good',
  notice: 'bg-toast-good',
  failure: 'bg-toast-bad',
}

function Message({ toast: { id, message, kind } }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (kind === 'success' && !held) return dismissLater(id)
  }, [id, kind, held])
  function dismiss() {
    dismissToast(id)
    // The button that had the focus goes.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it stays while the pointer or the focus is on it
    <div
      role={kind === 'failure' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="said pointer-events-auto flex max-w-md min-w-0 animate-[rise_180ms_ease-out] items-center gap-2 rounded-xl bg-neutral py-1 pr-1 pl-4 text-sm font-medium text-neutral-content shadow-float"
    >
      <span className={`size-2.5 shrink-0 rounded-full ${DOTS[kind]}`} />
      <span className="min-w-0 py-2 wrap-anywhere">{message}</span>
      <button
        type="button"
        className="grid size-9 shrink-0 cursor-pointer place-items-center rounded-lg focus-visible:-outline-offset-2 focus-visible:outline-current"
        aria-label="Dismiss this message"
        onClick={dismiss}
      >
        <CloseIcon className="size-4" />
      </button>
    </div>
  )
}
