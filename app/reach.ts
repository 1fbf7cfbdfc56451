import { unreachable } from './api-problem.ts'

/**
 * How long a call may take, in milliseconds: longer than the shop takes for anything, be it a slow body (20 s) or all
 * that it asks of the card provider (11.5 s). What got no answer can be asked again: it is done once.
 */
const PATIENCE = 30_000

/**
 * The platform's fetch for calls of the shop: answers once all of the answer is here. Throws where there is none, or
 * only a part of one, or nothing comes for too long.
 */
export async function reach(asked: string | Request, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(asked, { ...init, signal: AbortSignal.timeout(PATIENCE) })
    await response.clone().arrayBuffer()
    return response
  } catch {
    throw unreachable()
  }
}
