import { expect, it } from 'vitest'
import type { Db } from '#server/database/with-transaction.ts'
import type { CardIntent } from '#server/outside/card-payments.ts'
import type { LockedOrder, Payment } from '#server/payments/payments.queries.ts'
import { whyNotPaid } from '#server/payments/why-not-paid.ts'

const PRICE = 44950
const locked = {
  order: { id: 'order', priceCents: PRICE, state: 'held' },
  product: { id: 'laptop', status: 'available', withdrawnAt: null },
} as LockedOrder
const payment = { id: 'payment', amountCents: PRICE, currency: 'usd' } as Payment
const intent: CardIntent = {
  id: 'pi_1',
  status: 'succeeded',
  amountCents: PRICE,
  amountReceivedCents: PRICE,
  currency: 'usd',
  orderId: 'order',
  paymentId: 'payment',
  refundedCents: 0,
  disputed: false,
}
/** A database in which no other order claims the laptop. */
const db = { $count: async () => 0 } as unknown as Db

it('a payment of the right amount and currency buys the laptop', async () => {
  expect(await whyNotPaid(db, intent, payment, locked)).toBe(undefined)
})

it.each([
  ['less was received than the price', { amountReceivedCents: PRICE - 1 }],
  ['more was received than the price', { amountReceivedCents: PRICE + 1 }],
  ['the requested amount is not the price', { amountCents: PRICE - 1 }],
])('a payment does not buy the laptop when %s', async (_, other) => {
  expect(await whyNotPaid(db, { ...intent, ...other }, payment, locked)).toBe('the amount is another')
})

it('a payment of the same amount in another currency does not buy the laptop', async () => {
  expect(await whyNotPaid(db, { ...intent, currency: 'eur' }, payment, locked)).toBe(
    'the currency is another',
  )
})
