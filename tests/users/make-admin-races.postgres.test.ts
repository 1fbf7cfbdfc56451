import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAdmin } from '#server/users/make-admin.ts'
import { LAPTOP, uploadPicture } from '#tests/products/selling.ts'
import { type Answer, type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, orderUnseen, putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

/** Makes a call while somebody is being made an admin, who is one before the answer comes. */
async function whileMadeAdmin({ id }: Person, ask: () => Promise<Answer>): Promise<Answer> {
  const making = await shop.deps.pool.connect()
  await making.query('begin')
  await making.query('select 1 from users where id = $1 for update', [id])
  const asking = ask()
  await untilWaiting(shop.deps.pool)
  await making.query(`update users set user_type = 'admin' where id = $1`, [id])
  await making.query('commit')
  making.release()
  return asking
}

it('an order by a buyer who is made an admin concurrently is refused', async () => {
  const buyer = await signUp(shop, 'buyer')
  const productId = await putOnSale(shop, await signUp(shop, 'seller'))
  const body = { ...BOOKING, productId }
  const { token } = buyer
  const answer = await whileMadeAdmin(buyer, () => shop.call('POST', '/api/booking', { token, body }))
  expect(answer).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  expect(await shop.sql('select id from orders where buyer_id = $1', [buyer.id])).toEqual([])
})

it('a wish of a buyer who is made an admin concurrently is refused', async () => {
  const buyer = await signUp(shop, 'buyer')
  const body = { productId: await putOnSale(shop, await signUp(shop, 'seller')) }
  const { token } = buyer
  const answer = await whileMadeAdmin(buyer, () => shop.call('POST', '/api/wishlist', { token, body }))
  expect(answer).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  expect(await shop.sql('select id from wishlist where buyer_id = $1', [buyer.id])).toEqual([])
})

it('a laptop of a seller who is made an admin concurrently is not put on sale', async () => {
  const seller = await signUp(shop, 'seller')
  const body = { ...LAPTOP, image: await uploadPicture(shop, seller) }
  const { token } = seller
  const answer = await whileMadeAdmin(seller, () => shop.call('POST', '/api/addproducts', { token, body }))
  expect(answer).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  expect(await shop.sql('select id from products where seller_id = $1', [seller.id])).toEqual([])
})

it('a buyer with an order in progress is not made an admin', async () => {
  const buyer = await signUp(shop, 'buyer')
  const productId = await putOnSale(shop, await signUp(shop, 'seller'))
  const ordering = await shop.deps.pool.connect()
  await ordering.query('begin')
  await orderUnseen(ordering, buyer, productId)
  const making = makeAdmin(shop.deps, { email: buyer.email })
  making.catch(() => {})
  await untilWaiting(shop.deps.pool)
  await ordering.query('commit')
  ordering.release()
  await expect(making).rejects.toMatchObject({ code: 'account-stays' })
})
