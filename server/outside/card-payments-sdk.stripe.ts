import './too-many-encodings.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { Stripe } from 'stripe'
import { readAtMost } from '../read-at-most.ts'
import { withTimeout } from '../with-timeout.ts'
import { CardProviderUnavailable, CardRequestRefused } from './card-payments.ts'
import { timeBudgetUsed } from './card-time-budget.ts'

/** How long the provider may take, in milliseconds: for one try, and for a call with its second try. */
export type Timeouts = { tryMs: number; callMs: number }
/** The shop promises its own callers an answer within 12 seconds. */
const TIMEOUTS: Timeouts = { tryMs: 10_000, callMs: 11_500 }
const IN_USE_PAUSE_MS = 200
/** Several times a hundred events, the longest answer. One without end would fill the memory before its time is up. */
const MOST_BYTES = 8 * 1024 * 1024

/** The provider failed, and keeps replaying that failure for the request's idempotency key, for a day at least. */
export class CardFailureKept extends CardProviderUnavailable {}

type AskStripe = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>

/**
 * The provider's SDK behind one function that bounds every call: tried at most twice, and given up after `callMs` (less
 * what was used before where calls share a time budget) whatever state it is in. A second try that is under way by then
 * may still have an effect; its idempotency key makes repeating it safe. Requests go out through `fetch`.
 *
 * Throws `CardProviderUnavailable`, or its subclass `CardRequestRefused` for a refusal of this very request (invalid,
 * or an idempotency key used for something else), or its subclass `CardFailureKept`.
 */
export function createAskStripe(
  secretKey: string,
  fetch: (request: Request) => Promise<Response>,
  { tryMs, callMs }: Timeouts = TIMEOUTS,
): AskStripe {
  const stripe = new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    httpClient: Stripe.createFetchHttpClient((url, init) => fetchObject(fetch, new Request(url, init))),
    timeout: tryMs,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return async (call) => {
    const left = callMs - timeBudgetUsed()
    if (left <= 0) throw new CardProviderUnavailable(new Error('The time for asking is used up.'))
    try {
      const answer = onceFree(() => call(stripe), left)
      return await withTimeout(answer, left)
    } catch (error) {
      if (isKept(error)) throw new CardFailureKept(withoutSecrets(error))
      if (isRefusal(error)) throw new CardRequestRefused(error.code ?? error.type, withoutSecrets(error))
      throw new CardProviderUnavailable(error instanceof StripeError ? withoutSecrets(error) : error)
    }
  }
}

/**
 * Of two identical requests with one key at the same moment, the provider answers only the first; the second gets a
 * 409, and is repeated here until it gets the same answer, for `ms` at most.
 */
async function onceFree<T>(call: () => Promise<T>, ms: number): Promise<T> {
  const until = performance.now() + ms
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!isInUse(error) || performance.now() + IN_USE_PAUSE_MS > until) throw error
      await pause(IN_USE_PAUSE_MS)
    }
  }
}

/**
 * Only lets JSON objects through to the SDK. A bare string or number makes it throw where nobody can catch it, which
 * ends the process; as a failed fetch, nonsense of any kind is retried once like a lost answer.
 */
async function fetchObject(
  fetch: (request: Request) => Promise<Response>,
  request: Request,
): Promise<Response> {
  const response = await fetch(request)
  const bytes = await readAtMost(response, MOST_BYTES)
  if (!bytes) throw new Error(`The answer (${response.status}) is too long.`)
  const text = new TextDecoder().decode(bytes)
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Error(`The answer (${response.status}) is no JSON object.`)
  }
  return new Response(text, { status: response.status, headers: response.headers })
}

const { StripeError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors
type Failure = InstanceType<typeof StripeError>

const isInUse = (error: unknown) => error instanceof StripeError && error.code === 'idempotency_key_in_use'

/** A stored failure is replayed like any other answer, with a header that says so. */
const isKept = (error: unknown): error is Failure =>
  error instanceof StripeError &&
  (error.statusCode ?? 0) >= 500 &&
  error.headers?.['idempotent-replayed'] === 'true'

const isRefusal = (error: unknown): error is Failure =>
  error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError

/** The payment inside an error carries its client secret, and errors end up in logs. */
function withoutSecrets(error: Failure): Failure {
  for (const key of ['raw', 'payment_intent', 'payment_method']) Reflect.deleteProperty(error, key)
  return error
}
