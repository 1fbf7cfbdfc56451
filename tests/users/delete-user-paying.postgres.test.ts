import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginPayment } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, signUp } from '#tests/support/people.ts'

/** Where it takes half a second each, one call has time for 40 questions one after the other: too few for these. */
const ANSWER_MS = 500
const PATIENCE = { tryMs: 20_000, callMs: 20_000 }
/** As many payments as one buyer may have under way. */
const HOLDS = 3

let shop: FrontDoor
/** How long the provider takes for each answer. */
let answerMs = 0
beforeAll(async () => {
  shop = await openFrontDoor({
    patience: PATIENCE,
    between: (sandbox) => ({
      async fetch(request) {
        await pause(answerMs)
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
  answerMs = ANSWER_MS
  const answer = await shop.call('DELETE', `/api/user/${seller.id}`, { token: admin.token })
  expect(answer).toMatchObject({ status: 200 })
  expect(await underWay()).toEqual([])
})
