import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { findBreaches, type Ledger, type NEVER } from '#tests/support/invariants.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { type Attempt, begun, bring } from './bring.ts'

let shop: FrontDoor
let paid: Attempt
let held: Attempt
beforeAll(async () => {
  shop = await openFrontDoor()
  await shop.sandbox.stop()
  const [buyer, seller] = [...(await crowd(shop, 'buyer', 1)), ...(await crowd(shop, 'seller', 1))] as [
    Person,
    Person,
  ]
  paid = await bring.succeeded(shop, { buyer, seller })
  held = await begun(shop, { buyer, seller })
})
afterAll(() => shop.close())

let client: pg.PoolClient
let tables: Ledger
beforeEach(async () => {
  client = await shop.deps.pool.connect()
  await client.query('begin')
  tables = { sql: async (text, values) => (await client.query(text, values)).rows }
})
afterEach(async () => {
  await client.query('rollback')
  client.release()
})

const ANOTHER_CLAIM = 'drop index orders_one_claim'
const COPIED_INTENT = `
  insert into sandbox_stripe.intents (id, created, body)
    select 'pi_copy', created, jsonb_set(body, '{id}', '"pi_copy"') from sandbox_stripe.intents where id = '$paidIntent';
  insert into sandbox_stripe.charges (id, intent_id, body)
    select 'ch_copy', 'pi_copy', body from sandbox_stripe.charges where intent_id = '$paidIntent'`
const REFUND = (id: string) => `
  insert into sandbox_stripe.refunds (id, created, charge_id, intent_id, body)
    select '${id}', 0, id, intent_id, '{"status": "succeeded"}' from sandbox_stripe.charges where intent_id = '$paidIntent'`

/** For each violation: how to cause it behind the shop's back. */
const DAMAGE: Record<keyof typeof NEVER, string> = {
  'a laptop is sold twice': `${ANOTHER_CLAIM}; drop index orders_one_per_buyer;
    update orders set product_id = '$paidLaptop', state = 'paid', paid_at = now(), held_until = null where id = '$held'`,
  'a laptop is claimed twice': `${ANOTHER_CLAIM}; drop index orders_one_per_buyer;
    update orders set product_id = '$paidLaptop' where id = '$held'`,
  'an order is paid, but the provider does not have its price': `
    update orders set price_cents = price_cents + 1 where id = '$paid'`,
  'the provider has money for an order that is not paid': `
    update orders set state = 'open', paid_at = null where id = '$paid'`,
  'an order is paid with two payments': COPIED_INTENT,
  'the money captured less the money refunded is not the sum of the paid prices': COPIED_INTENT,
  'more is refunded than was captured': `
    update sandbox_stripe.charges set body = jsonb_set(body, '{amount_refunded}', '44951') where intent_id = '$paidIntent'`,
  'a payment is refunded twice': `${REFUND('re_1')}; ${REFUND('re_2')}`,
  'an order is paid, but its payment has not succeeded': `
    update payments set state = 'canceled' where order_id = '$paid'`,
  'a payment has succeeded, but its order is not paid': `
    update payments set state = 'succeeded' where order_id = '$held'`,
  'an order is paid, but its laptop is not sold': `
    update products set status = 'available' where id = '$paidLaptop'`,
  'a laptop is sold without a paid order or a mark by its seller': `
    update products set status = 'sold' where id = '$heldLaptop'`,
  'a paid order is unpaid again, deleted, or has another price': `delete from orders where id = '$paid'`,
  'an order is paid, but not recorded in the audit trail': `
    delete from audit_events where subject = '$paid'`,
  'a withdrawn or sold laptop is claimed': `update products set withdrawn_at = now() where id = '$heldLaptop'`,
  'a claim has no open payment': `update payments set state = 'canceled' where order_id = '$held'`,
  'a payment is open without a claim': `
    update orders set state = 'open', held_until = null where id = '$held'`,
  'a buyer holds more than three laptops': `${ANOTHER_CLAIM}; drop index orders_one_per_buyer;
    insert into orders (id, product_id, buyer_id, buyer_name, buyer_email, phone, location, product_name, image_id,
        price_cents, state, held_until)
      select gen_random_uuid(), product_id, buyer_id, buyer_name, buyer_email, phone, location, product_name, image_id,
        price_cents, state, held_until from orders, generate_series(1, 3) where id = '$held'`,
  'a claim lasts longer than its time limit': `
    update orders set held_until = held_until + interval '10 seconds' where id = '$held'`,
  'a laptop is on a wishlist twice': `
    alter table wishlist drop constraint wishlist_buyer_id_product_id_key;
    insert into wishlist (id, buyer_id, product_id, price_cents_when_saved)
      select gen_random_uuid(), buyer_id, product_id, 1 from orders, generate_series(1, 2) where id = '$held'`,
  'a list’s count is not the number of its rows': `update counts set n = n + 1 where list = 'users'`,
  'the seller’s badge is stored in another table': 'alter table products add column seller_verified boolean',
}

const breaches = () => findBreaches(tables, { now: shop.deps.clock() })

it('the check finds nothing when one laptop is paid and another one is claimed', async () => {
  expect(await breaches()).toEqual([])
})

it.each(Object.entries(DAMAGE))('the check finds that %s', async (what, damage) => {
  const names = {
    $paidIntent: paid.intentId,
    $paidLaptop: paid.laptop,
    $heldLaptop: held.laptop,
    $paid: paid.id,
    $held: held.id,
  }
  const statements = Object.entries(names).reduce((text, [name, id]) => text.replaceAll(name, id), damage)
  // The database itself prevents some of them; they are checked anyway.
  await client.query('alter table orders disable trigger user; alter table audit_events disable trigger user')
  await client.query(statements)
  expect((await breaches()).map((breach) => breach.slice(0, breach.lastIndexOf(': (')))).toContain(what)
})
