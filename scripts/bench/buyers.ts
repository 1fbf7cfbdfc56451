import { reply } from './reply.ts'
import { quantile } from './statistics.ts'

/** A laptop for somebody to order and pay. */
export type Purchase = { token: string; productId: string; price: number }
/** As many buyers at a time as `connections`; each waits about `thinkMs` before each step. */
export type Buying = { port: number; purchases: Purchase[]; connections: number; thinkMs?: number }
export type Step = 'booking' | 'payment intent' | 'card' | 'payment info'
/** Milliseconds per step. `wrong`: the number of purchases that ended early; and why the first did. */
export type Bought = {
  paid: number
  seconds: number
  steps: Record<Step, { p50: number; p99: number }>
  wrong: number
  firstWrong?: string
}

/* Orders laptops and pays for them by card at the sandbox, with the same calls as the pages. */
reply(async ({ port, purchases, connections, thinkMs = 0 }: Buying): Promise<Bought> => {
  const times: Record<Step, number[]> = { booking: [], 'payment intent': [], card: [], 'payment info': [] }
  const left = [...purchases]
  const failures: string[] = []
  const began = performance.now()

  async function send(step: Step, path: string, token: string | undefined, body: object | URLSearchParams) {
    if (thinkMs) await new Promise((go) => setTimeout(go, thinkMs * (0.5 + Math.random())))
    const form = body instanceof URLSearchParams
    const sent = performance.now()
    const answer = await fetch(`http://localhost:${port}${path}`, {
      method: 'POST',
      headers: {
        ...(!form && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: form ? body : JSON.stringify(body),
    })
    const text = await answer.text()
    times[step].push(performance.now() - sent)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`)
    return JSON.parse(text) as Record<string, string>
  }

  async function buy({ token, productId, price }: Purchase): Promise<void> {
    const meeting = { phone: '01700000002', location: 'Multiplan Center, Elephant Road' }
    const { insertedId: bookingId } = await send('booking', '/api/booking', token, { productId, ...meeting })
    const intent = await send('payment intent', '/api/create-payment-intent', token, { price, bookingId })
    const [transactionId = ''] = intent.client_secret?.split('_secret_') ?? []
    await send(
      'card',
      `/sandbox/stripe/v1/payment_intents/${transactionId}/confirm`,
      undefined,
      cardOf(intent),
    )
    await send('payment info', '/api/paymentinfo', token, { price, transactionId, bookingId })
  }

  const work = async () => {
    for (let next = left.pop(); next; next = left.pop())
      await buy(next).catch((error: Error) => void failures.push(error.message))
  }
  await Promise.all(Array.from({ length: connections }, work))
  const seconds = (performance.now() - began) / 1000
  const steps = Object.entries(times).map(([step, list]) => {
    list.sort((a, b) => a - b)
    return [step, { p50: quantile(list, 0.5), p99: quantile(list, 0.99) }]
  })
  return {
    paid: purchases.length - failures.length,
    seconds,
    steps: Object.fromEntries(steps),
    wrong: failures.length,
    ...(failures[0] && { firstWrong: failures[0] }),
  }
})

const cardOf = ({ publishableKey = '', client_secret = '' }: Record<string, string>) =>
  new URLSearchParams({
    key: publishableKey,
    client_secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  })
