import { expect } from 'vitest'
import type { FrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import type { Person } from '#tests/support/people.ts'

/** What the shop has acknowledged, recorded outside of its process: table and id of every row that must exist. */
export type Journal = Record<'orders' | 'wishlist' | 'images' | 'users' | 'messages', string[]>

export const newJournal = (): Journal => ({ orders: [], wishlist: [], images: [], users: [], messages: [] })

/** Makes other changes meanwhile, as customers do, until the shop stops answering or each has done its part. */
export async function keepBusy(
  shop: FrontDoor,
  { seller, buyers, journal, writes }: { seller: Person; buyers: Person[]; journal: Journal; writes: number },
): Promise<void> {
  const laptops = await Promise.all(buyers.map(() => putOnSale(shop, seller)))
  await Promise.all(
    buyers.map(async ({ token }, i) => {
      for (let n = 0; n < writes; n++) {
        const productId = laptops[(i + n) % laptops.length]
        const booked = await shop.call('POST', '/api/booking', { token, body: { ...BOOKING, productId } })
        if (booked.status === 201) journal.orders.push(booked.body.insertedId)
        const wished = await shop.call('POST', '/api/wishlist', { token, body: { productId } })
        if (wished.status === 201) journal.wishlist.push(wished.body.insertedId)
        if (booked.status === 0 || wished.status === 0) return
      }
    }),
  )
}

/** Every row that was acknowledged exists. */
export async function expectKept(shop: FrontDoor, journal: Journal): Promise<void> {
  for (const [table, ids] of Object.entries(journal)) {
    const rows = await shop.sql(`select id::text from ${table} where id::text = any($1)`, [ids])
    const there = new Set(rows.map(({ id }) => id))
    expect(
      ids.filter((id) => !there.has(id)),
      `acknowledged in ${table}`,
    ).toEqual([])
  }
}
