import type { Timeouts } from '#server/outside/card-payments-sdk.stripe.ts'
import type { StripeSandbox } from '#server/sandbox/stripe/stripe-sandbox.ts'

/** A machine that stalls must not cause a timeout; and no test has to wait, since a fault ends a try by itself. */
export const TIMEOUTS: Timeouts = { tryMs: 60_000, callMs: 60_000 }

type Act = () => Promise<Response>
type Fault = (act: Act) => Promise<Response>

const broken = (code: string) => Object.assign(new Error(code), { code })
/** The error of a try that timed out; the timeout itself is tested in tests/outside. */
const timedOut = () => new DOMException('This operation was aborted', 'AbortError')
const refusal = (status: number, type: string) => async () =>
  Response.json({ error: { type, message: 'No.' } }, { status })
const page = '<html><body><h1>502 Bad Gateway</h1></body></html>'

/** The provider acts, but its answer is changed. */
const answering =
  (change: (text: string) => string): Fault =>
  async (act) => {
    const response = await act()
    return new Response(change(await response.text()), { status: response.status, headers: response.headers })
  }
type Answered = Record<string, unknown> & { metadata?: object; id: string }
const but = (change: (answer: Answered) => object) =>
  answering((text) => {
    const answer = JSON.parse(text) as Answered
    return JSON.stringify({ ...answer, ...change(answer) })
  })
/** An ID that nothing has, and the same one each time: the cells that get one run in parallel. */
const another = (id: string) => `${id}_another`
const plusDollar = (value: unknown) => (typeof value === 'number' && value > 0 ? value + 100 : value)

/** What can go wrong with a call to the card provider, and keeps going wrong until it recovers. */
export const FAULTS: Record<string, Fault> = {
  'connection refused': async () => {
    throw broken('ECONNREFUSED')
  },
  'timeout before it acts': async () => {
    throw timedOut()
  },
  'timeout after it acted': async (act) => {
    await act()
    throw timedOut()
  },
  'connection reset before it acts': async () => {
    throw broken('ECONNRESET')
  },
  'connection reset after it acted': async (act) => {
    await act()
    throw broken('ECONNRESET')
  },
  'slow: acts and responds too late': async (act) => {
    void act()
    throw timedOut()
  },
  '429': refusal(429, 'invalid_request_error'),
  '500': refusal(500, 'api_error'),
  '500 with the error type of a refusal': refusal(500, 'invalid_request_error'),
  '502 with an HTML page, after it acted': async (act) => {
    await act()
    return new Response(page, { status: 502, headers: { 'content-type': 'text/html' } })
  },
  '503': refusal(503, 'api_error'),
  'nonsense JSON': answering(() => '{"object":"payment_intent","id":7,"status":"succeeded"}'),
  'an empty body': answering(() => ''),
  'a truncated body': answering((text) => text.slice(0, text.length / 2)),
  'a wrong amount': but(({ amount, amount_received }) => ({
    amount: plusDollar(amount),
    amount_received: plusDollar(amount_received),
  })),
  'a wrong currency': but(() => ({ currency: 'eur' })),
  'another order’s metadata': but(() => ({ metadata: { order_id: 'another', payment_id: 'another' } })),
  'another payment’s id': but(({ id }) => ({ id: another(id), payment_intent: another(id) })),
  'another payment’s id and secret': but(({ id }) => ({
    id: another(id),
    client_secret: `${another(id)}_secret_1`,
    payment_intent: another(id),
  })),
}

/** The calls that shall fail, and how to recognise them. `about` is the order's or the payment's id. */
export type Target = { method: string; path: RegExp; about: string }

/** Sits between shop and sandbox: the targeted calls fail, all others pass. */
export function createFaultyProvider() {
  const aimed = new Map<Target, Fault>()
  return {
    between: (sandbox: StripeSandbox) => ({
      async fetch(request: Request): Promise<Response> {
        const { pathname } = new URL(request.url)
        const text = `${pathname}?${await request.clone().text()}`
        const aim = [...aimed].find(
          ([{ method, path, about }]) =>
            request.method === method && path.test(pathname) && text.includes(about),
        )
        const act = () => sandbox.fetch(request)
        return aim ? aim[1](act) : act()
      },
    }),
    fail(target: Target, fault: Fault): { recover(): void } {
      aimed.set(target, fault)
      return { recover: () => void aimed.delete(target) }
    },
  }
}
