import fc from 'fast-check'
import { expect } from 'vitest'
import { beginPayment, CARD, payByCard, tell, transactionOf } from '#tests/support/card.ts'
import type { RealShop } from './real-shop.ts'
import {
  type Attempt,
  cancel,
  countClaim,
  HOLD,
  isAlive,
  isOnSale,
  type Model,
  type Order,
  record,
  release,
} from './shop-model.ts'
import { at, expectWord, type Step, type Steps, step, type Weighted } from './steps.ts'

type Run = (model: Model, real: RealShop, order: Order) => Promise<void>
type Which = (order: Order) => boolean

/** A step of an order's buyer, with one of the orders for which it is possible. */
const acting = (name: string, n: number, run: Run, which: Which = () => true): Step => {
  const find = (model: Model) =>
    at(
      model.orders.filter((order) => isAlive(model, order.buyer) && which(order)),
      n,
    )
  return step(
    `${name} order ${n}`,
    (model) => find(model) !== undefined,
    (model, real) => run(model, real, find(model) as Order),
  )
}
const paying = (name: string, run: Run, which?: Which): Steps =>
  fc.nat(20).map((n) => acting(name, n, run, which))

const isBegun: Which = ({ attempt }) => attempt !== undefined
const isProcessing: Which = ({ attempt }) => attempt?.status === 'processing'

/** The expected response to beginning a payment, and its effect on the model. */
function begun(model: Model, order: Order): string {
  const { laptop, buyer } = order
  release(model, (other) => other !== order && (other.laptop === laptop || other.buyer === buyer))
  if (order.state === 'paid') return 'already-paid'
  if (!isOnSale(laptop)) return 'laptop-not-available'
  const others = model.orders.filter((other) => other !== order && other.state !== 'open')
  if (others.some((other) => other.laptop === laptop)) return 'laptop-held'
  if (others.filter((other) => other.buyer === buyer && other.state === 'held').length > 2)
    return 'too-many-holds'
  if (order.state === 'open' || order.heldUntil < model.now) {
    if (!countClaim(model, order)) return 'too-many-requests'
    order.heldUntil = model.now + HOLD
  }
  order.state = 'held'
  if (!order.attempt || order.attempt.settled)
    order.attempt = { secret: '', at: model.now, status: 'open', settled: false }
  record(model, order)
  if (order.attempt.status === 'succeeded') return 'already-paid'
  return order.attempt.status === 'processing' ? 'payment-in-flight' : '200'
}

const begin = paying('begin to pay', async (model, real, order) => {
  const answer = await beginPayment(real.shop, await real.signedIn(order.buyer), order.id, order.price)
  expectWord(answer, begun(model, order))
  if (answer.status !== 200 || !order.attempt) return
  const { client_secret: secret, heldUntil } = answer.body
  expect(secret).toBe(order.attempt.secret || secret)
  order.attempt.secret = secret
  const minutes = (Date.parse(heldUntil) - real.shop.deps.clock().getTime()) / 60_000
  // On a busy machine a sequence may take a while.
  expect(Math.abs(minutes - (order.heldUntil - model.now))).toBeLessThan(2)
})

const OUTCOMES = { good: 'succeeded', declined: 'open', processing: 'processing' } as const

const giveCard: Steps = fc
  .tuple(fc.nat(20), fc.constantFrom('good', 'good', 'declined', 'processing'), fc.boolean())
  .map(([n, card, told]) =>
    acting(
      `give a card (${card}${told ? ', and the provider tells' : ''}) for`,
      n,
      async (model, real, order) => {
        const attempt = order.attempt as Attempt
        const pay = async () => {
          const answer = await payByCard(real.shop, attempt.secret, CARD[card])
          const taken = attempt.status === 'open' && card !== 'declined'
          expect(answer.status ?? answer.error.code).toBe(
            taken
              ? OUTCOMES[card]
              : attempt.status === 'open'
                ? 'card_declined'
                : 'payment_intent_unexpected_state',
          )
          // Otherwise it would be settled after a while: here that is a step of its own.
          await real.shop.sql(
            `update sandbox_stripe.intents set finishes_at = '2200-01-01' where finishes_at < '2200-01-01'`,
          )
          if (attempt.status !== 'open') return false
          attempt.status = OUTCOMES[card]
          return true
        }
        if (!told) return void (await pay())
        let happened = false
        await real.withEvents(async () => {
          happened = await pay()
        })
        if (happened) record(model, order)
      },
      isBegun,
    ),
  )

const finish = paying(
  'the provider ends the payment of',
  async (model, real, order) => {
    const attempt = order.attempt as Attempt
    await real.withEvents(() =>
      real.shop.sql(`update sandbox_stripe.intents set finishes_at = $1 where id = $2`, [
        real.shop.deps.clock(),
        transactionOf(attempt.secret),
      ]),
    )
    attempt.status = 'succeeded'
    record(model, order)
  },
  isProcessing,
)

const tellPaid = paying('tell that it is paid:', async (model, real, order) => {
  const { attempt } = order
  const answer = await tell(
    real.shop,
    await real.signedIn(order.buyer),
    order.id,
    attempt?.secret ?? 'pi_none',
  )
  record(model, order)
  if (attempt?.status === 'succeeded') return expectWord(answer, '200')
  expectWord(answer, attempt?.status === 'processing' ? 'payment-in-flight' : 'payment-not-succeeded')
})

const remove = paying('delete', async (model, real, order) => {
  const answer = await real.ask(order.buyer, 'DELETE', `/myorders/${order.id}`)
  if (order.attempt?.status === 'processing') return expectWord(answer, 'payment-in-flight')
  cancel(model, order)
  if (order.state === 'paid') return expectWord(answer, 'already-paid')
  expectWord(answer, '1')
  model.orders = model.orders.filter((other) => other !== order)
})

export const STEPS_OF_PAYERS: Weighted[] = [
  { weight: 14, arbitrary: begin },
  { weight: 14, arbitrary: giveCard },
  { weight: 6, arbitrary: finish },
  { weight: 6, arbitrary: tellPaid },
  { weight: 7, arbitrary: remove },
]
