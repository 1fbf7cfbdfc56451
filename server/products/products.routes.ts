import { api } from '#contract/api.ts'
import type { Db } from '../database/with-transaction.ts'
import { deleted, inserted, modified, paged } from '../http/call-results.ts'
import type { Serve } from '../http/serve.ts'
import { requireOwnEmail } from '../sign-in/admit.ts'
import { addProduct } from './add-product.ts'
import { boostProduct } from './boost-product.ts'
import { changePrice } from './change-price.ts'
import { deleteProduct } from './delete-product.ts'
import { markAvailable } from './mark-available.ts'
import { markSold } from './mark-sold.ts'
import { listMyProducts } from './my-products.queries.ts'
import { listProducts } from './products.queries.ts'

type Deps = { db: Db } & Parameters<typeof addProduct>[0] & Parameters<typeof markSold>[0]

export function productRoutes(serve: Serve, deps: Deps): void {
  const { db, clock } = deps
  serve(api.products, async ({ query, url }) =>
    paged(url, await listProducts(db, { ...query, now: clock() })),
  )

  serve(api.advertisedProducts, async ({ query, url }) =>
    paged(url, await listProducts(db, { ...query, only: 'advertised', now: clock() })),
  )

  serve(api.productsByBrand, async ({ query, url }) =>
    paged(url, await listProducts(db, { ...query, only: { brand: query.brand }, now: clock() })),
  )

  serve(api.addProduct, async ({ who, body }) => {
    requireOwnEmail(who.email, body.sellerEmail ?? who.email)
    return inserted(await addProduct(deps, who, body))
  })

  serve(api.myProducts, async ({ who, query, url }) => {
    requireOwnEmail(who.email, query.email)
    return paged(url, await listMyProducts(db, who, { ...query, now: clock() }))
  })

  serve(api.markSold, async ({ who, params }) => modified(await markSold(deps, who, params)))
  serve(api.markAvailable, async ({ who, params }) => modified(await markAvailable(deps, who, params)))
  serve(api.boostProduct, async ({ who, params }) => modified(await boostProduct(deps, who, params)))
  serve(api.changePrice, async ({ who, params, body }) =>
    modified(await changePrice(deps, who, { ...params, ...body })),
  )
  serve(api.deleteProduct, async ({ who, params }) => deleted(await deleteProduct(deps, who, params)))
}
