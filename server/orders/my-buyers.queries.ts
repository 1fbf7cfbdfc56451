import { and, eq } from 'drizzle-orm'
import type { Paging } from '#contract/fields.ts'
import { dollarsFromCents } from '#contract/money.ts'
import type { MyBuyer } from '#contract/orders.ts'
import { containsText } from '../contains-text.ts'
import { orders, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { newestFirst, type Page, toPage } from '../paging.ts'
import type { Caller } from '../sign-in/caller.ts'

/**
 * The orders of a seller's laptops with who placed them, newest first: all, or those whose buyer's name or
 * e-mail or whose laptop contains the search.
 */
export async function listMyBuyers(
  db: Db,
  who: Caller,
  { limit, after, search }: Paging & { search?: string | undefined },
): Promise<Page<MyBuyer>> {
  const found = and(
    eq(orders.sellerId, who.id),
    containsText([orders.buyerName, orders.buyerEmail, orders.productName], search),
  )
  const { where, orderBy } = newestFirst(orders.createdAt, orders.id, after)
  const [rows, total] = await Promise.all([
    db
      .select({ order: orders, image: users.image })
      .from(orders)
      .leftJoin(users, eq(users.id, orders.buyerId))
      .where(and(found, where))
      .orderBy(...orderBy)
      .limit(limit + 1),
    db.$count(orders, found),
  ])
  return toPage(
    rows,
    limit,
    total,
    ({ order }) => ({ at: order.createdAt, id: order.id }),
    ({ order, image }) => ({
      _id: order.id,
      productId: order.productId,
      productName: order.productName,
      price: dollarsFromCents(order.priceCents),
      paid: order.state === 'paid',
      buyerName: order.buyerName,
      buyerEmail: order.buyerEmail,
      buyerImg: image,
      phone: order.phone,
      location: order.location,
      bookingDate: order.createdAt.toISOString(),
    }),
  )
}
