import { asc, eq } from 'drizzle-orm'
import { api } from '#contract/api.ts'
import { brands } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Serve } from '../http/serve.ts'
import { pageHeaders } from '../paging.ts'
import { notFound } from '../problems.ts'
import { listProducts } from '../products/products.queries.ts'

const shown = { _id: brands.id, brand: brands.brand, logo: brands.logo }

export function brandRoutes(serve: Serve, { db, clock }: { db: Db; clock: () => Date }): void {
  serve(api.brands, async () => ({ body: await db.select(shown).from(brands).orderBy(asc(brands.position)) }))

  serve(api.brand, async ({ params, query, url }) => {
    const [brand] = await db.select(shown).from(brands).where(eq(brands.id, params.id))
    if (!brand) throw notFound('brand')
    const page = await listProducts(db, { ...query, only: { brand: brand._id }, now: clock() })
    return { body: { ...brand, products: page.rows }, headers: pageHeaders(url, page) }
  })
}
