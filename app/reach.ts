import { unreachable } from './api-problem.ts'

/**
 * How long a call may take, in milliseconds: longer than the shop takes for anything, be it a slow body (20 s) or all
 * that it asks of the card provider (11.5 s). What got no answer can be asked again: it is done once.
 */
const TIMEOUT_MS = 30_000

/**
 * By how much the shop's clock is ahead of this device's at most, in milliseconds: each answer says when it was sent, in
 * whole seconds. Nobody is to read that something lasts longer than it does.
 */
let ahead = 0

/** What time it is by the shop's clock, to a second or two; that of a device may be wrong by minutes, or by days. */
export const shopNow = () => Date.now() + ahead

/**
 * The platform's fetch for calls of the shop: answers once all of the answer is here. Throws where there is none, or
 * only a part of one, or nothing comes for too long.
 */
export async function reach(asked: string | Request, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(asked, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    ahead = Date.parse(String(response.headers.get('Date'))) + 1000 - Date.now() || ahead
    await response.clone().arrayBuffer()
    return response
  } catch {
    throw unreachable()
  }
}
