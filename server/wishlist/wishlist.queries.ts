import { and, eq, getTableColumns, isNotNull } from 'drizzle-orm'
import type { Paging } from '#contract/fields.ts'
import { dollarsFromCents } from '#contract/money.ts'
import type { Wish } from '#contract/wishlist.ts'
import { images, orders, products, users, wishlist } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { newestFirst, type Page, toPage } from '../paging.ts'
import { toProduct } from '../products/product-row.ts'
import type { Caller } from '../sign-in/caller.ts'

/** A buyer's saved laptops with their live data (price, sold or not) and the buyer's order for each, if any. */
export async function listWishes(
  db: Db,
  who: Caller,
  { limit, after, now }: Paging & { now: Date },
): Promise<Page<Wish>> {
  const mine = eq(wishlist.buyerId, who.id)
  const { where, orderBy } = newestFirst(wishlist.createdAt, wishlist.id, after)
  const [rows, total] = await Promise.all([
    db
      .select({
        wish: wishlist,
        product: getTableColumns(products),
        imageColor: images.color,
        sellerName: users.name,
        sellerVerifiedAt: users.verifiedAt,
        orderId: orders.id,
      })
      .from(wishlist)
      .innerJoin(products, eq(products.id, wishlist.productId))
      .innerJoin(images, eq(images.id, products.imageId))
      .leftJoin(users, eq(users.id, products.sellerId))
      .leftJoin(
        orders,
        and(
          eq(orders.productId, wishlist.productId),
          isNotNull(orders.buyerId),
          eq(orders.buyerId, wishlist.buyerId),
        ),
      )
      .where(and(mine, where))
      .orderBy(...orderBy)
      .limit(limit + 1),
    db.$count(wishlist, mine),
  ])
  return toPage(
    rows,
    limit,
    total,
    ({ wish }) => ({ at: wish.createdAt, id: wish.id }),
    ({ wish, orderId, ...product }) => ({
      ...toProduct(now)(product),
      // A laptop that was withdrawn can no more be had than one that is sold.
      ...(product.product.withdrawnAt && { status: 'sold' as const }),
      _id: wish.id,
      productId: wish.productId,
      buyerEmail: who.email,
      priceWhenSaved: dollarsFromCents(wish.priceCentsWhenSaved),
      orderId,
    }),
  )
}
