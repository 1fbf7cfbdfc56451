import { type ReactNode, useEffect, useRef } from 'react'
import { useFocusAround } from '../use-leaving-focus.ts'

type Props = {
  children: ReactNode
  onRetry?: () => void
  /** Whether only a press tries again: where that moves the keyboard, or loads the page anew with all that is typed. */
  byPress?: boolean
  className?: string
}

/**
 * Says at once, also to screen readers, what went wrong, and offers to try again where that can help. When
 * a lost connection comes back, it is tried again without being asked.
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
    // Below the edge of a phone nobody would see it. What could not be loaded stands where it would have stood.
    if (!standsIn) box.current?.scrollIntoView({ block: 'nearest' })
  }, [standsIn])
  // What is tried again takes the place of this, and of the button that was pressed.
  useFocusAround(box)
  return (
    <div
      ref={box}
      role="alert"
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 scroll-my-4 rounded-xl border border-danger bg-danger-soft px-4 py-3 text-sm font-medium text-danger ${className}`}
    >
      <p className="grow basis-56">{children}</p>
      {onRetry && (
        <button type="button" className="needs-script btn btn-danger btn-sm min-h-9" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}
