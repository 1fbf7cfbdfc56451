import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransaction } from '#server/database/with-transaction.ts'
import { sayCharged } from '#server/payments/say-charged.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { begun } from './bring.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
  await shop.sandbox.stop()
})
afterAll(() => shop.close())

it.each([
  ['refunded', 'refund-failed', /could not be refunded/],
  ['refund-failed', 'refunded', /was refunded in full/],
  ['refund-failed', 'refund-due', /is being refunded in full/],
])('an order with two payments, %s and then %s, is described by the last one', async (first, last, said) => {
  const [buyer, seller] = [...(await crowd(shop, 'buyer', 1)), ...(await crowd(shop, 'seller', 1))] as [
    Person,
    Person,
  ]
  const { id } = await begun(shop, { buyer, seller })
  await shop.sql('update payments set attempt = 2, state = $2 where order_id = $1', [id, last])
  // It comes after the other in the table.
  await shop.sql(
    `insert into payments (id, order_id, product_id, buyer_id, attempt, idempotency_key, amount_cents, state)
     select gen_random_uuid(), order_id, product_id, buyer_id, 1, 'before ' || id, amount_cents, $2
     from payments where order_id = $1`,
    [id, first],
  )
  const say = await withTransaction(shop.deps.pool, async (db) => {
    // An index scan would return them in their order even without sorting.
    await db.execute('set local enable_indexscan = off; set local enable_bitmapscan = off')
    return sayCharged(db, [id])
  })
  expect(say(id)).toMatch(said)
})
