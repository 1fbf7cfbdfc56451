import { Stripe } from 'stripe'
import type { FaultyCall } from '#server/sandbox/stripe/faults.ts'
import { createStripeSandbox, type StripeSandbox } from '#server/sandbox/stripe/stripe-sandbox.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

export const KEYS = {
  secretKey: 'sk_test_sandbox_tests',
  publishableKey: 'pk_test_sandbox_tests',
  webhookSecret: 'whsec_sandbox_tests',
}

type ErrorBody = { type: string; code: string; decline_code?: string; message: string; param?: string }
type BrowserAnswer = {
  status: number
  headers: Headers
  body: Stripe.PaymentIntent & { error: ErrorBody & { payment_intent?: Stripe.PaymentIntent } }
}
type Received = { event: Stripe.Event; body: string; signature: string }
export type Bench = Awaited<ReturnType<typeof openBench>>

/** Valid until long after every clock of these tests. */
const VALID = { exp_month: '12', exp_year: '2049', cvc: '123' }

/** A form in the provider's encoding: `{a: {b: 1}}` is `a[b]=1`. */
function formOf(tree: object, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const key = prefix ? `${prefix}[${name}]` : name
    return typeof value === 'object' && value !== null ? formOf(value, key) : [[key, String(value)]]
  }) as [string, string][]
}

/** The fields that a page sends to pay with a typed card. */
export function cardForm(number: string, details: Partial<typeof VALID> = {}): object {
  const cvc = number.startsWith('3') ? '1234' : VALID.cvc
  return { payment_method_data: { type: 'card', card: { number, ...VALID, cvc, ...details } } }
}

/**
 * A sandbox over a database of its own, with a clock that stands still until it is moved, the provider's SDK on the
 * server's side, a browser's requests on the other, and a shop that stores what its webhook receives.
 */
export async function openBench(given?: TestDatabase) {
  const database = given ?? (await createTestDatabase())
  let now = new Date('2026-11-21T12:00:00.500Z')
  const received: Received[] = []
  const errors: unknown[] = []
  const shop = { answer: (_received: Received): Response | Promise<Response> => new Response('ok') }

  async function deliver(request: Request): Promise<Response> {
    const body = await request.text()
    const signature = request.headers.get('stripe-signature') ?? ''
    const event = Stripe.webhooks.constructEvent(
      body,
      signature,
      KEYS.webhookSecret,
      300,
      undefined,
      now.getTime(),
    )
    const one = { event, body, signature }
    received.push(one)
    return shop.answer(one)
  }

  const sandbox: StripeSandbox = createStripeSandbox({
    ...KEYS,
    pool: database.pool,
    clock: () => now,
    deliver,
    onError: (error) => errors.push(error),
  })
  await sandbox.start()

  const stripe = new Stripe(KEYS.secretKey, {
    httpClient: Stripe.createFetchHttpClient((url, init) => sandbox.fetch(new Request(url, init))),
    maxNetworkRetries: 0,
    telemetry: false,
  })

  async function browser(method: 'GET' | 'POST', path: string, form: object): Promise<BrowserAnswer> {
    const fields = new URLSearchParams(formOf({ key: KEYS.publishableKey, ...form })).toString()
    const url = `https://shop.test/v1/payment_intents/${path}`
    const response = await sandbox.fetch(
      method === 'GET'
        ? new Request(`${url}?${fields}`)
        : new Request(url, {
            method,
            body: fields,
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          }),
    )
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  return {
    database,
    sandbox,
    stripe,
    received,
    errors,
    shop,
    browser,
    clock: () => now,
    /** Moves the clock forward. */
    pass(milliseconds: number) {
      now = new Date(now.getTime() + milliseconds)
    },
    /** A payment of $449.50 that waits for a card. */
    newIntent: (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
      stripe.paymentIntents.create({
        amount: 44_950,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        ...params,
      }),
    /** The buyer's page pays with a typed card. */
    pay: (intent: { id: string; client_secret: string | null }, number: string, more: object = {}) =>
      browser('POST', `${intent.id}/confirm`, {
        client_secret: intent.client_secret,
        ...cardForm(number),
        ...more,
      }),
    /** The buyer answers the bank's question. */
    authenticate: (intent: { id: string; client_secret: string | null }, outcome: 'complete' | 'fail') =>
      browser('POST', `${intent.id}/sandbox_authenticate`, { client_secret: intent.client_secret, outcome }),
    /** The types of the events received about a payment, in the order of their arrival. */
    told: (id: string) =>
      received.filter(({ event }) => aboutOf(event) === id).map(({ event }) => event.type),
    faultsLeft: (call: FaultyCall) => sandbox.faults.left(call),
    /** Fails if the sandbox answered a 500 that no test expected. */
    async close() {
      await sandbox.stop()
      await database.close()
      if (errors.length > 0) throw errors[0]
    },
  }
}

function aboutOf({ data }: Stripe.Event): string | undefined {
  const object = data.object as { object: string; id: string; payment_intent?: string }
  return object.object === 'payment_intent' ? object.id : object.payment_intent
}
