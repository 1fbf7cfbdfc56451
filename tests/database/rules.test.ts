import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'

/* The rules that the database itself enforces, however wrong the code. */

let shop: FrontDoor
let seller: Person
let buyers: [Person, Person]
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
  buyers = [await signUp(shop, 'buyer'), await signUp(shop, 'buyer')]
})
afterAll(() => shop.close())

const refusal = (sql: string, values: unknown[]) =>
  shop.sql(sql, values).then(
    () => 'nothing',
    (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
  )
const hold = `update orders set state = 'held', held_until = now() where id = $1`
const pay = `update orders set state = 'paid', held_until = null, paid_at = now() where id = $1`

it.each([
  ['held', 'held', hold, hold],
  ['paid', 'held', pay, hold],
  ['held', 'paid', hold, pay],
  ['paid', 'paid', pay, pay],
])(
  'refuses, while one order for a laptop is %s, a second one that is %s',
  async (_first, _second, one, two) => {
    const laptop = await putOnSale(shop, seller)
    const [first, second] = [await order(shop, buyers[0], laptop), await order(shop, buyers[1], laptop)]
    await shop.sql(one, [first])
    expect(await refusal(two, [second])).toBe('orders_one_claim')
  },
)

const copyOf = (table: string, id: unknown, changes: Record<string, unknown>) =>
  refusal(
    `insert into ${table} select (jsonb_populate_record(t, $2)).* from ${table} t where t.${table === 'payment_events' ? 'event_id' : 'id'} = $1`,
    [id, JSON.stringify(changes)],
  )

it('refuses a second order of a buyer for the same laptop', async () => {
  const id = await order(shop, buyers[0], await putOnSale(shop, seller))
  expect(await copyOf('orders', id, { id: newId(new Date()) })).toBe('orders_one_per_buyer')
})

it('refuses a second wishlist entry of a buyer for the same laptop', async () => {
  const productId = await putOnSale(shop, seller)
  const { body } = await shop.call('POST', '/api/wishlist', { token: buyers[0].token, body: { productId } })
  expect(await copyOf('wishlist', body.insertedId, { id: newId(new Date()) })).toMatch(/^wishlist_buyer_id/)
})

/** A laptop, and a buyer's order for it whose payment has begun. */
async function beginToPay() {
  const [buyer, laptop] = [await signUp(shop, 'buyer'), await putOnSale(shop, seller)]
  const bookingId = await order(shop, buyer, laptop)
  await shop.call('POST', '/api/create-payment-intent', {
    token: buyer.token,
    body: { price: 449.5, bookingId },
  })
  const [{ id }] = await shop.sql('select id from payments where order_id = $1', [bookingId])
  return { laptop, bookingId, paymentId: id as string }
}

it('refuses a second open payment of an order, a second success, and a duplicate attempt', async () => {
  const { paymentId: id } = await beginToPay()
  const other = { id: newId(new Date()), idempotency_key: `other-${id}`, intent_id: `pi_other_${id}` }
  expect(await copyOf('payments', id, { ...other, attempt: 2 })).toBe('payments_one_open')
  expect(await copyOf('payments', id, { ...other, state: 'canceled' })).toBe('payments_order_id_attempt_key')
  await shop.sql(`update payments set state = 'succeeded' where id = $1`, [id])
  expect(await copyOf('payments', id, { ...other, attempt: 2 })).toBe('payments_one_success')
})

it('refuses a payment with the idempotency key or the intent ID of another one', async () => {
  const { paymentId: id } = await beginToPay()
  const other = { id: newId(new Date()), attempt: 2, state: 'canceled' }
  expect(await copyOf('payments', id, { ...other, intent_id: 'pi_other' })).toBe(
    'payments_idempotency_key_key',
  )
  expect(await copyOf('payments', id, { ...other, idempotency_key: 'other' })).toBe('payments_intent_id_key')
})

it('refuses a second unpaid order of a guest for a laptop, until the first is paid', async () => {
  const id = await order(shop, buyers[0], await putOnSale(shop, seller))
  await shop.sql('update orders set buyer_id = null where id = $1', [id])
  expect(await copyOf('orders', id, { id: newId(new Date()) })).toBe('orders_one_per_guest')
  await shop.sql(pay, [id])
  const open = { id: newId(new Date()), state: 'open', paid_at: null }
  expect(await copyOf('orders', id, open)).toBe('nothing')
})

it('refuses a duplicate session token, and a duplicate sign-in account', async () => {
  for (const [table, constraint] of [
    ['sessions', 'sessions_token_key'],
    ['accounts', 'accounts_provider_id_account_id_key'],
  ] as const) {
    const [{ id }] = await shop.sql(`select id from ${table} where user_id = $1`, [seller.id])
    expect(await copyOf(table, id, { id: newId(new Date()) })).toBe(constraint)
  }
})

it('refuses values that a column does not allow', async () => {
  const { laptop, bookingId } = await beginToPay()
  for (const [column, value, which] of [
    ['orders.state', 'returned', `product_id = '${laptop}'`],
    ['orders.price_cents', 49, `product_id = '${laptop}'`],
    ['payments.state', 'lost', `order_id = '${bookingId}'`],
    ['products.status', 'hidden', `id = '${laptop}'`],
    ['products.condition', 'New', `id = '${laptop}'`],
    ['images.purpose', 'logo', `id = (select image_id from products where id = '${laptop}')`],
    ['users.user_type', 'owner', `id = '${seller.id}'`],
  ] as const) {
    const [table, name] = column.split('.')
    const copy = `select (jsonb_populate_record(t, $1)).* from ${table} t where ${which}`
    const changes = JSON.stringify({ [name as string]: value, ...(name === 'state' && { held_until: null }) })
    expect(await refusal(`insert into ${table} ${copy}`, [changes])).toBe(`${table}_${name}_check`)
  }
})

it('refuses a decision about a report without its time', async () => {
  const productId = await putOnSale(shop, seller)
  await shop.sql(`insert into reports (id, product_id, reason) values (gen_random_uuid(), $1, 'Odd')`, [
    productId,
  ])
  const decide = `update reports set decision = 'dismissed' where product_id = $1`
  expect(await refusal(decide, [productId])).toBe('reports_check')
})

it('refuses a duplicate event of the card provider', async () => {
  await shop.sql(`insert into payment_events (event_id, type) values ('evt_1', 'payment_intent.succeeded')`)
  expect(await copyOf('payment_events', 'evt_1', { type: 'other' })).toBe('payment_events_pkey')
})

it.each([
  ['nothing', { current_price_cents: 0 }],
  ['less than half a dollar', { current_price_cents: 49 }],
  ['a million dollars', { original_price_cents: 100_000_000, current_price_cents: 100_000_000 }],
  ['more than it cost when it was new', { original_price_cents: 5000, current_price_cents: 5001 }],
])('refuses a laptop for %s', async (_price, changes) => {
  const laptop = await putOnSale(shop, seller)
  expect(await copyOf('products', laptop, { id: newId(new Date()), ...changes })).toMatch(/_check\d*$/)
})

it('refuses a paid order without its time, and a held order without its end', async () => {
  const id = await order(shop, buyers[0], await putOnSale(shop, seller))
  for (const state of ['paid', 'held'])
    expect(await refusal('update orders set state = $2 where id = $1', [id, state])).toMatch(/^orders_check/)
})

it('refuses a duplicate e-mail, and one in upper case', async () => {
  const { id, email } = seller
  expect(await copyOf('users', id, { id: newId(new Date()) })).toBe('users_email_key')
  expect(await copyOf('users', id, { id: newId(new Date()), email: email.toUpperCase() })).toBe(
    'users_email_check',
  )
})

it('refuses to update, delete or truncate the audit trail', async () => {
  const id = newId(new Date())
  await shop.sql(`insert into audit_events (id, at, action) values ($1, now(), 'role-changed')`, [id])
  expect(await refusal(`update audit_events set action = 'x' where id = $1`, [id])).toMatch(/only ever added/)
  expect(await refusal('delete from audit_events where id = $1', [id])).toMatch(/only ever added/)
  expect(await refusal('truncate audit_events', [])).toMatch(/only ever added/)
})
