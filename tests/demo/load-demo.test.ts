import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDemo } from '#server/demo/load-demo.ts'
import { everyIntent } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { signUp } from '#tests/support/people.ts'

let shop: FrontDoor

beforeAll(async () => {
  shop = await openFrontDoor()
  const load = () => loadDemo({ ...shop.deps, now: shop.deps.clock() }, { onlyIfEmpty: true })
  // As two processes that start together do.
  expect((await Promise.all([load(), load()])).map(({ loaded }) => loaded).sort()).toEqual([false, true])
})
afterAll(() => shop.close())

const count = async (from: string) => (await shop.sql(`select count(*)::int as count from ${from}`))[0].count
const none = async (from: string) => expect(await shop.sql(`select * from ${from} limit 3`)).toEqual([])

describe('the demo data', () => {
  test('has the expected number of rows for every screen', async () => {
    expect({
      brands: await count('brands'),
      onSale: await count(`products where status = 'available' and withdrawn_at is null`),
      advertised: await count(
        `products where status = 'available' and withdrawn_at is null and advertised_until > now()`,
      ),
      sold: await count(`products where status = 'sold'`),
      sellers: await count(`users where user_type = 'seller'`),
      verified: await count(`users where user_type = 'seller' and verified_at is not null`),
      buyers: await count(`users where user_type = 'buyer'`),
      admins: await count(`users where user_type = 'admin'`),
      openReports: await count('reports where decision is null'),
      decidedReports: await count('reports where decision is not null'),
      posts: await count('blogs'),
    }).toEqual({
      brands: 3,
      onSale: 60,
      advertised: 20,
      sold: 600,
      sellers: 14,
      verified: 8,
      buyers: 25,
      admins: 1,
      openReports: 3,
      decidedReports: 3,
      posts: 6,
    })
    expect(await count(`orders where state = 'open'`)).toBeGreaterThan(40)
    expect(await count(`orders where state = 'paid'`)).toBeGreaterThan(40)
    expect(await count('wishlist')).toBeGreaterThan(20)
  })

  test('is loaded once: loading it again changes nothing', async () => {
    const before = await shop.sql('select xmin::text, * from products order by id')
    const files: string[] = []
    const imageStore = { ...shop.deps.imageStore, save: async (key: string) => void files.push(key) }
    expect(await loadDemo({ pool: shop.deps.pool, imageStore, now: shop.deps.clock() })).toEqual({
      present: true,
      loaded: false,
    })
    expect(files).toEqual([])
    expect(await shop.sql('select xmin::text, * from products order by id')).toEqual(before)
  })

  test('is not loaded into a shop with users', async () => {
    const lived = await openFrontDoor()
    try {
      await signUp(lived, 'buyer')
      const { pool, clock } = lived.deps
      const imageStore = { ...lived.deps.imageStore, save: () => Promise.reject(new Error('not needed')) }
      const deps = { pool, imageStore, now: clock() }
      expect(await loadDemo(deps, { onlyIfEmpty: true })).toEqual({ present: false, loaded: false })
      expect(await lived.sql('select id from products')).toEqual([])
    } finally {
      await lived.close()
    }
  })

  test('holds no connection while storing pictures, and is not loaded if a user signs up then', async () => {
    const lived = await openFrontDoor()
    try {
      const { pool, clock } = lived.deps
      let held: number | undefined
      let someone: Promise<unknown> | undefined
      const save = async () => {
        held ??= pool.totalCount - pool.idleCount
        someone ??= signUp(lived, 'buyer')
        await someone
      }
      const imageStore = { ...lived.deps.imageStore, save }
      expect(await loadDemo({ pool, imageStore, now: clock() }, { onlyIfEmpty: true })).toEqual({
        present: false,
        loaded: false,
      })
      expect(held).toBe(0)
      expect(await lived.sql('select user_type from users')).toEqual([{ user_type: 'buyer' }])
      expect(await lived.sql('select id from products')).toEqual([])
    } finally {
      await lived.close()
    }
  })

  test('has no time in the future except the ends of advertisements', async () => {
    const columns = await shop.sql(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type = 'timestamp with time zone' and column_name <> 'advertised_until'`,
    )
    expect(columns.length).toBeGreaterThan(20)
    for (const { table_name, column_name } of columns)
      await none(`${table_name} where ${column_name} > now()`)
    await none(
      `products where advertised_until > now() + interval '14 days' or advertised_until - interval '14 days' < published_at - interval '1 day'`,
    )
  })

  test('has laptops sold after publication, in the last 550 days, at or below the new price', async () => {
    await none(
      `products where status = 'sold' and (sold_at < published_at or sold_at < now() - interval '550 days')`,
    )
    await none('products where current_price_cents > original_price_cents')
    await none('products p join users u on u.id = p.seller_id where u.created_at > p.published_at')
    await none(`orders o join products p on p.id = o.product_id where o.created_at < p.published_at`)
    await none('orders o join users u on u.id = o.buyer_id where u.created_at > o.created_at')
  })

  test('prices sold laptops by rule: 24 percent off in the first year, 18 percent a year after', async () => {
    const rows = await shop.sql(
      `select original_price_cents / 100.0 as new, current_price_cents / 100.0 as price, condition, purchase_months as months
       from products where status = 'sold'`,
    )
    const ratios = rows.map(({ new: original, price, condition, months }) => {
      const factor = { Excellent: 1, Good: 0.9, Fair: 0.78 }[condition as 'Excellent' | 'Good' | 'Fair']
      return Number(price) / (Number(original) * 0.76 * 0.82 ** (months / 12 - 1) * factor)
    })
    // Noise is eight percent, and added memory and storage at most 12 percent.
    expect(Math.min(...ratios)).toBeGreaterThan(0.91)
    expect(Math.max(...ratios)).toBeLessThan(1.08 * 1.07 * 1.05 + 0.01)
    expect(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toBeCloseTo(1.01, 1)
  })

  test('has unique descriptions of 150 to 400 characters, and fictitious phones and e-mails', async () => {
    await none('products where length(description) not between 150 and 400')
    await none(`products where phone !~ '^01700[0-9]{6}$'`)
    expect(await count('(select distinct description from products) as texts')).toBe(await count('products'))
    await none(`products where (purchase_months % 12 > 0) <> (purchase_year like '%M')`)
    await none(`users where email not like '%@clamshell.test'`)
  })

  test('violates no invariant of the shop', async () => {
    await none(`(select product_id from orders where state = 'paid' group by 1 having count(*) > 1) as twice`)
    await none(
      `orders o join products p on p.id = o.product_id where o.state = 'paid' and (p.status <> 'sold' or p.sold_at <> o.paid_at or p.current_price_cents <> o.price_cents)`,
    )
    await none(
      `orders o left join payments y on y.order_id = o.id and y.state = 'succeeded' where (o.state = 'paid') <> (y.id is not null)`,
    )
    await none('payments y join orders o on o.id = y.order_id where y.amount_cents <> o.price_cents')
    await none(`orders where state = 'held'`)
    await none('products p left join images i on i.id = p.image_id where i.id is null')
  })

  test('has exactly its payments at the card provider, with the right amounts and orders', async () => {
    const payments = await shop.sql('select id, order_id, intent_id, amount_cents, created_at from payments')
    const known = []
    for await (const intent of everyIntent(shop)) known.push(intent)
    const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
    expect(
      known
        .map(
          ({
            id,
            status,
            amountCents,
            amountReceivedCents,
            currency,
            orderId,
            paymentId,
            refundedCents,
            disputed,
          }) => ({
            id,
            status,
            amountCents,
            amountReceivedCents,
            currency,
            orderId,
            paymentId,
            refundedCents,
            disputed,
          }),
        )
        .sort(byId),
    ).toEqual(
      payments
        .map((row) => ({
          id: row.intent_id,
          status: 'succeeded',
          amountCents: row.amount_cents,
          amountReceivedCents: row.amount_cents,
          currency: 'usd',
          orderId: row.order_id,
          paymentId: row.id,
          refundedCents: 0,
          disputed: false,
        }))
        .sort(byId),
    )
    // The provider lists the newest first, by seconds.
    const secondOf = new Map(
      payments.map((row) => [row.intent_id, Math.floor(Number(row.created_at) / 1000)]),
    )
    const seconds = known.map(({ id }) => secondOf.get(id) ?? 0)
    expect(seconds).toEqual(seconds.toSorted((a, b) => b - a))
    expect(await count('sandbox_stripe.events')).toBe(0)
  })
})
