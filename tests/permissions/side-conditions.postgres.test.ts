import { betterAuth } from 'better-auth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { renewToken } from '#tests/support/people.ts'
import { hashTables } from '#tests/support/tables.ts'
import { MATRIX } from './matrix.ts'
import { SPELLINGS } from './paths.ts'
import { pathOf } from './row.ts'
import { NONE, openWorld, type World } from './world.ts'

let world: World
let photo: string
beforeAll(async () => {
  world = await openWorld()
  photo = world.photo.split('/').at(-1) ?? ''
})
afterAll(() => world.close())

/** Every path with the methods it accepts, including those of the sign-in service and the health checks. */
const METHODS = new Map<string, string[]>()
for (const { call, expects } of MATRIX) {
  const [method = ''] = call.split(' ')
  // A path that does not exist accepts nothing.
  if (expects.every((status) => status === 404 || status === undefined)) continue
  const known = METHODS.get(pathOf(call)) ?? []
  METHODS.set(pathOf(call), [...new Set([...known, method, ...(method === 'GET' ? ['HEAD'] : [])])])
}
METHODS.set('/api/openapi.json', ['GET', 'HEAD']).set('/api/docs', ['GET', 'HEAD'])

const fill = (path: string) => path.replace('{email}', world.buyer.email).replace(/\{\w+\}/, photo)
const GUARDED = Object.values(api)
  .filter(({ who }) => who !== 'anyone' && who !== 'buyer or guest')
  .map(({ method, path, who }) => ({ method: method.toUpperCase(), path: `/api${path}`, who }))
const callers = () => [undefined, world.buyer, world.seller, world.admin]

it('HEAD responds like GET without a body, for every caller', async () => {
  for (const [path, methods] of METHODS) {
    if (!methods.includes('GET') || path.includes('callback')) continue
    for (const caller of callers()) {
      const sent = caller ? { token: caller.token, cookie: caller.cookie } : {}
      const [get, head] = [
        await world.shop.call('GET', fill(path), sent),
        await world.shop.call('HEAD', fill(path), sent),
      ]
      expect(head.status, `${path} for ${caller?.name}`).toBe(get.status)
      expect(head.body).toBe('')
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    }
  }
})

it('an unsupported method gets a 405 with Allow, including OPTIONS and unknown methods', async () => {
  const before = await hashTables(world.shop)
  for (const [path, methods] of METHODS)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'get2']) {
      if (methods.includes(method)) continue
      for (const caller of [undefined, world.admin]) {
        const answer = await world.shop.call(method, fill(path), caller ? { token: caller.token } : {})
        expect(answer.status, `${method} ${path}`).toBe(405)
        expect(answer.headers.get('allow'), `${method} ${path}`).toBe([...methods].sort().join(', '))
      }
    }
  expect(await hashTables(world.shop)).toEqual(before)
})

it('no response grants access to another origin', async () => {
  const headers = {
    origin: 'https://evil.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization',
  }
  for (const [path, methods] of METHODS)
    for (const method of ['OPTIONS', ...methods]) {
      const { headers: answered } = await world.shop.call(method, fill(path), { headers })
      const grants = [...answered.keys()].filter((name) => name.startsWith('access-control-'))
      expect(grants, `${method} ${path}`).toEqual([])
    }
})

it('a method override in a header or the query is ignored', async () => {
  const id = await world.laptop()
  const before = await hashTables(world.shop)
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
    await world.shop.call('GET', `/api/myproduct/${id}?_method=DELETE`, {
      token: world.seller.token,
      headers: { [name]: 'DELETE' },
    })
  expect(await hashTables(world.shop)).toEqual(before)
})

it.each(SPELLINGS)(
  'a caller without permission reaches no protected call by a path with %s',
  async (_what, spell) => {
    const before = await hashTables(world.shop)
    for (const { method, path, who } of GUARDED) {
      const spelled = spell(path.replace('{email}', world.buyer.email).replace(/\{\w+\}/, NONE))
      const wrongRole = who === 'buyer' ? world.seller : world.buyer
      const refused = who === 'session' || who === 'signed-in' ? [undefined] : [undefined, wrongRole]
      for (const caller of refused) {
        const { status } = await world.shop.call(method, spelled, {
          ...(caller && { token: caller.token }),
          ...(method !== 'GET' && { body: {} }),
        })
        expect([401, 403, 404, 405], `${method} ${spelled} for ${caller?.name}: ${status}`).toContain(status)
      }
    }
    expect(await hashTables(world.shop)).toEqual(before)
  },
)

it('calls by token refuse a session cookie, and calls by session refuse a token', async () => {
  const before = await hashTables(world.shop)
  const images = { method: 'POST', path: '/api/images?purpose=product', who: 'seller' as const }
  for (const { method, path, who } of [...GUARDED, images])
    for (const caller of [world.buyer, world.seller, world.admin]) {
      const proof = who === 'session' ? { token: caller.token } : { cookie: caller.cookie }
      const filled = path.replace('{email}', caller.email).replace(/\{\w+\}/, NONE)
      const { status } = await world.shop.call(method, filled, {
        ...proof,
        ...(method !== 'GET' && { body: { email: caller.email } }),
      })
      expect(status, `${method} ${path} for ${caller.name}`).toBe(401)
    }
  expect(await hashTables(world.shop)).toEqual(before)
})

it('a person without a chosen role gets a 403 for every call that needs a role', async () => {
  const { email, cookie } = await world.undecided()
  const token = await renewToken(world.shop, { email, cookie })
  const before = await hashTables(world.shop)
  for (const { method, path, who } of GUARDED) {
    if (who === 'session' || who === 'signed-in') continue
    const { status } = await world.shop.call(
      method,
      path.replace('{email}', email).replace(/\{\w+\}/, NONE),
      {
        token,
        ...(method !== 'GET' && { body: {} }),
      },
    )
    expect(status, `${method} ${path}`).toBe(403)
  }
  expect(await hashTables(world.shop)).toEqual(before)
})

it('calls of the sign-in service that are not in the permission matrix respond 404', async () => {
  const service = betterAuth({
    baseURL: 'http://localhost:3000',
    emailAndPassword: { enabled: true },
    secret: 'x'.repeat(32),
    database: undefined as never,
  })
  const paths = Object.values(service.api).flatMap(({ path }: { path?: string }) =>
    path ? [`/auth${path}`] : [],
  )
  expect(paths.length).toBeGreaterThan(20)
  const before = await hashTables(world.shop)
  for (const path of paths) {
    if (METHODS.has(path)) continue
    for (const method of ['GET', 'POST']) {
      const { status } = await world.shop.call(method, path.replaceAll(/:\w+/g, 'x'), {
        cookie: world.buyer.cookie,
        ...(method === 'POST' && { body: {} }),
      })
      expect(status, `${method} ${path}`).toBe(404)
    }
  }
  expect(await hashTables(world.shop)).toEqual(before)
})
