import type pg from 'pg'
import { compare, type Figures } from './compare.ts'
import type { Ask } from './driver.ts'
import type { Catalogue } from './open-catalogue.ts'
import type { Part } from './open-part.ts'
import { signInPeople } from './people.ts'
import { clearStep, showStep } from './progress.ts'
import { cursorOf } from './rows.ts'
import { overHttp } from './subjects.ts'

/** One list at every size, in the order of the sizes. */
export type Growth = { name: string; figures: { size: number; figures: Figures }[] }

/** Enough that requests overlap, few enough that the time is a request's own and not spent in a queue. */
const CONNECTIONS = 4
/** With few requests the p99 is that of whatever disturbed them. */
const ROUNDS = { rounds: 9, roundMs: 300, warmUpMs: 300 }
/** How long each list of a shop is requested before any is measured, in milliseconds. */
const WARM_UP_MS = 1500

/** Every list of the shop, each measured at all sizes in turn. */
export async function measureGrowth(driver: Part, catalogues: readonly Catalogue[]): Promise<Growth[]> {
  const asks = await Promise.all(catalogues.map(({ pool }) => listAsks(pool)))
  // The first shop has been answering for minutes by now; another is slower until its code is compiled: after a fifth
  // of this time the list that is measured first took twice the processor time in a second shop of the same size.
  for (const [at, { shop, size }] of catalogues.entries()) {
    if (at === 0) continue
    showStep(`Warming up the shop of ${size.toLocaleString('en')} laptops`)
    for (const ask of Object.values(asks[at] ?? {}))
      await overHttp(driver, shop, [ask]).drive({ connections: CONNECTIONS, milliseconds: WARM_UP_MS })
  }
  const results: Growth[] = []
  for (const name of Object.keys(asks[0] ?? {})) {
    showStep(`${name} at ${catalogues.length} sizes`)
    const subjects = Object.fromEntries(
      catalogues.map(({ size, shop }, at) => [size, overHttp(driver, shop, [asks[at]![name]!])]),
    )
    const figures = await compare(subjects, CONNECTIONS, ROUNDS)
    results.push({ name, figures: catalogues.map(({ size }) => ({ size, figures: figures[size]! })) })
  }
  clearStep()
  return results
}

/** The p99 of a list at the last size, divided by that at the first. */
export function growthOf({ figures }: Growth): number {
  const [first, last] = [figures[0], figures.at(-1)]
  return (last?.figures.p99 ?? Number.NaN) / (first?.figures.p99 ?? Number.NaN)
}

/** The calls that return lists. The people and laptops they are about have as many rows at every size. */
async function listAsks(pool: pg.Pool): Promise<Record<string, Ask>> {
  const people = ['admin@clamshell.test', 'seller@clamshell.test', 'buyer@clamshell.test']
  const [admin, seller, buyer] = await signInPeople(pool, people)
  if (!admin || !seller || !buyer) throw new Error('The people of the demonstration are not there.')
  const { rows } = await pool.query<{ at: Date; id: string }>(
    `select published_at as at, id from products where status = 'available' order by published_at, id offset 100 limit 1`,
  )
  const cursor = cursorOf(rows[0]!.at, rows[0]!.id)
  const by = ({ token }: { token: string }, path: string): Ask => ({
    path,
    headers: { authorization: `Bearer ${token}` },
  })
  return {
    products: { path: '/api/products' },
    'products, far in': { path: `/api/products?after=${cursor}` },
    'advertised products': { path: '/api/adsproduct' },
    'a brand’s products': { path: '/api/product?brand=hp' },
    'a brand’s products, far in': { path: `/api/product?brand=hp&after=${cursor}` },
    'a brand': { path: '/api/brand/hp' },
    'my products': by(seller, `/api/myproduct?email=${seller.email}`),
    'my buyers': by(seller, `/api/mybuyers/${seller.email}`),
    'my buyers, searched': by(seller, `/api/mybuyers/${seller.email}?search=an`),
    'my orders': by(buyer, `/api/bookings?email=${buyer.email}`),
    'my wishlist': by(buyer, `/api/wishlist?email=${buyer.email}`),
    buyers: by(admin, `/api/users?email=${admin.email}&userType=buyer`),
    'buyers, searched': by(admin, `/api/users?email=${admin.email}&userType=buyer&search=buyer-77%40`),
    'buyers, by two letters': by(admin, `/api/users?email=${admin.email}&userType=buyer&search=an`),
    'buyers, by two letters that nobody has': by(
      admin,
      `/api/users?email=${admin.email}&userType=buyer&search=zq`,
    ),
    // More than a page at every size.
    'sellers, searched': by(admin, `/api/users?email=${admin.email}&userType=seller&search=seller-`),
    'open reports': by(admin, '/api/reports?state=open'),
    'decided reports': by(admin, '/api/reports?state=decided'),
    'audit trail': by(admin, '/api/auditevents'),
    'audit trail of an action': by(admin, '/api/auditevents?action=signed-in'),
    'audit trail of a person': by(admin, '/api/auditevents?person=buyer-7%40example.com'),
  }
}
