import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/**
 * What is known of the request that the running code works for: its id, the network address it came from, and its user,
 * once that is proven. For the log and the audit trail alone: no decision depends on it.
 */
type RequestContext = { id: string; address: string | undefined; userId?: string }

const requests = new AsyncLocalStorage<RequestContext>()

/** Runs `work`, and everything that it starts, in the context of a request of its own. */
export function inRequest<T>(
  address: string | undefined,
  work: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const context = { id: randomUUID(), address }
  return requests.run(context, work, context)
}

/** The current request; undefined in a job, at start-up, and in a command. */
export function currentRequest(): RequestContext | undefined {
  return requests.getStore()
}

/** Notes the user of the request, wherever that is proven. */
export function noteUser(userId: string): void {
  const context = requests.getStore()
  if (context) context.userId = userId
}

/** Forgets the address of the request: it is that of a program that reports what others did. */
export function forgetAddress(): void {
  const context = requests.getStore()
  if (context) context.address = undefined
}
