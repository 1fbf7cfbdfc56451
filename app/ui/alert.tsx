import { type ReactNode, useEffect, useRef } from 'react'
import { focusAround, useLeavingFocus } from '../use-leaving-focus.ts'

type Props = {
  children: ReactNode
  onRetry?: () => void
  /** Whether it is only retried by a click: if retrying moves the focus, or reloads the page with everything typed. */
  byPress?: boolean
  className?: string
}

/**
 * Says what went wrong, also to screen readers, and offers to try again if that can help. When a lost connection comes
 * back, it retries by itself.
 */
export function Alert({ children, onRetry, byPress = false, className = '' }: Props) {
  const standsIn = onRetry !== undefined
  useEffect(() => {
    if (!onRetry || byPress) return
    const retry = () => onRetry()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [onRetry, byPress])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Outside of a phone's screen nobody would see it. A failure to load is shown in the place of what could not be
    // loaded.
    if (!standsIn) box.current?.scrollIntoView({ block: 'nearest' })
  }, [standsIn])
  // The retry replaces this, and its pressed button.
  useLeavingFocus(box, focusAround)
  return (
    <div
      ref={box}
      role="alert"
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 scroll-my-4 rounded-xl border border-danger bg-danger-soft px-4 py-3 text-sm font-medium text-danger ${className}`}
    >
      <p className="grow basis-56">{children}</p>
      {onRetry && (
        <button type="button" className="needs-script btn btn-danger btn-sm" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}
