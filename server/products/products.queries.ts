import { and, eq, gt, isNotNull, type SQL } from 'drizzle-orm'
import type { Paging } from '#contract/fields.ts'
import type { Product } from '#contract/products.ts'
import { products } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { newestFirst, type Page, toPage } from '../paging.ts'
import { onSale, selectProducts, toProduct } from './product-row.ts'

/** Laptops on sale, newest first: all, one brand's, or the advertised ones. */
export async function listProducts(
  db: Db,
  { only, now, limit, after }: { only?: { brand: string } | 'advertised' | undefined; now: Date } & Paging,
): Promise<Page<Product>> {
  const which: SQL | undefined =
    only === 'advertised'
      ? and(isNotNull(products.advertisedUntil), gt(products.advertisedUntil, now))
      : only && eq(products.brandId, only.brand)
  const { where, orderBy } = newestFirst(products.publishedAt, products.id, after)
  const [rows, total] = await Promise.all([
    selectProducts(db)
      .where(and(onSale, which, where))
      .orderBy(...orderBy)
      .limit(limit + 1),
    db.$count(products, and(onSale, which)),
  ])
  return toPage(
    rows,
    limit,
    total,
    ({ product }) => ({ at: product.publishedAt, id: product.id }),
    toProduct(now),
  )
}
