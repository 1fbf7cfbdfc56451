import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { FrontDoor } from '#tests/support/front-door.ts'

/** What would be half of something that is whole or not at all. Each must find nothing. */
const HALVES: Record<string, string> = {
  'a laptop that is sold twice': `select product_id from orders where state = 'paid' group by 1 having count(*) > 1`,
  'a paid order whose laptop is not sold': `select o.id from orders o join products p on p.id = o.product_id
    where o.state = 'paid' and (p.status <> 'sold' or p.sold_at is null)`,
  'a laptop that is sold without a paid order': `select p.id from products p
    where p.status = 'sold' and not exists (select from orders o where o.product_id = p.id and o.state = 'paid')`,
  'a paid order without its payment': `select o.id from orders o where o.state = 'paid'
    and not exists (select from payments y where y.order_id = o.id and y.state = 'succeeded' and y.amount_cents = o.price_cents)`,
  'a payment that succeeded for an order that is not paid': `select y.id from payments y join orders o on o.id = y.order_id
    where y.state = 'succeeded' and o.state <> 'paid'`,
  'a claim that nobody pays for': `select o.id from orders o where o.state = 'held'
    and not exists (select from payments y where y.order_id = o.id and y.state in ('requested', 'open'))`,
  'an account without any way to sign in': `select u.id from users u
    where not exists (select from accounts a where a.user_id = u.id)`,
  'an order that the provider was paid for twice': `select body->'metadata'->>'order_id' from sandbox_stripe.intents
    where body->>'status' = 'succeeded' group by 1 having count(*) > 1`,
  'an order with two payments at the provider': `select body->'metadata'->>'order_id' from sandbox_stripe.intents
    group by 1 having count(*) > 1`,
}

/** Nothing in the database is half done, and every picture that has a row has its files. */
export async function expectWhole(shop: FrontDoor, dataDir: string): Promise<void> {
  for (const [half, query] of Object.entries(HALVES)) expect(await shop.sql(query), half).toEqual([])
  const pictures = await shop.sql(
    `select id from images where uploaded_from is not null or color <> '#aabbcc'`,
  )
  const files = pictures.map(({ id }) => join(dataDir, 'images', `${id}-320.webp`))
  expect(
    files.filter((file) => !existsSync(file)),
    'files of pictures that have a row',
  ).toEqual([])
}

/** Paid at the provider if and only if paid here, to the cent. */
export async function expectAgreement(shop: FrontDoor): Promise<void> {
  const charged = await shop.sql(
    `select body->'metadata'->>'order_id' as id, (body->>'amount_received')::int as cents
     from sandbox_stripe.intents where body->>'status' = 'succeeded' order by 1`,
  )
  const paid = await shop.sql(
    `select id::text, price_cents as cents from orders where state = 'paid' order by 1`,
  )
  expect(charged).toEqual(paid)
}
