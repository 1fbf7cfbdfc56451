import { PassThrough, Readable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { NonceContext, pagesContext } from './pages-context.ts'

/**
 * Renders a page to the end before answering: no markup arrives in pieces that scripts must put in place,
 * so the page reads without JavaScript, and its inline scripts can be named in the policy by their hashes.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, report } = context.get(pagesContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return Promise.resolve(new Response(null, { status, headers }))
  return new Promise((resolve, reject) => {
    let answered = status
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // Everything is there before the first byte, so there is nothing to gain from parting it.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          const body = new PassThrough()
          pipe(body)
          resolve(new Response(Readable.toWeb(body) as ReadableStream, { status: answered, headers }))
        },
        onShellError: reject,
        onError(error) {
          answered = 500
          report(error)
        },
      },
    )
  })
}

/** Hears what loaders threw. Refusals that a page turned into a status (404) are answers, not errors. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(pagesContext).report(error)
}
