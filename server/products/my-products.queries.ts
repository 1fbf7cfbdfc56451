import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Paging } from '#contract/fields.ts'
import type { MyProduct } from '#contract/products.ts'
import { images, orders, products, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { newestFirst, type Page, toPage } from '../paging.ts'
import { notFound, Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { toProduct } from './product-row.ts'

const own = (who: Caller) => and(eq(products.sellerId, who.id), isNull(products.withdrawnAt))
/** An order that is paid, or whose buyer is paying: one per laptop at most, by index. */
const claims = inArray(orders.state, ['held', 'paid'])

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

/**
 * Refuses while an order claims a laptop that is locked: `already-paid`, with what that means for what was
 * asked, or `laptop-held`. A claim whose time is over still counts until the provider has said that it was
 * not paid.
 */
export async function refuseIfClaimed(
  db: Db,
  productId: string,
  { now, paid }: { now: Date; paid: string },
): Promise<void> {
  const [claim] = await db
    .select({ state: orders.state, heldUntil: orders.heldUntil })
    .from(orders)
    .where(and(eq(orders.productId, productId), claims))
  if (!claim) return
  if (claim.state === 'paid') throw new Problem('already-paid', paid)
  throw new Problem(
    'laptop-held',
    claim.heldUntil && claim.heldUntil > now
      ? 'A buyer is paying for this laptop just now. If they do not finish within 15 minutes, it is free again.'
      : 'A buyer began to pay for this laptop. Their time is over, and the card provider is being asked whether they paid: please try again in a minute.',
  )
}
