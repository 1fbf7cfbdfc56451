import type pg from 'pg'
import { api } from '#contract/api.ts'
import type { Db } from '../database/with-transaction.ts'
import { deleted, inserted, paged } from '../http/call-results.ts'
import type { Serve } from '../http/serve.ts'
import { requireOwnEmail } from '../sign-in/admit.ts'
import { addToWishlist } from './add-to-wishlist.ts'
import { removeFromWishlist } from './remove-from-wishlist.ts'
import { listWishes } from './wishlist.queries.ts'

export function wishlistRoutes(serve: Serve, deps: { pool: pg.Pool; db: Db; clock: () => Date }): void {
  serve(api.addToWishlist, async ({ who, body }) => {
    requireOwnEmail(who.email, body.buyerEmail ?? who.email)
    return inserted(await addToWishlist(deps, who, body))
  })

  serve(api.wishlist, async ({ who, query, url }) => {
    requireOwnEmail(who.email, query.email)
    return paged(url, await listWishes(deps.db, who, { ...query, now: deps.clock() }))
  })

  serve(api.deleteWish, async ({ who, params }) => deleted(await removeFromWishlist(deps, who, params)))
}
