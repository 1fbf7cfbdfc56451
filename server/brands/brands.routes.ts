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
    // Asked at once, so that the second does not wait for the first to come back.
    const [[brand], page] = await Promise.all([
      findBrand(db, params),
      listProducts(db, { ...query, only: { brand: params.id }, now: clock() }),
    ])
    if (!brand) throw notFound('brand')
    return { body: withRows(brand, 'products', page.rows), headers: pageHeaders(url, page) }
  })
}
