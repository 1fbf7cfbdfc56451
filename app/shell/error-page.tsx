import { isRouteErrorResponse, Link } from 'react-router'
import { ApiProblem, plainWords, sayProblem, unreachable } from '../api-problem.ts'

/** The page for what does not exist and for what went wrong: the specification's words, and a way on. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = statusOf(error)
  return (
    <section className="column section grid justify-items-center text-center">
      <p className="figures font-display text-2xl font-bold text-signal-text">{status || 'Offline'}</p>
      <div className="hinge my-6 w-64 max-[20rem]:max-w-[60vw]" />
      <h1 className="text-xl">Something's missing.</h1>
      {status !== 404 && (
        <p className="mt-4 max-w-prose font-semibold wrap-anywhere" role="alert">
          {sayWhat(error)}
        </p>
      )}
      <p className="mt-4 max-w-prose text-muted">
        Sorry, we can't find that page. You'll find lots to explore on the home page.
      </p>
      <p className="mt-8 flex flex-wrap justify-center gap-3">
        {status !== 404 && (
          // Reloads this page, also without script; without the cursor of a list if that is invalid.
          <a href={status === 400 ? '?' : ''} className="btn btn-quiet">
            {status === 400 ? 'First page' : 'Try again'}
          </a>
        )}
        <Link to="/" className="btn btn-primary">
          Back to Homepage
        </Link>
      </p>
    </section>
  )
}

/** The title of that page. The root sets it: a title element would be added to that of the page. */
export function titleOf(error: unknown): string {
  return statusOf(error) === 404 ? 'Not found · Clamshell' : 'Something went wrong · Clamshell'
}

function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error) || error instanceof ApiProblem) return error.status
  return navigator.onLine === false || isUnanswered(error) ? 0 : 500
}

function sayWhat(error: unknown): string {
  // From a loader, or from something on the way to the shop.
  if (isRouteErrorResponse(error)) return error.data?.problem ?? plainWords(error.status)
  if (navigator.onLine === false) return 'You seem to be offline. Check your connection, then try again.'
  return isUnanswered(error) ? unreachable().message : sayProblem(error)
}

/** The error that `fetch` throws without an answer; each browser has its own message for it. */
function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError && /fetch|load failed|network/i.test(error.message)
}
