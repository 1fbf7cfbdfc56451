import { randomBytes } from 'node:crypto'
import type { Answer, FrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, PASSWORD, type Person, renewToken, signUp } from '#tests/support/people.ts'

/** A valid call: who makes it, with what, and what can be read back of it. */
export type Good = {
  by: { token?: string; cookie?: string }
  /** Restores the state in which the call can be made. */
  before?: () => Promise<void>
  body: () => Promise<Record<string, unknown>>
  path?: string
  /** What is stored of the fields of the body. */
  kept?: (answer: Answer) => Promise<Record<string, unknown>>
}

const GUEST = { buyerName: 'Gus Guest', buyerEmail: 'gus@example.com' }
const LAPTOP = {
  name: 'HP ProBook 450 G7',
  brand: 'hp',
  originalPrice: '999999.99',
  currentPrice: '0.5',
  condition: 'Good',
  purchaseYear: '1Y 2M',
  phone: '01712345678',
  location: 'IDB Bhaban, Agargaon',
  description: 'Light wear.',
}

export type People = Record<'buyer' | 'seller' | 'admin' | 'newcomer', Person>

export async function openPeople(shop: FrontDoor): Promise<People> {
  const admin = await makeAdmin(shop)
  return {
    buyer: await signUp(shop, 'buyer'),
    seller: await signUp(shop, 'seller'),
    admin: { ...admin, token: await renewToken(shop, admin) },
    newcomer: await signUp(shop, 'buyer'),
  }
}

/** A picture of somebody's own: only a row, since only its owner and purpose are checked. */
export async function addPicture(
  shop: FrontDoor,
  owner: Person,
  purpose: 'avatar' | 'product',
): Promise<string> {
  const id = randomBytes(16).toString('hex')
  await shop.sql(
    `insert into images (id, purpose, owner_id, width, height, color) values ($1, $2, $3, 9, 9, '#aabbcc')`,
    [id, purpose, owner.id],
  )
  return `/api/images/${id}`
}

/** Every call that takes a body, with a valid request. */
export async function goodRequests(shop: FrontDoor, people: People): Promise<Record<string, Good>> {
  const { buyer, seller, admin, newcomer } = people
  // A price that no tried value has, so that no payment is begun.
  const laptop = await putOnSale(shop, seller, { price: 450.25 })
  const orderId = await order(shop, buyer, laptop)
  // The maximum, so that no tried price is above the original one.
  const priced = await putOnSale(shop, seller)
  await shop.sql('update products set original_price_cents = 99999999 where id = $1', [priced])
  const { body: report } = await shop.call('POST', '/api/reports', {
    token: buyer.token,
    body: { productId: await putOnSale(shop, seller), reason: 'Doubtful.' },
  })
  const row = async (sql: string, id: unknown) => (await shop.sql(sql, [id]))[0] ?? {}
  const withoutRole = () =>
    shop.sql('update users set user_type = null where id = $1', [newcomer.id]).then(() => {})
  const whoIs = () =>
    row('select name, email, image, user_type as "userType" from users where id = $1', newcomer.id)
  await shop.sql(
    `insert into accounts (id, user_id, provider_id, account_id, created_at, updated_at)
     values (gen_random_uuid(), $1, 'google', 'subject of the newcomer', now(), now())`,
    [newcomer.id],
  )
  const json = async (body: Record<string, unknown>) => body

  return {
    'POST /contact': {
      by: {},
      before: () => shop.sql('delete from messages').then(() => {}),
      body: () => json({ name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'A question.' }),
      kept: ({ body }) =>
        row('select name, email, subject, message from messages where id = $1', body.insertedId),
    },
    'POST /booking': {
      by: {},
      before: () => shop.sql('delete from orders where buyer_id is null').then(() => {}),
      body: () => json({ productId: laptop, ...BOOKING, ...GUEST }),
      kept: ({ body }) =>
        row(
          `select product_id as "productId", phone, location, buyer_name as "buyerName", buyer_email as "buyerEmail"
           from orders where id = $1`,
          body.insertedId,
        ),
    },
    'POST /addproducts': {
      by: { token: seller.token },
      body: async () => ({ ...LAPTOP, image: await addPicture(shop, seller, 'product') }),
      async kept({ body }) {
        const list = await shop.call('GET', `/api/myproduct?email=${seller.email}&limit=100`, {
          token: seller.token,
        })
        const shown = await shop.call('GET', '/api/products?limit=100')
        const mine = list.body.find(({ _id }: { _id: string }) => _id === body.insertedId)
        const { phone: _, ...open } = shown.body.find(({ _id }: { _id: string }) => _id === body.insertedId)
        return { ...mine, ...open }
      },
    },
    'PUT /productprice/{id}': {
      by: { token: seller.token },
      path: `/productprice/${priced}`,
      body: () => json({ currentPrice: '400' }),
      kept: () =>
        row(
          'select current_price_cents / 100.0 :: double precision as "currentPrice" from products where id = $1',
          priced,
        ),
    },
    'POST /jwt': { by: { cookie: buyer.cookie }, body: () => json({ email: buyer.email }) },
    'POST /users': {
      by: { cookie: newcomer.cookie },
      before: withoutRole,
      body: () => json({ name: 'Newcomer', email: newcomer.email, userType: 'buyer' }),
      kept: whoIs,
    },
    'PUT /googleuser/{email}': {
      by: { cookie: newcomer.cookie },
      before: withoutRole,
      path: `/googleuser/${newcomer.email}`,
      body: () => json({ name: 'Newcomer', email: newcomer.email, userType: 'buyer' }),
    },
    'POST /wishlist': {
      by: { token: buyer.token },
      body: () => json({ productId: laptop }),
      kept: ({ body }) =>
        row('select product_id as "productId" from wishlist where id = $1', body.insertedId),
    },
    'POST /reports': {
      by: { token: seller.token },
      before: () => shop.sql('delete from reports where reporter_id = $1', [seller.id]).then(() => {}),
      body: async () => ({ productId: await putOnSale(shop, buyer), reason: 'Doubtful.' }),
      kept: ({ body }) => row('select reason from reports where id = $1', body.insertedId),
    },
    'PUT /reports/{id}': {
      by: { token: admin.token },
      before: () =>
        shop
          .sql(
            `update reports set decision = null, decision_reason = null, decided_by = null, decided_at = null
             where id = $1`,
            [report.insertedId],
          )
          .then(() => {}),
      path: `/reports/${report.insertedId}`,
      body: () => json({ decision: 'dismissed', reason: 'All is well.' }),
      kept: () =>
        row('select decision, decision_reason as reason from reports where id = $1', report.insertedId),
    },
    'POST /create-payment-intent': {
      by: { token: buyer.token },
      body: () => json({ price: '100', bookingId: orderId }),
    },
    'POST /paymentinfo': {
      by: { token: buyer.token },
      body: () => json({ name: 'Ada', price: 449.5, transactionId: 'pi_none', bookingId: orderId }),
    },
    'POST /auth/sign-up/email': {
      by: {},
      before: () => shop.sql(`delete from users where email like 'tried%'`).then(() => {}),
      body: () => json({ name: 'Tried Out', email: 'tried@example.com', password: PASSWORD }),
      async kept({ body }) {
        return row('select name, email from users where id = $1', body.user.id)
      },
    },
    'POST /auth/sign-in/email': { by: {}, body: () => json({ email: buyer.email, password: PASSWORD }) },
    'POST /auth/request-password-reset': { by: {}, body: () => json({ email: 'nobody@example.com' }) },
    'POST /auth/reset-password': { by: {}, body: () => json({ token: 'none', newPassword: PASSWORD }) },
    'POST /auth/change-password': {
      by: { cookie: buyer.cookie },
      body: () => json({ currentPassword: 'not the current one', newPassword: PASSWORD }),
    },
    'POST /auth/confirm-email': { by: {}, body: () => json({ token: 'none' }) },
  }
}
