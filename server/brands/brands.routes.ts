import { api } from '#contract/api.ts'
import { withRows } from '../database/json-text.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Serve } from '../http/serve.ts'
import { pageHeaders } from '../paging.ts'
import { notFound } from '../problems.ts'
import { listProducts } from '../products/products.queries.ts'
import { findBrand, listBrands } from './brands.queries.ts'

export function brandRoutes(serve: Serve, { db, clock }: { db: Db; clock: () => Date }): void {
  serve(api.brands, async () => ({ body: await listBrands(db) }))

  serve(api.brand, async ({ params, query, url }) => {
    // Started now, so that it does not wait for the brand; a missing brand is reported first.
    const listed = listProducts(db, { ...query, only: { brand: params.id }, now: clock() })
    listed.catch(() => {})
    const [brand] = await findBrand(db, params)
    if (!brand) throw notFound('brand')
    const page = await listed
    return { body: withRows(brand, 'products', page.rows), headers: pageHeaders(url, page) }
  })
}
