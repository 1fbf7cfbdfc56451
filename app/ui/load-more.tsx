import type { MouseEvent } from 'react'
import { sayProblem } from '../api-problem.ts'
import type { useMore } from '../use-more.ts'
import { Alert } from './alert.tsx'

/** Fetches the next part of a list; without script it is a link to that part. Nothing where there is no more. */
export function LoadMore({ list }: { list: ReturnType<typeof useMore<unknown>> }) {
  const { next, busy, problem, more } = list
  if (!next) return null
  const fetchHere = (event: MouseEvent) => {
    event.preventDefault()
    void more()
  }
  return (
    <div className="mt-10 grid justify-items-center gap-4">
      {problem !== undefined && <Alert onRetry={more}>{sayProblem(problem)}</Alert>}
      <a
        href={`?after=${encodeURIComponent(next)}`}
        className="btn btn-quiet"
        aria-disabled={busy}
        onClick={fetchHere}
      >
        {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        Load more
      </a>
    </div>
  )
}
