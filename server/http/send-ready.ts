import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Asking, ReadyAnswer } from './ready-answer.ts'
import type { SendAnswer } from './send-answer.ts'

/** The answer that tells why there is no other, and the number of its request, which it may name. */
type Failure = { id: string; answer: ReadyAnswer }
type Parts = {
  /** What is ready for a target (path and query), as everyone may have it. */
  find: (target: string, asking: Asking) => ReadyAnswer | Promise<ReadyAnswer> | undefined
  /** Tells why what was found cannot be had. */
  fail: (error: unknown) => Promise<Failure>
  sendAnswer: SendAnswer
}

/**
 * Sends what is ready, past everything that makes an answer: to make a Request of what came and a Response of what
 * is there takes several times as long as to send it. Answers whether it did; everything else goes the usual way, and
 * so does whatever is not written as the shop writes its own targets.
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
