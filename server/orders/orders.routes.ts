import { api } from '#contract/api.ts'
import { dollarsFromCents } from '#contract/money.ts'
import { deleted, inserted, paged } from '../http/call-results.ts'
import type { Serve } from '../http/serve.ts'
import { notFound } from '../problems.ts'
import { requireOwnEmail } from '../sign-in/admit.ts'
import { deleteOrder } from './delete-order.ts'
import { listMyBuyers } from './my-buyers.queries.ts'
import { findOrder, listOrders } from './orders.queries.ts'
import { placeOrder } from './place-order.ts'

type Deps = Parameters<typeof placeOrder>[0] & Parameters<typeof deleteOrder>[0]

export function orderRoutes(serve: Serve, deps: Deps): void {
  serve(api.placeOrder, async ({ who, body, address }) => {
    if (who) requireOwnEmail(who.email, body.buyerEmail ?? who.email)
    const placed = await placeOrder(deps, who, { ...body, address })
    const answer = inserted(placed)
    const price = dollarsFromCents(placed.priceCents)
    return { ...answer, body: { ...answer.body, price, paid: placed.isPaid } }
  })

  serve(api.orders, async ({ who, query, url }) => {
    requireOwnEmail(who.email, query.email)
    return paged(url, await listOrders(deps.db, who, query))
  })

  serve(api.order, async ({ who, params }) => {
    const order = await findOrder(deps.db, who, params.id)
    if (!order) throw notFound('order')
    return { body: order }
  })

  serve(api.deleteOrder, async ({ who, params }) => deleted(await deleteOrder(deps, who, params)))

  serve(api.myBuyers, async ({ who, params, query, url }) => {
    requireOwnEmail(who.email, params.email)
    return paged(url, await listMyBuyers(deps.db, who, query))
  })
}
