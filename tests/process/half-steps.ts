import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { FrontDoor } from '#tests/support/front-door.ts'
import { expectInvariants } from '#tests/support/invariants.ts'

/** What could be half done besides orders and money, and at a provider where no order needs a second payment here. */
const HALVES: Record<string, string> = {
  'an account without any way to sign in': `select u.id from users u
    where not exists (select from accounts a where a.user_id = u.id)`,
  'an order with two payments at the provider': `select body->'metadata'->>'order_id' from sandbox_stripe.intents
    group by 1 having count(*) > 1`,
}

/**
 * Nothing in the database is half done, and every picture with a row has its files. This holds right after a kill, when
 * the shop may not know yet what the provider has charged.
 */
export async function expectWhole(shop: FrontDoor, dataDir: string): Promise<void> {
  await expectInvariants(shop, { unheard: true })
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
