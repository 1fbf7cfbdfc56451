import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Paging } from '#contract/fields.ts'
import { dollarsFromCents } from '#contract/money.ts'
import type { MyBuyer } from '#contract/orders.ts'
import { containsText, patternFor } from '../database/contains-text.ts'
import { prepared } from '../database/prepared.ts'
import { orders, products, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { imageUrl } from '../images/image-url.ts'
import { newestFirst, type Page, readPage } from '../paging.ts'
import { onSale } from '../products/product-row.ts'
import type { Caller } from '../sign-in/caller.ts'

const { placeholder } = sql
const order = newestFirst(orders.createdAt, orders.id)

function selectBuyers(db: Db, limit: Placeholder, search?: SQL) {
  const found = and(eq(orders.sellerId, placeholder('seller')), search)
  return db
    .select({
      order: orders,
      buyerImg: sql<string | null>`case when not ${orders.ofGuest} then ${users.image} end`,
      onSale: sql<boolean>`(${onSale})`,
      total: db.$count(orders, found),
    })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .leftJoin(users, eq(users.id, orders.buyerId))
    .where(and(found, order.where))
    .orderBy(...order.orderBy)
    .limit(limit)
}

const all = prepared((db, limit) => selectBuyers(db, limit), 'my_buyers')
const found = prepared((db, limit) =>
  selectBuyers(db, limit, containsText([orders.buyerName, orders.buyerEmail, orders.productName])),
)

/**
 * The orders of a seller's laptops with who placed them, newest first: all, or those whose buyer's name or
 * e-mail or whose laptop contains the search.
 */
export async function listMyBuyers(
  db: Db,
  who: Caller,
  { search, ...paging }: Paging & { search?: string | undefined },
): Promise<Page<MyBuyer>> {
  return readPage(
    db,
    {
      query: search ? found : all,
      values: { seller: who.id, pattern: search && patternFor(search) },
      order,
      ...paging,
    },
    ({ order }) => ({ at: order.createdAt, id: order.id }),
    ({ order, onSale, buyerImg }) => ({
      _id: order.id,
      productId: order.productId,
      productName: order.productName,
      image: imageUrl(order.imageId),
      price: dollarsFromCents(order.priceCents),
      paid: order.state === 'paid',
      available: order.state !== 'paid' && onSale,
      buyerName: order.buyerName,
      buyerEmail: order.buyerEmail,
      buyerImg,
      phone: order.phone,
      location: order.location,
      bookingDate: order.createdAt.toISOString(),
    }),
  )
}
