import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Problem, problemBody } from '../problems.ts'
import { BufferedResponse } from './buffered-response.ts'
import { networkOf } from './client-address.ts'
import { jsonBytes } from './json-bytes.ts'
import type { SendResponse } from './send-response.ts'

/** How many refusals are cached at a time. */
const MOST = 10_000
/** How long a cached refusal is delayed, so that a client which ignores a 429 cannot repeat it any faster. */
const LATE_MS = 100

type Parts = {
  /** When a limit that is known to be exhausted opens again; undefined if it is not known to be. */
  endOf: (limit: string) => number | undefined
  clock: () => Date
  send: SendResponse
}
type Refusal = { limit: string; response: BufferedResponse }
type Asked = { method: string; path: string; authorization: string | undefined }

/**
 * A hash, since path and header may be many kilobytes of anybody's text. A token is part of the key only for calls that
 * read one: otherwise a different token with every sign-in would make a different refusal each time.
 */
function keyOf({ method, path, authorization = '' }: Asked, network: string): string {
  const token = path.startsWith('/api/') ? authorization : ''
  return hash('sha256', [method, path, network, token].join(' '), 'base64')
}

/**
 * Remembers which calls are refused (429) just now to a network, or to the owner of a token in it, whatever they send:
 * for as long as their limit is known to be exhausted (`limits/exhausted-limits.ts`). They are refused before the body
 * is read and a Request is made, which takes several times as long as the refusal, and after a short delay: so a client
 * that floods the shop all the same costs the others little.
 */
export function createRefusalCache({ endOf, clock, send }: Parts) {
  const cache = new Map<string, Refusal>()
  return {
    /** Remembers a call that was refused because of who made it. */
    store(request: Asked, network: string, problem: Problem): void {
      if (!problem.limit) return
      if (cache.size >= MOST) cache.clear()
      const refusal = new BufferedResponse(jsonBytes(problemBody(problem)), {
        status: problem.status,
        headers: { 'content-type': 'application/problem+json' },
      })
      cache.set(keyOf(request, network), { limit: problem.limit, response: refusal })
    },

    /** Refuses a call that is known to be refused; returns whether it did. */
    send(request: IncomingMessage, response: ServerResponse, addressOf: () => string): boolean {
      // Reads have no limit of this kind, and most requests are reads.
      if (cache.size === 0 || request.method === 'GET') return false
      const { method = '', url = '', headers } = request
      const path = url.split('?', 1)[0] ?? ''
      // A call that was done under this key is answered as it was then, not refused: `idempotency/refuse-known.ts` asks
      // the database whether it was. The sign-in calls take no keys.
      if (path.startsWith('/api/') && headers['idempotency-key'] !== undefined) return false
      const key = keyOf({ method, path, authorization: headers.authorization }, networkOf(addressOf()))
      const refusal = cache.get(key)
      if (!refusal) return false
      const end = endOf(refusal.limit)
      if (end === undefined) {
        cache.delete(key)
        return false
      }
      const began = performance.now()
      const seconds = Math.max(1, Math.ceil((end - clock().getTime()) / 1000))
      const own = ['retry-after', String(seconds)]
      setTimeout(() => send(refusal.response, request, response, began, { own }), LATE_MS)
      return true
    },
  }
}
export type RefusalCache = ReturnType<typeof createRefusalCache>
