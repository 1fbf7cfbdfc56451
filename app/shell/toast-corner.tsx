import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { EmailText } from '../ui/email-text.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { dismissLater, dismissToast, type Toast, useToasts } from './toasts.ts'

/**
 * The one place where toasts appear and are read out: failures at once, all others in turn. Escape dismisses the
 * newest.
 */
export function ToastCorner() {
  const toasts = useToasts()
  /** The element that had the focus before. */
  const before = useRef<HTMLElement>(null)
  function dismiss(toast: Toast | undefined) {
    if (!toast) return
    dismissToast(toast.id)
    // The focused button disappears.
    if (!document.activeElement?.closest('.said')) return
    const back = before.current?.isConnected ? before.current : document.getElementById('content')
    back?.focus({ preventScroll: true })
  }
  useEffect(() => {
    const onKey = ({ key, isComposing }: KeyboardEvent) => {
      // A dialog or popover in front of the page closes first, and so does the input method of Bengali, say.
      if (key === 'Escape' && !isComposing && !document.querySelector(':is(dialog[open],:popover-open)'))
        dismiss(toasts.at(-1))
    }
    // In the capture phase, before a dialog or popover is closed by the key.
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  })
  const show = (toast: Toast) => <Message key={toast.id} toast={toast} onDismiss={() => dismiss(toast)} />
  return (
    // On a screen that is smaller than the toasts they can be scrolled, from the newest up.
    <section
      aria-label="Notices"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget as HTMLElement | null
      }}
      className="toasts"
    >
      <div>
        {/* Each is read out once, when it comes. */}
        <div role="status" aria-atomic={false}>
          {toasts.map((toast) => toast.kind !== 'failure' && show(toast))}
        </div>
        <div>{toasts.map((toast) => toast.kind === 'failure' && show(toast))}</div>
      </div>
    </section>
  )
}

/** Splits a message into what is no e-mail address and, every second part, what is. */
const EMAIL = /((?<![^\s@])[^\s@]{1,64}@[^\s@]{1,190}\w)/

function Message({ toast: { id, message, kind, link }, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (kind === 'success' && box.current) return dismissLater(id, box.current)
  }, [id, kind])
  return (
    <div ref={box} id={`toast-${id}`} role={kind === 'failure' ? 'alert' : undefined} className="said">
      <span className={kind === 'failure' ? 'bg-toast-bad' : 'bg-toast-good'} />
      <span>
        {message.split(EMAIL).map((part, i) => (i % 2 ? <EmailText key={part} email={part} /> : part))}{' '}
        {link && (
          <Link to={link.to} onClick={onDismiss}>
            {link.text}
          </Link>
        )}
      </span>
      <button type="button" aria-label="Dismiss" onClick={onDismiss}>
        <CloseIcon className="size-4" />
      </button>
    </div>
  )
}
