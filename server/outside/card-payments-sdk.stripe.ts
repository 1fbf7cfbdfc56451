import { Stripe } from 'stripe'
import { CardProviderUnavailable } from './card-payments.ts'

/** How long the provider may take, in milliseconds: for one try, and for a call with its second try. */
export type Patience = { tryMs: number; callMs: number }
/** What the shop promises its own callers is an answer within 12 seconds. */
const PATIENCE: Patience = { tryMs: 10_000, callMs: 11_500 }

export type AskStripe = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>

/**
 * The provider's SDK behind one function that bounds every call: tried at most twice, and given up at
 * `callMs` whatever state it is in. A second try that is under way by then may still act; its idempotency
 * key makes asking again safe. Requests go out through `fetch`.
 *
 * Throws `CardProviderUnavailable` for every failure but a refusal of this very request (invalid, or an
 * idempotency key used for something else), which is thrown as the SDK has it.
 */
export function createAskStripe(
  secretKey: string,
  fetch: (request: Request) => Promise<Response>,
  { tryMs, callMs }: Patience = PATIENCE,
): AskStripe {
  const stripe = new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    httpClient: Stripe.createFetchHttpClient((url, init) => fetchObject(fetch, new Request(url, init))),
    timeout: tryMs,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return async (call) => {
    const { promise: end, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(`No answer within ${callMs} ms.`)), callMs)
    try {
      return await Promise.race([call(stripe), end])
    } catch (error) {
      throw isRefusal(error) ? withoutSecrets(error) : new CardProviderUnavailable(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Only JSON objects get to the SDK. One that is a bare text or number makes it throw where nobody can catch
 * it, which ends the process; as a failed fetch, nonsense of any kind is tried once more like a lost answer.
 */
async function fetchObject(
  fetch: (request: Request) => Promise<Response>,
  request: Request,
): Promise<Response> {
  const response = await fetch(request)
  const text = await response.text()
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Error(`The answer (${response.status}) is no JSON object.`)
  }
  return new Response(text, { status: response.status, headers: response.headers })
}

type Refusal = InstanceType<typeof Stripe.errors.StripeError>

function isRefusal(error: unknown): error is Refusal {
  const { StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors
  return error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError
}

/** The payment inside an error carries its client secret, and errors end up in logs. */
function withoutSecrets(error: Refusal): Refusal {
  for (const key of ['raw', 'payment_intent', 'payment_method']) Reflect.deleteProperty(error, key)
  return error
}
