import { afterAll, beforeAll, expect } from 'vitest'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { holds } from './holds.ts'
import { openPeopledShop, type Peopled } from './people-of-a-shop.ts'

/** Section 6: which calls the server answers to whom, with an id that no row has where one is needed. */
const NONE = '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e'
let peopled: Peopled
let orderId: string
beforeAll(async () => {
  peopled = await openPeopledShop()
  const laptop = await putOnSale(peopled.shop, peopled.people.seller)
  orderId = await order(peopled.shop, peopled.people.buyer, laptop)
})
afterAll(() => peopled.shop.close())

const ROLES = ['buyer', 'seller', 'admin'] as const
/** Fails unless a visitor gets 401, people of other roles 403, and those of this role neither. */
async function expectFor(role: (typeof ROLES)[number], call: string) {
  const own = call.replace('{own}', peopled.people[role].email)
  expect(await peopled.statusFor(undefined, own), `${call} for a visitor`).toBe(401)
  for (const other of ROLES) {
    const status = await peopled.statusFor(other, own)
    if (other === role) expect([200, 201, 400, 404], `${call} for a ${role}`).toContain(status)
    else expect(status, `${call} for a ${other}`).toBe(403)
  }
}

holds('6.2', async () => {
  await expectFor('admin', 'GET /users?userType=seller&email={own}')
  await expectFor('admin', 'GET /users?userType=buyer&email={own}')
})
holds('6.3 6.4', async () => {
  await expectFor('admin', `PUT /verifyuser/${NONE}?email={own}`)
  await expectFor('admin', `DELETE /user/${NONE}`)
})
holds('6.5', () => expectFor('admin', 'GET /reports'))
holds('6.6', async () => {
  await expectFor('seller', 'GET /myproduct?email={own}')
  await expectFor('seller', 'GET /mybuyers/{own}')
  for (const path of ['productsold', 'productavailable', 'products'])
    await expectFor('seller', `PUT /${path}/${NONE}`)
  await expectFor('seller', `DELETE /myproduct/${NONE}`)
})
holds('6.7', async () => {
  await expectFor('buyer', 'GET /bookings?email={own}')
  await expectFor('buyer', 'GET /wishlist?email={own}')
  await expectFor('buyer', `DELETE /mywishlist/${NONE}`)
})
holds('6.8 6.14', async () => {
  await expectFor('buyer', `DELETE /myorders/${NONE}`)
  expect(await peopled.statusFor('buyer', `GET /booking/${orderId}`)).toBe(200)
  const begin = { price: 449.5, bookingId: orderId }
  expect(await peopled.statusFor('buyer', 'POST /create-payment-intent', begin)).toBe(200)
  expect(await peopled.statusFor('buyer', `DELETE /myorders/${orderId}`)).toBe(200)
})
holds('6.9 6.15', async () => {
  for (const call of [`GET /booking/${NONE}`, 'POST /create-payment-intent', 'POST /paymentinfo']) {
    const body = call.startsWith('POST') ? {} : undefined
    expect(await peopled.statusFor(undefined, call, body), `${call} for a visitor`).toBe(401)
    // Any signed-in person may make it; an order that is not theirs does not exist for them.
    for (const role of ROLES)
      expect([400, 404], `${call} for a ${role}`).toContain(await peopled.statusFor(role, call, body))
  }
})
holds('1.1 3.21 6.1', async () => {
  for (const role of ROLES) {
    const email = peopled.people[role].email
    const flags = await Promise.all(
      ['admin', 'seller', 'buyer'].map((name) => peopled.ask(role, `GET /users/${name}/${email}`)),
    )
    expect(flags).toEqual([
      { isAdmin: role === 'admin' },
      { isSeller: role === 'seller' },
      { isBuyer: role === 'buyer' },
    ])
  }
})
