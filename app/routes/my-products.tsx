import { useCallback, useState } from 'react'
import type { MyProduct } from '#contract/products.ts'
import type { User } from '#contract/users.ts'
import { api } from '../api.ts'
import { Confirm } from '../dashboard/confirm.tsx'
import { DashboardList } from '../dashboard/dashboard-list.tsx'
import { DataTable } from '../dashboard/data-table.tsx'
import { ForRole } from '../dashboard/for-role.tsx'
import type { Part } from '../dashboard/list-rows.tsx'
import type { Refresh, Reload } from '../dashboard/unconfirmed-changes.ts'
import { Empty } from '../lists/empty.tsx'
import { toast } from '../shell/toasts.ts'
import type { Route } from './+types/my-products'
import { type Change, describe, sayGone } from './my-products/changes.ts'
import { type Ask, type Called, columns } from './my-products/columns.tsx'
import { PriceDialog } from './my-products/price-dialog.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'My Products · Clamshell' }]

export default function MyProducts() {
  return <ForRole only="seller">{(user) => <ProductsOf user={user} />}</ForRole>
}

function ProductsOf({ user: { email } }: { user: User }) {
  const [asking, setAsking] = useState<{ change: Change } & Called>()
  const [pricing, setPricing] = useState<Called>()
  const fetchPart = useCallback(
    (part: Part) => api.page('/myproduct', { query: { email, ...part } }),
    [email],
  )
  const question = (reload: Reload, refresh: Refresh<MyProduct>) => (
    <>
      {asking && (
        <Confirm
          question={asking.change.question}
          about={describe(asking.laptop, asking.change)}
          action={asking.change.action}
          harmless={asking.change.harmless}
          failure={asking.change.failure(asking.called)}
          gone={sayGone(asking.called)}
          onConfirm={async () => {
            const answer = await asking.change.run(asking.laptop)
            toast(asking.change.done(asking.called, answer))
          }}
          reload={() => reload(asking.laptop._id)}
          refresh={(change) => refresh({ id: asking.laptop._id, isDone: asking.change.isDone, ...change })}
          onClose={() => setAsking(undefined)}
        />
      )}
      {pricing && (
        <PriceDialog {...pricing} reload={reload} refresh={refresh} onClose={() => setPricing(undefined)} />
      )}
    </>
  )
  const empty = (
    <Empty to="/dashboard/addproducts" action="Add a laptop">
      The laptops you sell appear here, with what you can do with each.
    </Empty>
  )
  const ask: Ask = (change, called) => setAsking({ change, ...called })
  return (
    <DashboardList title="My Products" fetchPart={fetchPart} empty={empty} question={question}>
      {(rows) => <DataTable label="My Products" columns={columns(rows, ask, setPricing)} rows={rows} />}
    </DashboardList>
  )
}
