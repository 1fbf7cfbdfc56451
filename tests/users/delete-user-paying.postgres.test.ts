import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginPayment, CARD, payByCard } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, signUp } from '#tests/support/people.ts'

/** Calls of the provider that must be under way at a time: one by one, they take longer than a deletion may. */
const TOGETHER = 8
/** A try that is given up and made again would be counted as another. */
const TIMEOUTS = { tryMs: 20_000, callMs: 20_000 }
/** As many payments as one buyer may have under way. */
const HOLDS = 3

/** A place where everyone waits until `TOGETHER` have come. */
function meeting() {
  const complete = Promise.withResolvers<void>()
  let here = 0
  return {
    arrive(): Promise<void> {
      if (++here === TOGETHER) complete.resolve()
      return complete.promise
    },
  }
}

let shop: FrontDoor
/** While it is set, the provider answers none of its calls before `TOGETHER` have been made. */
let together: ReturnType<typeof meeting> | undefined
/** Runs once, before the provider is told to cancel a payment. */
let beforeCancel: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  shop = await openFrontDoor({
    timeouts: TIMEOUTS,
    between: (sandbox) => ({
      async fetch(request) {
        await together?.arrive()
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
  // One after the other they would not be answered, and the call would fail.
  together = meeting()
  const answer = await shop.call('DELETE', `/api/user/${seller.id}`, { token: admin.token })
  together = undefined
  expect(answer).toMatchObject({ status: 200 })
  expect(await underWay()).toEqual([])
})

it('a buyer who begins a payment during the deletion is deleted in one call', async () => {
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

it('a seller whose buyer pays by a slow card during the deletion stays until that is settled', async () => {
  const admin = await makeAdmin(shop)
  const seller = await signUp(shop, 'seller')
  const buyer = await signUp(shop, 'buyer')
  const laptop = await putOnSale(shop, seller)
  const { body } = await beginPayment(shop, buyer, await order(shop, buyer, laptop))
  beforeCancel = () => payByCard(shop, body.client_secret, CARD.processing)
  const answer = await shop.call('DELETE', `/api/user/${seller.id}`, { token: admin.token })
  expect(answer).toMatchObject({ status: 409, body: { code: 'payment-in-flight' } })
  const [kept] = await shop.sql('select seller_id, withdrawn_at from products where id = $1', [laptop])
  expect(kept).toEqual({ seller_id: seller.id, withdrawn_at: null })
})
