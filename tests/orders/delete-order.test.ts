import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createFaultyProvider } from '#tests/payments/faults-provider.ts'
import { beginPayment, CARD, expectReconciled, payByCard, tell, transactionOf } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'

const provider = createFaultyProvider()
let shop: FrontDoor
let seller: Person
let buyer: Person
beforeAll(async () => {
  shop = await openFrontDoor({ between: provider.between })
  seller = await signUp(shop, 'seller')
  buyer = await signUp(shop, 'buyer')
})
afterAll(() => shop.close())
afterEach(() => expectReconciled(shop))

async function begin() {
  const laptop = await putOnSale(shop, seller)
  const id = await order(shop, buyer, laptop)
  const { body } = await beginPayment(shop, buyer, id)
  return { laptop, id, secret: body.client_secret as string }
}
const read = async (id: string) => (await shop.call('GET', `/api/booking/${id}`, { token: buyer.token })).body

describe('deleting an order', () => {
  const remove = (id: string) => shop.call('DELETE', `/api/myorders/${id}`, { token: buyer.token })

  it('cancels a payment that was begun: the card is refused, and the laptop is available', async () => {
    const { laptop, id, secret } = await begin()
    expect(await remove(id)).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } })
    expect((await payByCard(shop, secret, CARD.good)).error.code).toBe('payment_intent_unexpected_state')
    const other = await signUp(shop, 'buyer')
    expect((await beginPayment(shop, other, await order(shop, other, laptop))).status).toBe(200)
    expect((await remove(id)).status).toBe(404)
  })

  it('is refused once it is paid, even when only the provider knows of it yet', async () => {
    const { id, secret } = await begin()
    shop.sandbox.faults.set('deliver', 'dropped', 100)
    await payByCard(shop, secret, CARD.good)
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'already-paid' } })
    expect(await read(id)).toMatchObject({ paid: true })
    shop.sandbox.faults.clear()
  })

  it('is refused while a payment is open that was begun during the cancellation of another', async () => {
    const { id, secret } = await begin()
    let next = ''
    const canceling = { method: 'POST', path: /cancel$/, about: transactionOf(secret) }
    const { recover } = provider.fail(canceling, async (act) => {
      const answer = await act()
      next = (await beginPayment(shop, buyer, id)).body.client_secret
      return answer
    })
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'payment-in-flight' } })
    recover()
    expect(next).not.toBe(secret)
    expect((await payByCard(shop, next, CARD.good)).status).toBe('succeeded')
    expect((await tell(shop, buyer, id, next)).status).toBe(200)
  })
})
