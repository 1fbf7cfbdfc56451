import type { ReactNode } from 'react'

/**
 * Tells screen-reader users what has happened, or is under way. It is always rendered, without a text at first: a live
 * region that appears together with its text is not read out.
 */
export function StatusText({ children }: { children: ReactNode }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  )
}
