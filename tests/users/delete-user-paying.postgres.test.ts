import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginPayment } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, signUp } from '#tests/support/people.ts'

/** Where it takes 100 ms each, one call has time for 20 questions one after the other. */
const ANSWER_MS = 100
const PATIENCE = { tryMs: 2_000, callMs: 2_000 }
/** As many payments as one buyer may have under way. */
const HOLDS = 3

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor({
    patience: PATIENCE,
    between: (sandbox) => ({
      async fetch(request) {
        await pause(ANSWER_MS)
        return sandbox.fetch(request)
      },
    }),
  })
})
afterAll(() => shop.close())

it('deletes a seller at once for whose laptops many buyers are paying', async () => {
  const admin = await makeAdmin(shop)
  const seller = await signUp(shop, 'seller')
  const held = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map(async (name) => {
      const buyer = await signUp(shop, 'buyer', `Buyer ${name}`)
      for (let n = 0; n < HOLDS; n++) {
        const bookingId = await order(shop, buyer, await putOnSale(shop, seller))
        expect(await beginPayment(shop, buyer, bookingId)).toMatchObject({ status: 200 })
      }
    }),
  )
  const underWay = () => shop.sql(`select id from payments where state in ('requested', 'open')`)
  expect(await shop.sql(`select id from orders where state = 'held'`)).toHaveLength(held.length * HOLDS)
  const answer = await shop.call('DELETE', `/api/user/${seller.id}`, { token: admin.token })
  expect(answer).toMatchObject({ status: 200 })
  expect(await underWay()).toEqual([])
})
