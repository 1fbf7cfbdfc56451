import type pg from 'pg'
import type { Purchase } from './buyers.ts'
import { buyerEmails, signInPeople } from './people.ts'

/** The most that one buyer may hold at a time. */
const LAPTOPS_OF_ONE = 3

/** This many laptops without an order, each with a signed-in person to buy it. */
export async function pickPurchases(pool: pg.Pool, count: number): Promise<Purchase[]> {
  const { rows } = await pool.query<{ id: string; cents: number }>(
    `select id, current_price_cents as cents from products p
     where status = 'available' and withdrawn_at is null and not exists (select from orders o where o.product_id = p.id)
     order by published_at, id limit $1`,
    [count],
  )
  if (rows.length < count) throw new Error('There are too few laptops to buy.')
  const buyers = await signInPeople(pool, buyerEmails(Math.ceil(count / LAPTOPS_OF_ONE)))
  return rows.map(({ id, cents }, at) => ({
    token: buyers[at % buyers.length]?.token ?? '',
    productId: id,
    price: cents / 100,
  }))
}
