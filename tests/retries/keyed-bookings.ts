import type { Answer } from '#tests/support/front-door.ts'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import type { Person } from '#tests/support/people.ts'
import { openWorld } from './change.ts'

let count = 0
export const newKey = () => `key ${++count}`
export const keyed = (key: string) => ({ 'idempotency-key': key })

/** A world with a new laptop for each test, booked by requests with keys. */
export async function openBookings() {
  const world = await openWorld()
  const { shop } = world
  let laptop = ''
  return {
    world,
    laptop: () => laptop,
    async newLaptop(): Promise<void> {
      laptop = await putOnSale(shop, world.seller)
    },
    /** Orders the laptop; `null` is a visitor. */
    book: (key: string, body: object = {}, who: Person | null = world.buyer): Promise<Answer> =>
      shop.call('POST', '/api/booking', {
        token: who?.token,
        headers: keyed(key),
        body: { ...BOOKING, productId: laptop, ...body },
      }),
    orders: () => shop.sql('select id from orders where product_id = $1', [laptop]),
    /** The table's row for a key. */
    kept: async (key: string) =>
      (await shop.sql('select status, body from idempotency_keys where key = $1', [key]))[0],
  }
}
