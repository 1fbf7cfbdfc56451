import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { fillShop } from './fill-shop.ts'

/** Tables that grow with the shop. */
const LARGE = ['products', 'images', 'users', 'orders', 'wishlist', 'reports', 'audit_events']
/** The database pages that one page of a list may read: some 25 rows and what belongs to each. */
const MOST_BUFFERS = 700

type Name = 'seller' | 'buyer' | 'admin'
type Asked = { text: string; name?: string | undefined; values: unknown[] }

let shop: FrontDoor
const people = {} as Record<Name, Person>
let orderId: string
beforeAll(async () => {
  shop = await openFrontDoor()
  // Its own queries would be counted.
  await shop.sandbox.stop()
  for (const name of ['seller', 'buyer', 'admin'] as const)
    people[name] = (await crowd(shop, name, 1))[0] as Person
  await fillShop(shop, people)
  ;[{ id: orderId }] = (await shop.sql('select id from orders where buyer_id = $1', [people.buyer.id])) as [
    { id: string },
  ]
})
afterAll(() => shop.close())

/** Every GET of the contract, who makes it, and how many queries it may take, one of them for who asks. */
const CALLS: [call: string, path: string, queries: number, who?: Name][] = [
  ['/brands', '/brands', 1],
  ['/brand/{id}', '/brand/walton', 2],
  ['/products', '/products', 1],
  ['/adsproduct', '/adsproduct', 1],
  ['/product', '/product?brand=walton', 1],
  ['/product', '/product?brand=dell', 1],
  ['/blogs3', '/blogs3', 1],
  ['/blogs', '/blogs', 1],
  ['/user', '/user?email=$email', 2, 'buyer'],
  ['/users/admin/{email}', '/users/admin/$email', 1, 'buyer'],
  ['/users/seller/{email}', '/users/seller/$email', 1, 'buyer'],
  ['/users/buyer/{email}', '/users/buyer/$email', 1, 'buyer'],
  ['/users', '/users?userType=buyer&email=$email', 2, 'admin'],
  ['/users', '/users?userType=seller&email=$email&search=seller 77', 2, 'admin'],
  ['/users', '/users?userType=seller&email=$email&search=e', 2, 'admin'],
  ['/users', '/users?userType=seller&email=$email&search=77', 2, 'admin'],
  ['/users', '/users?userType=seller&email=$email&search=~', 2, 'admin'],
  ['/users', '/users?userType=seller&email=$email&search=zq', 2, 'admin'],
  ['/sessions', '/sessions', 2, 'buyer'],
  ['/myproduct', '/myproduct?email=$email', 2, 'seller'],
  ['/mybuyers/{email}', '/mybuyers/$email', 2, 'seller'],
  ['/mybuyers/{email}', '/mybuyers/$email?search=laptop', 2, 'seller'],
  ['/bookings', '/bookings?email=$email', 2, 'buyer'],
  ['/booking/{id}', '/booking/$order', 2, 'buyer'],
  ['/wishlist', '/wishlist?email=$email', 2, 'buyer'],
  ['/reports', '/reports', 2, 'admin'],
  ['/reports', '/reports?state=decided', 2, 'admin'],
  ['/auditevents', '/auditevents', 2, 'admin'],
  ['/auditevents', '/auditevents?action=denied', 2, 'admin'],
  // One that has no line.
  ['/auditevents', '/auditevents?action=payment-refunded', 2, 'admin'],
  ['/auditevents', '/auditevents?person=buyer77@', 3, 'admin'],
  ['/auditevents', '/auditevents?action=denied&person=buyer77@', 3, 'admin'],
  ['/auditevents', '/auditevents?person=zq', 3, 'admin'],
]

/** Makes a call, and returns its response with the queries that it made. */
async function watch(path: string, who: Name | undefined) {
  const person = who && people[who]
  const filled = path.replace('$email', person?.email ?? '').replace('$order', orderId)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const answer = await shop.call('GET', `/api${filled}`, { token: person?.token })
  const asked = (query.mock.calls as unknown as [string | { text: string; name?: string }, unknown[]][])
    .map(([config, values]) =>
      typeof config === 'string' ? { text: config, values: [] } : { ...config, values },
    )
    // The check whether a cached response is still valid is left out.
    .filter(({ text }) => !text.includes('pg_current_snapshot'))
  query.mockRestore()
  return { answer, asked }
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
type TopPlan = Plan & Record<`Shared ${'Hit' | 'Read'} Blocks`, number>
const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]

/** What would take longer in a larger shop, by a query's plan; a table without a useful index is read as a whole. */
async function slowParts(asked: Asked): Promise<string[]> {
  const top = await explain(asked)
  const buffers = top['Shared Hit Blocks'] + top['Shared Read Blocks']
  return [
    ...flat(top)
      .filter((node) => node['Node Type'] === 'Seq Scan' && LARGE.includes(node['Relation Name'] ?? ''))
      .map((node) => `reads all ${node['Relation Name']}`),
    ...flat(top)
      .filter((node) => (node['Rows Removed by Filter'] ?? 0) > 100)
      .map((node) => `passes over ${node['Rows Removed by Filter']} of ${node['Relation Name']}`),
    ...(buffers > MOST_BUFFERS ? [`looks at ${buffers} pages`] : []),
  ]
}

async function explain({ text, name, values }: Asked): Promise<TopPlan> {
  const client = await shop.deps.pool.connect()
  const how = 'explain (analyze, buffers, format json)'
  try {
    await client.query('set enable_seqscan = off')
    const { rows } = name
      ? await client.query(`${how} ${await planForAll(client, text, values)}`)
      : await client.query(`${how} ${text}`, values)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    client.release(true)
  }
}

/** A prepared statement is planned once for all values: returns how it is then executed with these. */
async function planForAll(client: pg.ClientBase, text: string, values: unknown[]): Promise<string> {
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(`prepare once as ${text}`)
  const given = values
    .map((value) => client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)))
    .join(', ')
  return given ? `execute once(${given})` : 'execute once'
}

it('every GET of the contract is in the table', () => {
  const reading = Object.values(api).filter(({ method }) => method === 'get')
  expect([...new Set(CALLS.map(([call]) => call))].sort()).toEqual(reading.map(({ path }) => path).sort())
})

it.each(CALLS)('%s: %s makes %i queries, all by index', async (_call, path, queries, who) => {
  const first = await watch(path, who)
  expect(first.answer.status).toBe(200)
  expect(first.asked).toHaveLength(queries)
  for (const query of first.asked) expect(await slowParts(query), query.text).toEqual([])
})

it.each([
  '/users?userType=buyer&email=$email&search=buyer77@example.com',
  '/users?userType=buyer&email=$email&search=uyer77@',
  '/auditevents?person=buyer77@example.com',
])('%s finds the e-mail by index, without checking others that begin or end alike', async (path) => {
  const { answer, asked } = await watch(path, 'admin')
  expect(answer.body.length).toBeGreaterThan(0)
  const steps = flat(await explain(asked.at(-1)!)).map((node) => node['Index Name'])
  expect(steps).toContain('users_by_end_of_email')
  expect(steps.filter((name) => name === 'users_by_text')).toHaveLength(1)
})

/** PostgreSQL plans the first five executions for their values, then uses whichever plan it expects to be cheaper. */
const TRIALS = 5

/** Searches have no name: server/database/prepared.ts. */
const LISTS = CALLS.filter(([, path]) => !/[?&](search|person)=/.test(path))
/** Calls of which one query is not prepared, since they are rare. */
const RARE = ['/sessions', '/booking/{id}']

it.each(LISTS)('%s: %s is planned once, and not for each execution', async (call, path, queries, who) => {
  const { asked } = await watch(path, who)
  const named = asked.filter(({ name }) => name)
  expect(named).toHaveLength(RARE.includes(call) ? queries - 1 : queries)
  for (const { text, values } of named) {
    const client = await shop.deps.pool.connect()
    try {
      for (let n = 0; n <= TRIALS; n++) await client.query({ name: 'planned', text, values })
      const { rows } = await client.query(
        `select custom_plans::int as anew from pg_prepared_statements where name = 'planned'`,
      )
      expect(rows[0].anew, text).toBeLessThanOrEqual(TRIALS)
    } finally {
      client.release(true)
    }
  }
})

it.each([
  ['/products'],
  ['/product?brand=hp'],
  ['/adsproduct'],
  ['/users?userType=buyer&email=$email', 'admin'],
  ['/auditevents?action=denied', 'admin'],
  ['/reports', 'admin'],
] as [string, Name?][])('%s takes no longer on a page far from its beginning', async (path, who) => {
  const far = new URL(
    (await watch(path, who)).answer.headers.get('link')?.match(/<(.+)>/)?.[1] ?? '',
    'http://x',
  )
  const cursor = `${new Date(Date.now() - 8_000 * 60_000).toISOString()} ${people.admin.id}`
  far.searchParams.set('after', Buffer.from(cursor).toString('base64url'))
  const { answer, asked } = await watch(`${far.pathname.slice('/api'.length)}${far.search}`, who)
  expect(answer.status).toBe(200)
  for (const query of asked) expect(await slowParts(query), query.text).toEqual([])
})
