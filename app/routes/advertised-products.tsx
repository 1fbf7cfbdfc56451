import type { Product } from '#contract/products.ts'
import { api, type Page, serverApi } from '../api.ts'
import { LaptopGrid, LaptopSkeletons } from '../laptops/laptop-grid.tsx'
import { Empty } from '../lists/empty.tsx'
import { fetchRows, listOfPage } from '../lists/list-of-page.ts'
import { LoadMore } from '../lists/load-more.tsx'
import { Loaded } from '../lists/loaded.tsx'
import { useMore } from '../lists/use-more.ts'
import { Canonical } from '../ui/canonical.tsx'
import type { Route } from './+types/advertised-products'

export const meta: Route.MetaFunction = () => [
  { title: 'Advertised Products · Clamshell' },
  {
    name: 'description',
    content: 'Used laptops promoted by their sellers: condition, age and price at a glance.',
  },
]

const query = (request: Request) => ({ after: new URL(request.url).searchParams.get('after') ?? undefined })

export async function loader({ context, request }: Route.LoaderArgs) {
  return { list: await serverApi(context).page('/adsproduct', { query: query(request) }) }
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const fetchPart = (part: object) => api.page('/adsproduct', { query: { ...query(request), ...part } })
  return listOfPage(request, (count) => fetchRows(fetchPart, (rows, more) => [...rows, ...more], count))
}

export default function AdvertisedProducts({ loaderData }: Route.ComponentProps) {
  return (
    <section className="column section">
      <Canonical path="/advertisedProducts" />
      <Loaded data={loaderData.list} title="Advertised Products" waiting={<Waiting />}>
        {(page) => <Advertised page={page} />}
      </Loaded>
    </section>
  )
}

function Advertised({ page }: { page: Page<Product[]> }) {
  const list = useMore(page, (after) => api.page('/adsproduct', { query: { after } }))
  const shown = list.rows.filter(({ status, ads }) => status === 'available' && ads)
  return (
    <>
      <h1 className="figures mb-8 text-xl">{`Advertised Products: ${list.total}`}</h1>
      {shown.length > 0 ? (
        <LaptopGrid products={shown} coming={list.coming} />
      ) : (
        <Empty to="/" action="Choose a brand">
          No laptops are advertised right now. You can find others under each brand.
        </Empty>
      )}
      <LoadMore list={list} linked />
    </>
  )
}

function Waiting() {
  return (
    <>
      <h1 className="mb-8 text-xl">Advertised Products: …</h1>
      <LaptopSkeletons />
    </>
  )
}
