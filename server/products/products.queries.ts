import { and, eq, gt, isNotNull, lte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Paging } from '#contract/fields.ts'
import type { Product } from '#contract/products.ts'
import { allRows, type JsonText, jsonOf } from '../database/json-text.ts'
import { prepared, unforeseen } from '../database/prepared.ts'
import { images, products, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { keptCount, newestFirst, type Page, readPage } from '../paging.ts'
import { cursorOf, onSale, productFields } from './product-row.ts'

const { placeholder } = sql
const order = newestFirst(products.publishedAt, products.id)

type Which = { total: SQL<number>; which: SQL | undefined; limit: Placeholder }

function selectLaptops(db: Db, { total, which, limit }: Which) {
  const shown = db
    .select({ laptop: jsonOf<Product>(productFields).as('laptop') })
    .from(products)
    .innerJoin(images, eq(images.id, products.imageId))
    .leftJoin(users, eq(users.id, products.sellerId))
    .where(and(which, order.where))
    .orderBy(...order.orderBy)
    .limit(limit)
    .as('shown')
  return db.select({ laptops: allRows(shown.laptop), total }).from(shown)
}

const all = prepared(
  (db, limit) => selectLaptops(db, { total: keptCount('products'), which: onSale, limit }),
  'laptops',
  { pipelined: true },
)

const ofBrand = prepared(
  (db, limit) =>
    selectLaptops(db, {
      total: keptCount('products', placeholder('brand')),
      // Written exactly like the condition of the brands' own index, so that no other one is used.
      which: and(eq(products.brandId, placeholder('brand')), sql`(${onSale}) is true`),
      limit,
    }),
  'laptops_of_brand',
  { pipelined: true },
)

const now = unforeseen('now', 'timestamptz')
const wasAdvertised = and(onSale, isNotNull(products.advertisedUntil))
const advertised = prepared(
  (db, limit) => {
    const over = db.$count(products, and(wasAdvertised, lte(products.advertisedUntil, now)))
    return selectLaptops(db, {
      total: sql<number>`${keptCount('advertised')} - ${over}`.mapWith(Number),
      which: and(wasAdvertised, gt(products.advertisedUntil, now)),
      limit,
    })
  },
  'laptops_advertised',
  { pipelined: true },
)

/** Laptops on sale, newest first: all, one brand's, or the advertised ones. */
export async function listProducts(
  db: Db,
  { only, now, ...paging }: { only?: { brand: string } | 'advertised' | undefined; now: Date } & Paging,
): Promise<Page<JsonText<Product>>> {
  const ask = only === 'advertised' ? advertised : only ? ofBrand : all
  const query = async (db: Db, values: Record<string, unknown>) =>
    (await ask(db, values)).flatMap(({ laptops, total }) => laptops.map((laptop) => ({ laptop, total })))
  const values = { now, ...(typeof only === 'object' && only) }
  return readPage(
    db,
    { query, values, order, ...paging },
    ({ laptop }) => cursorOf(laptop.read()),
    ({ laptop }) => laptop,
  )
}
