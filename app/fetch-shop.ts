import { unreachable } from './api-problem.ts'

/**
 * How long a call may take, in milliseconds: longer than the shop takes for anything, such as a slow body (20 s) or its
 * calls to the card provider (11.5 s). A request without an answer can be repeated: it is done once.
 */
const TIMEOUT_MS = 30_000

/**
 * How far the shop's clock may at most be ahead of this device's, in milliseconds: each answer has its time, in whole
 * seconds. The most is used, so that nothing seems to last longer than it does.
 */
let ahead = 0

/** The current time by the shop's clock, to a second or two; a device's own may be wrong by minutes, or by days. */
export const shopNow = () => Date.now() + ahead

/**
 * fetch() for calls to the shop: resolves once the whole answer is here. Throws if there is none, or only a part of
 * one, or it takes too long.
 */
export async function fetchShop(asked: string | Request, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(asked, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    ahead = Date.parse(String(response.headers.get('Date'))) + 1000 - Date.now() || ahead
    await response.clone().arrayBuffer()
    return response
  } catch {
    throw unreachable()
  }
}
