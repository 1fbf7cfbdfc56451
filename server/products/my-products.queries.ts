import { and, eq, isNull } from 'drizzle-orm'
import type { Paging } from '#contract/fields.ts'
import type { MyProduct } from '#contract/products.ts'
import { images, orders, products, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { claims } from '../orders/refuse-if-claimed.ts'
import { newestFirst, type Page, toPage } from '../paging.ts'
import { notFound } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { toProduct } from './product-row.ts'

const own = (who: Caller) => and(eq(products.sellerId, who.id), isNull(products.withdrawnAt))

/** A seller's own laptops, newest first, each with its orders counted and what keeps it as it is. */
export async function listMyProducts(
  db: Db,
  who: Caller,
  { limit, after, now }: Paging & { now: Date },
): Promise<Page<MyProduct>> {
  const { where, orderBy } = newestFirst(products.publishedAt, products.id, after)
  const [rows, total] = await Promise.all([
    db
      .select({
        product: products,
        imageColor: images.color,
        sellerName: users.name,
        sellerVerifiedAt: users.verifiedAt,
        orders: db.$count(orders, eq(orders.productId, products.id)),
        claim: orders.state,
      })
      .from(products)
      .innerJoin(images, eq(images.id, products.imageId))
      .leftJoin(users, eq(users.id, products.sellerId))
      .leftJoin(orders, and(eq(orders.productId, products.id), claims))
      .where(and(own(who), where))
      .orderBy(...orderBy)
      .limit(limit + 1),
    db.$count(products, own(who)),
  ])
  return toPage(
    rows,
    limit,
    total,
    ({ product }) => ({ at: product.publishedAt, id: product.id }),
    ({ orders, claim, ...row }) => {
      const laptop = toProduct(now)(row)
      return {
        ...laptop,
        phone: row.product.phone,
        adsUntil: laptop.ads ? (row.product.advertisedUntil?.toISOString() ?? null) : null,
        orders,
        locked: claim === 'open' ? null : claim,
      }
    },
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
