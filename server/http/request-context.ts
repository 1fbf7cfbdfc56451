import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/**
 * What is known of the request that the running code works for: its number, the network address it came from,
 * and who makes it, once that is proven. For the log and the audit trail alone: no decision is made by it.
 */
type RequestContext = { id: string; address: string | undefined; userId?: string }

const requests = new AsyncLocalStorage<RequestContext>()

/** Runs `work`, and all it leads to, as a request of its own. */
export function inRequest<T>(
  address: string | undefined,
  work: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const context = { id: randomUUID(), address }
  return requests.run(context, work, context)
}

/** The request that is being answered; undefined in a job, at a start, in a command. */
export function currentRequest(): RequestContext | undefined {
  return requests.getStore()
}

/** Notes who makes the request, wherever that is proven. */
export function noteUser(userId: string): void {
  const context = requests.getStore()
  if (context) context.userId = userId
}

/** Forgets where the request came from: it is a program's that tells of what others do. */
export function forgetAddress(): void {
  const context = requests.getStore()
  if (context) context.address = undefined
}
