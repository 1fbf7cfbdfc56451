import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginPayment } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, signUp } from '#tests/support/people.ts'

/** If each takes half a second, one call has time for 40 sequential requests: too few for these. */
const ANSWER_MS = 500
const TIMEOUTS = { tryMs: 20_000, callMs: 20_000 }
/** As many payments as one buyer may have under way. */
const HOLDS = 3

let shop: FrontDoor
/** How long the provider takes for each answer. */
let answerMs = 0
/** Runs once, before the provider is told to cancel a payment. */
let beforeCancel: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  shop = await openFrontDoor({
    timeouts: TIMEOUTS,
    between: (sandbox) => ({
      async fetch(request) {
        await pause(answerMs)
        const happens = request.url.endsWith('/cancel') ? beforeCancel : undefined
        if (happens) beforeCancel = undefined
        await happens?.()
        return sandbox.fetch(request)
      },
    }),
  })
})
afterAll(() => shop.close())

it('a seller for whose laptops many buyers are paying is deleted in one call', async () => {
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

it('a buyer who begins a payment during the deletion is deleted in one call', async () => {
  answerMs = 0
  const admin = await makeAdmin(shop)
  const seller = await signUp(shop, 'seller')
  const buyer = await signUp(shop, 'buyer')
  const [first, next] = [
    await order(shop, buyer, await putOnSale(shop, seller)),
    await order(shop, buyer, await putOnSale(shop, seller)),
  ]
  await beginPayment(shop, buyer, first)
  let begun: Awaited<ReturnType<typeof beginPayment>> | undefined
  beforeCancel = async () => {
    begun = await beginPayment(shop, buyer, next)
  }
  const answer = await shop.call('DELETE', `/api/user/${buyer.id}`, { token: admin.token })
  expect(begun).toMatchObject({ status: 200 })
  expect(answer).toMatchObject({ status: 200 })
  expect(await shop.sql(`select id from orders where buyer_email = $1`, [buyer.email])).toEqual([])
  expect(await shop.sql(`select id from payments where state in ('requested', 'open')`)).toEqual([])
})
