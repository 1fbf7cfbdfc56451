import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DASHBOARD_LINKS } from '#app/shell/dashboard-links.ts'
import type { UserType } from '#contract/choices.ts'
import { BufferedResponse } from '#server/http/buffered-response.ts'
import type { SignIn } from '#server/sign-in/sign-in.ts'
import { guardDashboard } from '#server/web/guard-dashboard.ts'
import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let people: Record<UserType, Person>
beforeAll(async () => {
  shop = await openFrontDoor()
  people = {
    admin: await makeAdmin(shop),
    seller: await signUp(shop, 'seller'),
    buyer: await signUp(shop, 'buyer'),
  }
})
afterAll(() => shop.close())

/** The response to a browser that requests a document: where it is redirected, or `page` if the page was rendered. */
async function open(path: string, cookie = '', method = 'GET') {
  const { status, headers, body } = await shop.call(method, path, { headers: { cookie } })
  expect(headers.get('cache-control'), 'only public responses may be cached').toBe('no-store')
  if (status === 302) return headers.get('location')
  // The front door of the tests has no pages: it says so where one would have been rendered.
  expect({ status, body }).toEqual({ status: 404, body: method === 'HEAD' ? '' : 'No pages here.' })
  return 'page'
}

describe('a visitor', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/dashboard/buyers?after=x', '/dashboard/buyers?after=x'],
    ['/dashboard/payment/1', '/dashboard/payment/1'],
    ['/Dashboard/SELLERS/', '/Dashboard/SELLERS/'],
    ['/%64ashboard/sellers', '/%64ashboard/sellers'],
    ['/dashboard/%', '/dashboard/%'],
    ['//dashboard//sellers', '//dashboard//sellers'],
    ['/blogs/../dashboard', '/dashboard'],
  ])('is redirected from %s to the sign-in before any page is rendered', async (path, next) => {
    const login = `/login?next=${encodeURIComponent(next)}`
    expect(await open(path)).toBe(login)
    expect(await open(path, '', 'HEAD')).toBe(login)
  })

  it('gets public pages, and the data requests of React Router, which hold no private data', async () => {
    for (const path of ['/', '/login', '/dashboards', '/brand/dashboard', '/dashboard/sellers.data'])
      expect((await shop.call('GET', path)).body).toBe('No pages here.')
  })

  it('includes anybody with a signed-out or made-up cookie', async () => {
    const { cookie } = await signUp(shop, 'buyer')
    expect(await open('/dashboard', cookie)).toBe('page')
    await shop.call('POST', '/auth/sign-out', { cookie, body: {} })
    const made = cookie.replace(/=.*/, '=made-up.c2lnbmF0dXJl')
    for (const dead of [cookie, made]) expect(await open('/dashboard', dead)).toBe('/login?next=%2Fdashboard')
  })
})

describe('a role’s page', () => {
  it('is open to that role only; an admin page is left to the page itself', async () => {
    for (const owner of ['admin', 'seller', 'buyer'] as const)
      for (const { to } of DASHBOARD_LINKS[owner])
        for (const role of ['admin', 'seller', 'buyer'] as const) {
          const own = owner === role || owner === 'admin'
          expect([to, role, await open(to, people[role].cookie)]).toEqual([
            to,
            role,
            own ? 'page' : '/dashboard',
          ])
        }
  })

  it('is refused in every spelling; shared and unknown pages are open to every role', async () => {
    expect(await open('/DASHBOARD/MyOrders/', people.seller.cookie)).toBe('/dashboard')
    expect(await open('/dashboard/my%6Frders', people.admin.cookie)).toBe('/dashboard')
    for (const { cookie } of Object.values(people))
      for (const path of [
        '/dashboard',
        '/dashboard/payment/1',
        '/dashboard/nothing',
        '/dashboard/constructor',
      ])
        expect(await open(path, cookie)).toBe('page')
  })
})

const ANY_CACHE = { 'cache-control': 'public, max-age=60' }
it.each([
  ['rendered', new Response('page', { headers: ANY_CACHE })],
  ['cached', new BufferedResponse(Buffer.from('page'), { status: 200, headers: ANY_CACHE })],
])('a dashboard page that is %s is sent with no-store, whatever its own headers', async (_how, page) => {
  const { id, email } = people.buyer
  const signIn = { findSession: async () => ({ id, email, userId: id }) } as Partial<SignIn> as SignIn
  const guarded = guardDashboard({ ...shop.deps, signIn }, async () => page)
  const answer = await guarded(new Request(`${ORIGIN}/dashboard`))
  expect(answer.status).toBe(200)
  expect(new Headers(answer.headers).get('cache-control')).toBe('no-store')
})

it('while the database is unavailable the page is served, which holds no data', async () => {
  const { pool } = shop.deps
  const { query } = pool
  pool.query = (() => Promise.reject(new Error('Connection terminated'))) as never
  for (const path of ['/dashboard/buyers', '/dashboard/myorders'])
    expect(await open(path, people.buyer.cookie)).toBe('page')
  pool.query = query
  expect(shop.lines.join()).toContain('guard-failed')
})
