import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { beginPayment, CARD, expectReconciled, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { expectInvariants } from '#tests/support/invariants.ts'
import { order } from '#tests/support/laptops.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { tellByEvent } from '#tests/support/signed-event.ts'
import { type Attempt, begun, stateOf } from './bring.ts'

let shop: FrontDoor
let seller: Person
const markedSold: string[] = []
beforeAll(async () => {
  shop = await openFrontDoor()
  await shop.sandbox.stop()
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
})
afterAll(async () => {
  await expectReconciled(shop, markedSold)
  await shop.close()
})

/** What reports a payment to the shop. The reconciler asks on its own, for payments that are half a minute old. */
const TELLERS = {
  page: (buyer: Person, { id, secret }: Attempt) => tell(shop, buyer, id, secret),
  event: (_buyer: Person, { intentId }: Attempt) => tellByEvent(shop, intentId),
  reconciler: async (_buyer: Person, { id }: Attempt) => {
    await shop.sql(`update payments set created_at = created_at - interval '1 minute' where order_id = $1`, [
      id,
    ])
    await reconcilePayments({ ...shop.deps, jobs: shop.deps.jobs })
  },
}
type Teller = keyof typeof TELLERS
const ORDERS: [string, Teller[][]][] = [
  ['page, event, reconciler', [['page'], ['event'], ['reconciler']]],
  ['page, reconciler, event', [['page'], ['reconciler'], ['event']]],
  ['event, page, reconciler', [['event'], ['page'], ['reconciler']]],
  ['event, reconciler, page', [['event'], ['reconciler'], ['page']]],
  ['reconciler, page, event', [['reconciler'], ['page'], ['event']]],
  ['reconciler, event, page', [['reconciler'], ['event'], ['page']]],
  ['all concurrently', [['page', 'event', 'reconciler', 'page', 'event']]],
]

/**
 * Every order is tried for a payment that is kept and one that is returned. The other fates differ in one line; the
 * deep tier tries all.
 */
const SOME_ORDERS = process.env.DEEP_TABLES ? ORDERS : [...ORDERS.slice(3, 4), ...ORDERS.slice(-1)]
const ALL_ORDERS_FOR = ['still free', 'marked as sold']

/** What became of the laptop after the claim was over, and how a payment that comes then must end. */
const FATES: Record<string, { happens: (attempt: Attempt) => Promise<unknown>; ends: string }> = {
  'still free': {
    happens: async () => {},
    ends: 'order paid, laptop sold, payment succeeded, succeeded',
  },
  'marked as sold': {
    happens: async ({ laptop }) => {
      markedSold.push(laptop)
      await shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [laptop])
    },
    ends: 'order open, laptop sold, payment refunded, succeeded',
  },
  withdrawn: {
    happens: ({ laptop }) => shop.sql('update products set withdrawn_at = now() where id = $1', [laptop]),
    ends: 'order open, laptop withdrawn, payment refunded, succeeded',
  },
  'claimed by another buyer': {
    happens: (attempt) => rivalBegins(attempt),
    ends: 'order open, laptop available, payment refunded, succeeded',
  },
  'sold to another buyer': {
    happens: async (attempt) => {
      const { rival, id, secret } = await rivalBegins(attempt)
      await payByCard(shop, secret, CARD.good)
      expect((await tell(shop, rival, id, secret)).status).toBe(200)
    },
    ends: 'order open, laptop sold, payment refunded, succeeded',
  },
}

/** Releases the first claim as if the provider had canceled the payment, which it must never do if it succeeds. */
async function rivalBegins({ id, laptop }: Attempt) {
  await shop.sql(`update orders set state = 'open', held_until = null where id = $1`, [id])
  const [rival] = (await crowd(shop, 'buyer', 1)) as [Person]
  const theirs = await order(shop, rival, laptop)
  const { body } = await beginPayment(shop, rival, theirs)
  return { rival, id: theirs, secret: body.client_secret as string }
}

const refunds = ({ intentId }: Attempt) =>
  shop.sql(`select body->>'amount' as amount from sandbox_stripe.refunds where intent_id = $1`, [intentId])

/** A claim whose time is over, a laptop with this fate, and a card that is charged anyway. */
async function payLate(fate: string) {
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  const attempt = await begun(shop, { buyer, seller })
  await shop.sql(`update orders set held_until = '2020-01-01' where id = $1`, [attempt.id])
  await FATES[fate]?.happens(attempt)
  expect((await payByCard(shop, attempt.secret, CARD.good)).status).toBe('succeeded')
  return { buyer, attempt }
}

const attemptOf = async ({ id }: Attempt) =>
  (await shop.sql('select state from payments where order_id = $1', [id])).map(({ state }) => state)

describe.each(Object.entries(FATES))(
  'a payment after its claim expired, with the laptop %s',
  (fate, { ends }) => {
    const returned = ends.includes('refunded')
    it.each(ALL_ORDERS_FOR.includes(fate) ? ORDERS : SOME_ORDERS)(
      `${returned ? 'is refunded once, in full' : 'buys the laptop'}: reported by %s`,
      async (_order, turns) => {
        const { buyer, attempt } = await payLate(fate)
        for (const turn of turns) await Promise.all(turn.map((teller) => TELLERS[teller](buyer, attempt)))
        const said = await tell(shop, buyer, attempt.id, attempt.secret)
        expect([said.status, said.body.code]).toEqual(returned ? [409, 'payment-refunded'] : [200, undefined])
        expect(await refunds(attempt)).toEqual(returned ? [{ amount: '44950' }] : [])
        expect(await attemptOf(attempt)).toEqual([returned ? 'refunded' : 'succeeded'])
        const now = await stateOf(shop, attempt)
        expect(now.split(', ').slice(0, 2)).toEqual(ends.split(', ').slice(0, 2))
        await expectInvariants(shop, { laptops: [attempt.laptop], markedSold })
      },
    )
  },
)

describe('a refund that fails at the provider at first', () => {
  it.each(['500', '429', 'refused', 'reset', 'nonsense'] as const)(
    'with %s is retried and made once',
    async (fault) => {
      const { buyer, attempt } = await payLate('marked as sold')
      shop.sandbox.faults.set('refund', fault, 2)
      const told = await tell(shop, buyer, attempt.id, attempt.secret)
      expect(told).toMatchObject({ status: 409, body: { code: 'payment-refunded' } })
      shop.sandbox.faults.clear()
      await TELLERS.reconciler(buyer, attempt)
      await Promise.all([TELLERS.event(buyer, attempt), TELLERS.page(buyer, attempt)])
      expect(await refunds(attempt)).toEqual([{ amount: '44950' }])
      expect(await attemptOf(attempt)).toEqual(['refunded'])
      await expectInvariants(shop, { laptops: [attempt.laptop], markedSold })
    },
  )
})
