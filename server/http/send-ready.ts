import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Asking, ReadyAnswer } from './ready-answer.ts'
import type { SendAnswer } from './send-answer.ts'

/** The error answer, and the id of its request, which it may contain. */
type Failure = { id: string; answer: ReadyAnswer }
type Parts = {
  /** Finds the ready public answer to a target (path and query). */
  find: (target: string, asking: Asking) => ReadyAnswer | Promise<ReadyAnswer> | undefined
  /** Turns the failure of an answer that was found into an error answer. */
  fail: (error: unknown) => Promise<Failure>
  sendAnswer: SendAnswer
}

/**
 * Sends a ready answer without the usual request handling: making a Request and a Response takes several times as long
 * as sending the answer. Returns whether it did. Everything else goes the usual way, and so does a target that is not
 * written as the shop's pages write it.
 */
export function createSendReady({ find, fail, sendAnswer }: Parts) {
  let knownHost: string | undefined

  /** No ready answer depends on the host, but a request with a malformed one must be refused all the same. */
  function isHost(host: string | undefined): boolean {
    if (host !== knownHost && host && isWrittenPlainly(host)) knownHost = host
    return host !== undefined && host === knownHost
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || !isHost(headers.host)) return false
    const began = performance.now()
    const asking = {
      method,
      acceptEncoding: String(headers['accept-encoding'] ?? ''),
      ifNoneMatch: headers['if-none-match'] ?? '',
    }
    const found = find(url, asking)
    if (found instanceof Promise)
      found.then(
        (answer) => sendAnswer(answer, request, response, began),
        async (error) => {
          const { id, answer } = await fail(error)
          sendAnswer(answer, request, response, began, { id })
        },
      )
    else if (found) sendAnswer(found, request, response, began)
    return found !== undefined
  }
}

const isWrittenPlainly = (host: string) => URL.parse(`http://${host}/`)?.host === host
