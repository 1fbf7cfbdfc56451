import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Paging } from '#contract/fields.ts'
import type { MyBuyer } from '#contract/orders.ts'
import { containsText, patternFor } from '../database/contains-text.ts'
import { prepared } from '../database/prepared.ts'
import { orders, products, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { newestFirst, type Page, readPage } from '../paging.ts'
import { onSale } from '../products/product-row.ts'
import type { Caller } from '../sign-in/caller.ts'
import { toOrder } from './orders.queries.ts'

const { placeholder } = sql
const sorting = newestFirst(orders.createdAt, orders.id)

function selectBuyers(db: Db, limit: Placeholder, search?: SQL) {
  const found = and(eq(orders.sellerId, placeholder('seller')), search)
  return db
    .select({
      order: orders,
      buyerImg: sql<string | null>`case when not ${orders.ofGuest} then ${users.image} end`,
      onSale: sql<boolean>`(${onSale})`,
      condition: products.condition,
      purchaseYear: products.purchaseYear,
      publishedAt: products.publishedAt,
      total: db.$count(orders, found),
    })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .leftJoin(users, eq(users.id, orders.buyerId))
    .where(and(found, sorting.where))
    .orderBy(...sorting.orderBy)
    .limit(limit)
}

const all = prepared((db, limit) => selectBuyers(db, limit), 'my_buyers')
const found = prepared((db, limit) =>
  selectBuyers(db, limit, containsText([orders.buyerName, orders.buyerEmail, orders.productName])),
)

/**
 * The orders of a seller's laptops with who placed them, newest first: all, or those where the buyer's name or e-mail,
 * or the laptop, contains the search.
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
      order: sorting,
      ...paging,
    },
    ({ order }) => ({ at: order.createdAt, id: order.id }),
    ({ order, onSale, buyerImg, condition, purchaseYear, publishedAt }) => ({
      ...toOrder(order, onSale),
      buyerImg,
      condition,
      purchaseYear,
      publishedDate: publishedAt.toISOString(),
    }),
  )
}
