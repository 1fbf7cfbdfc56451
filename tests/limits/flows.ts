import { randomBytes, randomUUID } from 'node:crypto'
import { upload } from '#tests/images/upload.ts'
import { LAPTOP } from '#tests/products/selling.ts'
import type { Answer, FrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import { PASSWORD, type Person, renewToken } from '#tests/support/people.ts'

/** A client that repeats a request: with which account, from which address. `n` is new for each attempt. */
export type Try = { who: Person; address: string; n: number }
export type World = { shop: FrontDoor; laptop: string; laptops: string[] }

/** A limit: how many requests in how many seconds, what they are counted by, and the status of their responses. */
export type Flow = {
  what: string
  most: number
  seconds: number
  by: 'account' | 'address'
  passes: number
  /** How its key in the database begins; none where places are counted by the things themselves. */
  key?: string
  once(world: World, who: Try): Promise<Answer>
}

const HOUR = 3600
const email = (n: number) => `stranger-${n}@example.com`

export const FLOWS: Flow[] = [
  {
    what: 'a wrong password for one account',
    most: 10,
    seconds: 900,
    by: 'account',
    passes: 401,
    key: 'sign-in account ',
    once: ({ shop }, { who, n }) =>
      shop.call('POST', '/auth/sign-in/email', {
        body: { email: who.email, password: `a wrong one, ${n}` },
        address: `10.${n >> 8}.${n & 255}.1`,
      }),
  },
  {
    what: 'a wrong password from one address',
    most: 30,
    seconds: 900,
    by: 'address',
    passes: 401,
    key: 'sign-in address ',
    once: ({ shop }, { address, n }) =>
      shop.call('POST', '/auth/sign-in/email', {
        body: { email: email(n), password: 'a wrong one' },
        address,
      }),
  },
  {
    what: 'a wrong current password in a password change',
    most: 10,
    seconds: 900,
    by: 'account',
    passes: 400,
    key: 'sign-in known ',
    once: ({ shop }, { who, n }) =>
      shop.call('POST', '/auth/change-password', {
        cookie: who.cookie,
        body: { currentPassword: `a wrong one, ${n}`, newPassword: 'another good password' },
        address: `10.${n >> 8}.${n & 255}.2`,
      }),
  },
  {
    what: 'a sign-up with a taken e-mail',
    most: 20,
    seconds: HOUR,
    by: 'address',
    passes: 422,
    key: 'sign-up taken ',
    once: ({ shop }, { who, address }) =>
      shop.call('POST', '/auth/sign-up/email', {
        body: { name: 'Somebody', email: who.email, password: PASSWORD },
        address,
      }),
  },
  {
    what: 'a password reset request',
    most: 20,
    seconds: HOUR,
    by: 'address',
    passes: 200,
    key: 'password-reset address ',
    once: ({ shop }, { address, n }) =>
      shop.call('POST', '/auth/request-password-reset', { body: { email: email(n) }, address }),
  },
  {
    what: 'a repeated confirmation mail',
    most: 3,
    seconds: HOUR,
    by: 'account',
    passes: 200,
    key: 'email-confirmation ',
    once: ({ shop }, { who }) =>
      shop.call('POST', '/auth/send-verification-email', { cookie: who.cookie, body: {} }),
  },
  {
    what: 'a guest order',
    most: 5,
    seconds: HOUR,
    by: 'address',
    passes: 201,
    key: 'guest-order ',
    once: ({ shop, laptop }, { address, n }) =>
      shop.call('POST', '/api/booking', {
        body: { ...BOOKING, productId: laptop, buyerName: 'A Guest', buyerEmail: email(n) },
        address,
      }),
  },
  {
    what: 'a message through Contact Us',
    most: 5,
    seconds: HOUR,
    by: 'address',
    passes: 201,
    key: 'contact ',
    once: ({ shop }, { address, n }) =>
      shop.call('POST', '/api/contact', {
        body: { name: 'Somebody', email: email(n), subject: 'A question', message: `Number ${n}` },
        address,
      }),
  },
  {
    what: 'a ticket for a sign-up photo',
    most: 5,
    seconds: 900,
    by: 'address',
    passes: 201,
    once: ({ shop }, { address }) => shop.call('POST', '/api/image-tickets', { address }),
  },
  {
    what: 'an uploaded picture, even an invalid one',
    most: 200,
    seconds: HOUR,
    by: 'account',
    passes: 415,
    key: 'upload ',
    once: ({ shop }, { who }) => upload(shop, Buffer.from('no picture'), { token: who.token }),
  },
  {
    what: 'a report of a laptop',
    most: 10,
    seconds: HOUR,
    by: 'account',
    passes: 201,
    key: 'report ',
    once: ({ shop, laptops }, { who, n }) =>
      shop.call('POST', '/api/reports', {
        token: who.token,
        body: { productId: laptops[n % laptops.length], reason: 'Asks for money in advance.' },
      }),
  },
  {
    what: 'a laptop put on sale',
    most: 60,
    seconds: HOUR,
    by: 'account',
    passes: 201,
    key: 'add-product ',
    async once({ shop }, { who }) {
      const id = randomBytes(16).toString('hex')
      await shop.sql(
        `insert into images (id, purpose, owner_id, width, height, color) values ($1, 'product', $2, 64, 48, '#aabbcc')`,
        [id, who.id],
      )
      const body = { ...LAPTOP, image: `/api/images/${id}` }
      return shop.call('POST', '/api/addproducts', { token: who.token, body })
    },
  },
  {
    what: 'a change of an own laptop',
    most: 300,
    seconds: HOUR,
    by: 'account',
    passes: 200,
    key: 'change-product ',
    async once({ shop }, { who, n }) {
      const laptop = changed.get(who.id) ?? (await putOnSale(shop, who))
      changed.set(who.id, laptop)
      const body = { currentPrice: 100 + (n % 200) }
      return shop.call('PUT', `/api/productprice/${laptop}`, { token: who.token, body })
    },
  },
  {
    what: 'a payment that is begun or reported, even without an order',
    most: 120,
    seconds: 600,
    by: 'account',
    passes: 404,
    key: 'payment-questions ',
    once: ({ shop }, { who, n }) => {
      const asked = { bookingId: randomUUID(), price: 1, name: 'x', transactionId: 'pi_made_up' }
      // Each in turn twice, so that of the two refused requests, with one between them, each call gets one.
      const path = n % 4 < 2 ? '/api/create-payment-intent' : '/api/paymentinfo'
      return shop.call('POST', path, { token: who.token, body: asked })
    },
  },
]

/** Each seller's laptop whose price is changed again and again. */
const changed = new Map<string, string>()

/** Tokens live ten minutes; the sessions behind them outlive what these tests let pass. */
export const renewed = async (shop: FrontDoor, who: Person): Promise<Person> => ({
  ...who,
  token: await renewToken(shop, who),
})
