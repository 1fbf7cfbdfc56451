import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Paging } from '#contract/fields.ts'
import { dollarsFromCents } from '#contract/money.ts'
import type { Booking } from '#contract/orders.ts'
import { prepared } from '../database/prepared.ts'
import { images, orders, payments, products, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { imageUrl } from '../images/image-url.ts'
import { newestFirst, type Page, readPage } from '../paging.ts'
import { notFound } from '../problems.ts'
import { onSale } from '../products/product-row.ts'
import type { Caller } from '../sign-in/caller.ts'

/** An order that is paid, or whose buyer is paying: an index allows one per laptop at most. */
export const claims = inArray(orders.state, ['held', 'paid'])

const sorting = newestFirst(orders.createdAt, orders.id)
const mine = prepared((db, limit) => {
  const mine = eq(orders.buyerId, sql.placeholder('buyer'))
  return selectOrders(db, db.$count(orders, mine))
    .where(and(mine, sorting.where))
    .orderBy(...sorting.orderBy)
    .limit(limit)
}, 'my_orders')

/** A buyer's own orders, newest first. */
export async function listOrders(db: Db, who: Caller, paging: Paging): Promise<Page<Booking>> {
  return readPage(
    db,
    { query: mine, values: { buyer: who.id }, order: sorting, ...paging },
    ({ order }) => ({ at: order.createdAt, id: order.id }),
    toBooking(who),
  )
}

/** One of a buyer's own orders; undefined if it does not exist or is another's, which is not told apart. */
export async function findOrder(db: Db, who: Caller, id: string): Promise<Booking | undefined> {
  const [row] = await selectOrders(db, sql<number>`1`).where(own(who, id))
  return row && toBooking(who)(row)
}

/** The same as a database row, not locked. Problem: `not-found`. */
export async function requireOwnOrder(db: Db, who: Caller, id: string): Promise<typeof orders.$inferSelect> {
  const [order] = await db.select().from(orders).where(own(who, id))
  if (!order) throw notFound('order')
  return order
}

const own = (who: Caller, id: string) => and(eq(orders.id, id), eq(orders.buyerId, who.id))

function selectOrders(db: Db, total: SQL<number>) {
  return db
    .select({
      total,
      order: orders,
      imageColor: images.color,
      onSale: sql<boolean>`(${onSale})`,
      productPhone: products.phone,
      originalPriceCents: products.originalPriceCents,
      condition: products.condition,
      purchaseYear: products.purchaseYear,
      description: products.description,
      publishedAt: products.publishedAt,
      sellerName: users.name,
      sellerVerified: sql<boolean>`${users.verifiedAt} is not null`,
      transactionId: payments.intentId,
    })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .innerJoin(images, eq(images.id, orders.imageId))
    .leftJoin(users, eq(users.id, orders.sellerId))
    .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.state, 'succeeded')))
    .$dynamic()
}

function toBooking(who: Caller) {
  return ({ order, ...row }: Awaited<ReturnType<typeof selectOrders>>[number]): Booking => ({
    ...toOrder(order, row.onSale),
    imageColor: row.imageColor,
    originalPrice: dollarsFromCents(row.originalPriceCents),
    condition: row.condition,
    purchaseYear: row.purchaseYear,
    description: row.description,
    publishedDate: row.publishedAt.toISOString(),
    buyerName: order.ofGuest ? who.name : order.buyerName,
    buyerImg: who.image,
    paidDate: order.paidAt?.toISOString() ?? null,
    transactionId: row.transactionId,
    sellerName: row.sellerName,
    sellerVerified: row.sellerVerified,
    sellerPhone: order.state === 'paid' ? row.productPhone : null,
  })
}

/** The part of an order that buyer and seller see alike. */
export function toOrder(order: typeof orders.$inferSelect, onSale: boolean) {
  return {
    _id: order.id,
    productId: order.productId,
    productName: order.productName,
    image: imageUrl(order.imageId),
    price: dollarsFromCents(order.priceCents),
    paid: order.state === 'paid',
    available: onSale,
    buyerName: order.buyerName,
    buyerEmail: order.buyerEmail,
    phone: order.phone,
    location: order.location,
    bookingDate: order.createdAt.toISOString(),
  }
}
