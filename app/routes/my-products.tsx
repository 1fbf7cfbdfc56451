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
import type { Route } from './+types/my-products'
import { describe, type LaptopChange, sayGone } from './my-products/changes.ts'
import { type Ask, type Called, columns } from './my-products/columns.tsx'
import { PriceDialog } from './my-products/price-dialog.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'My Products · Clamshell' }]

export default function MyProducts() {
  return <ForRole only="seller">{(user) => <ProductsOf user={user} />}</ForRole>
}

function ProductsOf({ user: { email } }: { user: User }) {
  const [asking, setAsking] = useState<{ change: LaptopChange } & Called>()
  const [pricing, setPricing] = useState<Called>()
  const fetchPart = useCallback(
    (part: Part) => api.page('/myproduct', { query: { email, ...part } }),
    [email],
  )
  const question = (reload: Reload, refresh: Refresh<MyProduct>) => (
    <>
      {asking && (
        <Confirm
          change={asking.change}
          row={asking.laptop}
          called={asking.called}
          about={describe(asking.laptop, asking.change)}
          gone={sayGone(asking.called)}
          reload={reload}
          refresh={refresh}
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
