import { api } from '#contract/api.ts'
import type { Db } from '../database/with-transaction.ts'
import { paged, type Serve } from '../http.ts'
import { listProducts } from './products.queries.ts'

export function productRoutes(serve: Serve, { db, clock }: { db: Db; clock: () => Date }): void {
  serve(api.products, async ({ query, url }) =>
    paged(url, await listProducts(db, { ...query, now: clock() })),
  )

  serve(api.advertisedProducts, async ({ query, url }) =>
    paged(url, await listProducts(db, { ...query, only: 'advertised', now: clock() })),
  )

  serve(api.productsByBrand, async ({ query, url }) =>
    paged(url, await listProducts(db, { ...query, only: { brand: query.brand }, now: clock() })),
  )
}
