import { and, eq, isNull, type Placeholder, sql } from 'drizzle-orm'
import type { Paging } from '#contract/fields.ts'
import type { MyProduct } from '#contract/products.ts'
import { isoTime, type JsonText, jsonOf } from '../database/json-text.ts'
import { prepared } from '../database/prepared.ts'
import { images, orders, products, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { claims } from '../orders/orders.queries.ts'
import { newestFirst, type Page, readPage } from '../paging.ts'
import { notFound } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { cursorOf, isAdvertised, productFields } from './product-row.ts'

const own = (who: { id: string | Placeholder }) =>
  and(eq(products.sellerId, who.id), isNull(products.withdrawnAt))
const order = newestFirst(products.publishedAt, products.id)

const mine = prepared((db, limit) => {
  const mine = own({ id: sql.placeholder('seller') })
  return db
    .select({
      laptop: jsonOf<MyProduct>({
        ...productFields,
        phone: products.phone,
        sellerEmail: users.email,
        adsUntil: sql`case when ${isAdvertised} then ${isoTime(products.advertisedUntil)} end`,
        orders: db.$count(orders, eq(orders.productId, products.id)),
        // The state of the order that claims it, of which there is at most one.
        locked: sql<'held' | 'paid' | null>`${orders.state}`,
      }),
      total: db.$count(products, mine),
    })
    .from(products)
    .innerJoin(images, eq(images.id, products.imageId))
    .leftJoin(users, eq(users.id, products.sellerId))
    .leftJoin(orders, and(eq(orders.productId, products.id), claims))
    .where(and(mine, order.where))
    .orderBy(...order.orderBy)
    .limit(limit)
}, 'my_laptops')

/** A seller's own laptops, newest first, each with its number of orders and whether one keeps it from being changed. */
export async function listMyProducts(
  db: Db,
  who: Caller,
  { now, ...paging }: Paging & { now: Date },
): Promise<Page<JsonText<MyProduct>>> {
  return readPage(
    db,
    { query: mine, values: { seller: who.id, now }, order, ...paging },
    ({ laptop }) => cursorOf(laptop.read()),
    ({ laptop }) => laptop,
  )
}

/**
 * Locks one of a seller's own laptops, before anything is asked of its orders. `not-found` where there is no
 * such laptop, it is withdrawn, or it is another's: the same answer.
 */
export async function lockMyProduct(db: Db, who: Caller, id: string) {
  const [product] = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), own(who)))
    .for('update')
  if (!product) throw notFound('laptop')
  return product
}
