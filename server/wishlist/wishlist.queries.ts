import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Paging } from '#contract/fields.ts'
import type { Wish } from '#contract/wishlist.ts'
import { dollars, type JsonText, jsonOf } from '../database/json-text.ts'
import { prepared } from '../database/prepared.ts'
import { images, orders, products, users, wishlist } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { newestFirst, type Page, readPage } from '../paging.ts'
import { productFields } from '../products/product-row.ts'
import type { Caller } from '../sign-in/caller.ts'

const order = newestFirst(wishlist.createdAt, wishlist.id)

const mine = prepared((db, limit) => {
  const mine = eq(wishlist.buyerId, sql.placeholder('buyer'))
  return db
    .select({
      at: wishlist.createdAt,
      id: wishlist.id,
      wish: jsonOf<Wish>({
        ...productFields,
        // A withdrawn laptop is no more available than a sold one.
        status: sql`case when ${products.withdrawnAt} is null then ${products.status} else 'sold' end`,
        _id: wishlist.id,
        productId: wishlist.productId,
        buyerEmail: sql`${sql.placeholder('email')}::text`,
        priceWhenSaved: dollars(wishlist.priceCentsWhenSaved),
        orderId: orders.id,
        orderPrice: dollars(orders.priceCents),
        paid: sql`coalesce(${orders.state} = 'paid', false)`,
        withdrawn: sql`${products.withdrawnAt} is not null`,
      }),
      total: db.$count(wishlist, mine),
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
    .where(and(mine, order.where))
    .orderBy(...order.orderBy)
    .limit(limit)
}, 'my_wishes')

/** A buyer's saved laptops with their live data (price, sold or not) and the buyer's order for each, if any. */
export async function listWishes(
  db: Db,
  who: Caller,
  { now, ...paging }: Paging & { now: Date },
): Promise<Page<JsonText<Wish>>> {
  return readPage(
    db,
    { query: mine, values: { buyer: who.id, email: who.email, now }, order, ...paging },
    ({ at, id }) => ({ at, id }),
    ({ wish }) => wish,
  )
}
