import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from './faults.ts'

/** How long a call that is never answered is held open for a caller who never gives up, in milliseconds. */
const LONGEST_SILENCE_MS = 60_000

/** A connection that broke, with the code that Node gives such errors. */
class ConnectionCut extends Error {
  readonly code: 'ECONNREFUSED' | 'ECONNRESET'

  constructor(code: 'ECONNREFUSED' | 'ECONNRESET') {
    super(code)
    this.name = 'ConnectionCut'
    this.code = code
  }
}

/**
 * Runs a call as the fault has it: `act`, or `fail`, by which the provider fails to act and keeps that under the key of
 * the call. Without a fault, as it is. Rejects where no answer would arrive.
 */
export async function injectFault(
  fault: Fault | undefined,
  signal: AbortSignal,
  act: () => Promise<Response>,
  fail: () => Promise<Response>,
): Promise<Response> {
  switch (fault?.kind) {
    case 'refused':
      throw new ConnectionCut('ECONNREFUSED')
    case 'timeout-before':
      return silence(signal)
    case 'timeout-after':
      await act()
      return silence(signal)
    case 'reset':
      await act()
      throw new ConnectionCut('ECONNRESET')
    case '429':
      return tooMany()
    case '500':
      return fail()
    case 'nonsense':
      await act()
      return new Response('<html><body>Bad Gateway</body></html>', {
        headers: { 'Content-Type': 'text/html' },
      })
    case 'wrong-amount':
      return withWrongAmount(await act())
    case 'delayed':
      await delay(fault.delayMs, undefined, { ref: false, signal })
      return act()
    default:
      return act()
  }
}

function tooMany(): Response {
  const error = { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' }
  return Response.json({ error }, { status: 429 })
}

/** Never answers; rejects as the caller gives up. */
async function silence(signal: AbortSignal): Promise<never> {
  await delay(LONGEST_SILENCE_MS, undefined, { ref: false, signal })
  throw new ConnectionCut('ECONNRESET')
}

async function withWrongAmount(response: Response): Promise<Response> {
  return new Response(alterAmounts(await response.text()), {
    status: response.status,
    headers: response.headers,
  })
}

/** The same JSON with a dollar more in each amount that is not nothing. */
export function alterAmounts(json: string): string {
  return JSON.stringify(
    JSON.parse(json, (name, value) =>
      /^amount/.test(name) && typeof value === 'number' && value > 0 ? value + 100 : value,
    ),
  )
}
