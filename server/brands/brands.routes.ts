import { asc, eq, sql } from 'drizzle-orm'
import { api } from '#contract/api.ts'
import { withRows } from '../database/json-text.ts'
import { prepared } from '../database/prepared.ts'
import { brands } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Serve } from '../http/serve.ts'
import { pageHeaders } from '../paging.ts'
import { notFound } from '../problems.ts'
import { listProducts } from '../products/products.queries.ts'

const shown = { _id: brands.id, brand: brands.brand, logo: brands.logo }
const all = prepared((db) => db.select(shown).from(brands).orderBy(asc(brands.position)), 'brands', {
  pipelined: true,
})
const one = prepared(
  (db) =>
    db
      .select(shown)
      .from(brands)
      .where(eq(brands.id, sql.placeholder('id'))),
  'brand',
  { pipelined: true },
)

export function brandRoutes(serve: Serve, { db, clock }: { db: Db; clock: () => Date }): void {
  serve(api.brands, async () => ({ body: await all(db) }))

  serve(api.brand, async ({ params, query, url }) => {
    const [brand] = await one(db, params)
    if (!brand) throw notFound('brand')
    const page = await listProducts(db, { ...query, only: { brand: brand._id }, now: clock() })
    return { body: withRows(brand, 'products', page.rows), headers: pageHeaders(url, page) }
  })
}
