import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { signUp } from '#tests/support/people.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'
import { LAPTOP, uploadPicture } from './selling.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

it('adding a laptop does not lock its picture while it waits for the lock on its seller', async () => {
  const seller = await signUp(shop, 'seller', 'Salma')
  const image = await uploadPicture(shop, seller)
  const deleting = await shop.deps.pool.connect()
  try {
    await deleting.query('begin')
    await deleting.query('select from users where id = $1 for update', [seller.id])
    const adding = shop.call('POST', '/api/addproducts', {
      token: seller.token,
      body: { ...LAPTOP, image },
    })
    await untilWaiting(shop.deps.pool)
    await deleting.query('select from images where owner_id = $1 for update nowait', [seller.id])
    await deleting.query('rollback')
    expect((await adding).status).toBe(201)
  } finally {
    deleting.release(true)
  }
})
