import { dismissToast, useToasts } from '../toasts.ts'
import { CloseIcon } from './icons.tsx'

/** The one place where short messages appear and are read out. */
export function Toasts() {
  const toasts = useToasts()
  return (
    <div
      role="status"
      aria-label="Messages"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center gap-2 sm:justify-items-end print:hidden"
    >
      {toasts.map(({ id, message, kind }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-md animate-[rise_180ms_ease-out] items-center gap-2 rounded-xl bg-neutral py-1 pr-1 pl-4 text-sm font-medium text-neutral-content shadow-float"
        >
          <span
            className={`size-2.5 shrink-0 rounded-full ${kind === 'success' ? 'bg-trust' : 'bg-danger'}`}
          />
          <span className="py-2">{message}</span>
          <button
            type="button"
            className="grid size-9 cursor-pointer place-items-center rounded-lg"
            aria-label="Dismiss this message"
            onClick={() => dismissToast(id)}
          >
            <CloseIcon className="size-4" />
          </button>
        </div>
      ))}
    </div>
  )
}
