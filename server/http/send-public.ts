import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BufferedResponse, RequestHead } from './buffered-response.ts'
import type { SendResponse } from './send-response.ts'

/** The error response, and the id of its request, which it may contain. */
type Failure = { id: string; response: BufferedResponse }
type Parts = {
  /** Finds the public response to a target (path and query). */
  find: (target: string, head: RequestHead) => BufferedResponse | Promise<BufferedResponse> | undefined
  /** Turns the failure of a response that was found into an error response. */
  fail: (error: unknown) => Promise<Failure>
  sendResponse: SendResponse
}

/**
 * Sends a public response without the usual request handling: making a Request and a Response takes several times as
 * long as sending it. Returns whether it did. Everything else goes the usual way, and so does a target that is not
 * written as the shop's pages write it.
 */
export function createSendPublic({ find, fail, sendResponse }: Parts) {
  let knownHost: string | undefined

  /** No public response depends on the host, but a request with a malformed one must be refused all the same. */
  function isHost(host: string | undefined): boolean {
    if (host !== knownHost && host && isWrittenPlainly(host)) knownHost = host
    return host !== undefined && host === knownHost
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || !isHost(headers.host)) return false
    const began = performance.now()
    const head = {
      method,
      acceptEncoding: String(headers['accept-encoding'] ?? ''),
      ifNoneMatch: headers['if-none-match'] ?? '',
    }
    const found = find(url, head)
    if (found instanceof Promise)
      found.then(
        (buffered) => sendResponse(buffered, request, response, began),
        async (error) => {
          const failure = await fail(error)
          sendResponse(failure.response, request, response, began, { id: failure.id })
        },
      )
    else if (found) sendResponse(found, request, response, began)
    return found !== undefined
  }
}

const isWrittenPlainly = (host: string) => URL.parse(`http://${host}/`)?.host === host
