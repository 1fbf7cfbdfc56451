import { type MouseEvent, useEffect, useRef } from 'react'
import { sayProblem } from '../api-problem.ts'
import type { useMore } from '../use-more.ts'
import { Alert } from './alert.tsx'

/**
 * Fetches the next part of a list, and says how much of it is shown; without script it is a link to that part.
 * Nothing where all was there at first.
 */
export function LoadMore({ list }: { list: ReturnType<typeof useMore<unknown>> }) {
  const { rows, total, atLeast, next, hasGrown, busy, problem, more } = list
  const shown = useRef<HTMLParagraphElement>(null)
  const isWhole = hasGrown && !next
  useEffect(() => {
    // The link that had the focus is gone: whoever goes on by keyboard goes on from here, not from the page's top.
    if (isWhole && document.activeElement === document.body) shown.current?.focus({ preventScroll: true })
  }, [isWhole])
  if (!next && !hasGrown) return null
  const fetchHere = (event: MouseEvent) => {
    event.preventDefault()
    void more()
  }
  return (
    <div className="mt-10 grid justify-items-center gap-4">
      {problem !== undefined && <Alert onRetry={more}>{sayProblem(problem)}</Alert>}
      {next && (
        <a
          href={`?after=${encodeURIComponent(next)}`}
          className="btn btn-quiet"
          aria-disabled={busy}
          onClick={fetchHere}
        >
          {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          Load more
        </a>
      )}
      <p ref={shown} tabIndex={-1} aria-live="polite" className="figures text-sm text-muted outline-none">
        {atLeast ? `${rows.length} shown` : `${rows.length} of ${total} shown`}
      </p>
    </div>
  )
}
