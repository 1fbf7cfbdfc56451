import { useCallback, useState } from 'react'
import type { MyProduct } from '#contract/products.ts'
import type { User } from '#contract/users.ts'
import { api, type Page } from '../api.ts'
import { asManyAsShown } from '../list-of-page.ts'
import { toast } from '../toasts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { ForRole } from '../ui/for-role.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { PersonalList } from '../ui/personal-list.tsx'
import { useMore } from '../use-more.ts'
import type { Route } from './+types/my-products'
import { type Change, describe } from './my-products/changes.ts'
import { columns } from './my-products/columns.tsx'
import { PriceDialog } from './my-products/price-dialog.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'My Products · Clamshell' }]

export default function MyProducts() {
  return <ForRole only="seller">{(user) => <ProductsOf user={user} />}</ForRole>
}

function ProductsOf({ user: { email } }: { user: User }) {
  const [asking, setAsking] = useState<Asking>()
  const [pricing, setPricing] = useState<MyProduct>()
  const load = useCallback(
    () => api.page('/myproduct', { query: { email, limit: asManyAsShown() } }),
    [email],
  )
  const question = (reload: () => Promise<void>) => (
    <>
      {asking && (
        <Confirm
          question={asking.change.question}
          about={describe(asking.laptop, asking.change)}
          action={asking.change.action}
          harmless={asking.change.harmless}
          failure={asking.change.failure(asking.laptop)}
          onConfirm={async () => {
            await asking.change.run(asking.laptop)
            toast(asking.change.done(asking.laptop))
          }}
          reload={reload}
          onClose={() => setAsking(undefined)}
        />
      )}
      {pricing && <PriceDialog laptop={pricing} reload={reload} onClose={() => setPricing(undefined)} />}
    </>
  )
  return (
    <PersonalList title="My Products" load={load} question={question}>
      {(page) => <Products email={email} page={page} onAsk={setAsking} onPrice={setPricing} />}
    </PersonalList>
  )
}

type Asking = { change: Change; laptop: MyProduct }
type Props = {
  email: string
  page: Page<MyProduct[]>
  onAsk: (asking: Asking) => void
  onPrice: (laptop: MyProduct) => void
}

function Products({ email, page, onAsk, onPrice }: Props) {
  const list = useMore(page, (after) => api.page('/myproduct', { query: { email, after } }))
  return (
    <>
      {list.rows.length === 0 ? (
        <Empty to="/dashboard/addproducts" action="Add a laptop">
          The laptops that you sell stand here, with what you can do with each.
        </Empty>
      ) : (
        <DataTable
          label="My Products"
          columns={columns((change, laptop) => onAsk({ change, laptop }), onPrice)}
          rows={list.rows}
        />
      )}
      <LoadMore list={list} />
    </>
  )
}
