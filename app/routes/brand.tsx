import type { BrandPage } from '#contract/products.ts'
import { api, type Page, serverApi } from '../api.ts'
import { LaptopGrid, LaptopSkeletons } from '../laptops/laptop-grid.tsx'
import { Empty } from '../lists/empty.tsx'
import { fetchRows, listOfPage } from '../lists/list-of-page.ts'
import { LoadMore } from '../lists/load-more.tsx'
import { Loaded } from '../lists/loaded.tsx'
import { useMore } from '../lists/use-more.ts'
import { Canonical } from '../ui/canonical.tsx'
import type { Route } from './+types/brand'

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `Used ${params.id.toUpperCase()} laptops · Clamshell` },
  {
    name: 'description',
    content: `Used ${params.id.toUpperCase()} laptops, honestly described and priced.`,
  },
]

const input = ({ request, params }: { request: Request; params: { id: string } }) => ({
  params: { id: params.id },
  query: { after: new URL(request.url).searchParams.get('after') ?? undefined },
})

export async function loader(args: Route.LoaderArgs) {
  return { list: await serverApi(args.context).page('/brand/{id}', input(args)) }
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  const { params, query } = input(args)
  const fetchPart = (part: object) => api.page('/brand/{id}', { params, query: { ...query, ...part } })
  const join = (page: BrandPage, more: BrandPage) => ({
    ...page,
    products: [...page.products, ...more.products],
  })
  return listOfPage(args.request, (count) => fetchRows(fetchPart, join, count))
}

export default function BrandProducts({ loaderData, params }: Route.ComponentProps) {
  return (
    <section className="column section">
      <Canonical path={`/brand/${encodeURIComponent(params.id.toLowerCase())}`} />
      <Loaded
        key={params.id}
        data={loaderData.list}
        title={params.id.toUpperCase()}
        waiting={<Waiting id={params.id} />}
      >
        {(page) => <OfBrand page={page} />}
      </Loaded>
    </section>
  )
}

function OfBrand({ page }: { page: Page<BrandPage> }) {
  const { _id, brand, products } = page.data
  const list = useMore({ ...page, data: products }, async (after) => {
    const next = await api.page('/brand/{id}', { params: { id: _id }, query: { after } })
    return { ...next, data: next.data.products }
  })
  const shown = list.rows.filter(({ status }) => status === 'available')
  return (
    <>
      <Heading name={brand} total={list.total} />
      {shown.length > 0 ? (
        <LaptopGrid products={shown} coming={list.coming} />
      ) : (
        <Empty to="/advertisedProducts" action="See what is advertised">
          {`No ${brand.toUpperCase()} laptops are for sale right now.`}
        </Empty>
      )}
      <LoadMore list={list} linked />
    </>
  )
}

function Heading({ name, total }: { name: string; total?: number }) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <h1 className="text-xl">{name.toUpperCase()}</h1>
      <p className="figures text-sm text-muted" aria-live="polite">
        {total === undefined
          ? 'Counting…'
          : total === 1
            ? '1 laptop available'
            : `${total} laptops available`}
      </p>
    </div>
  )
}

function Waiting({ id }: { id: string }) {
  return (
    <>
      <Heading name={id} />
      <LaptopSkeletons />
    </>
  )
}
