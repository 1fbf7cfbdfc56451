import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { renewToken } from '#tests/support/people.ts'
import { inRounds } from '#tests/support/rounds.ts'
import { type Document, type Generated, type Operation, operationsOf, requests } from './generate.ts'
import { openPeople, type People } from './good-requests.ts'
import { faultOf, inOnePiece, validatorOf } from './schemas.ts'

const PER_ROUND = 50

let shop: FrontDoor
let people: People
let document: Document
let operations: Operation[]
beforeAll(async () => {
  shop = await openFrontDoor()
  people = await openPeople(shop)
  document = (await shop.call('GET', '/api/openapi.json')).body
  operations = operationsOf(document)
})
afterAll(() => shop.close())

/** The data of a round: laptops, orders, wishes, reports, and people whom no test needs. */
async function newWorld() {
  const { buyer, seller } = people
  await shop.sql('delete from rate_limits')
  const laptops = await Promise.all([putOnSale(shop, seller), putOnSale(shop, seller, { price: 450.25 })])
  const orders = await Promise.all(laptops.map((laptop) => order(shop, buyer, laptop)))
  const [mayGo] = await shop.sql(
    `insert into users (id, name, email, email_verified, user_type, created_at, updated_at)
     values (gen_random_uuid(), 'May go', gen_random_uuid() || '@example.com', false, 'seller', now(), now())
     returning id`,
  )
  const make = async (path: string, body: object) =>
    (await shop.call('POST', path, { token: buyer.token, body })).body.insertedId
  return {
    laptops,
    orders,
    wishes: [await make('/api/wishlist', { productId: laptops[0] })],
    reports: [await make('/api/reports', { productId: laptops[1], reason: 'Doubtful.' })],
    mayGo: [mayGo?.id as string],
    emails: [buyer.email, seller.email, people.admin.email],
  }
}
type World = Awaited<ReturnType<typeof newWorld>>

/** The ids that an operation can use. They include no session and no person that later rounds need. */
function realFor({ path }: Operation, world: World): string[] {
  if (path === '/user/{id}') return world.mayGo
  if (path === '/sessions/{id}') return []
  if (path.startsWith('/brand/')) return ['hp', 'dell']
  const { laptops, orders, wishes, reports, emails } = world
  const ids = /wishlist\/\{id\}/.test(path) ? wishes : /reports\/\{id\}/.test(path) ? reports : []
  const bookings = /booking\/|myorders|payment/.test(path) ? orders : laptops
  return [...ids, ...bookings, ...emails]
}

const cookied = (operation: Operation) => ['/jwt', '/users', '/googleuser/{email}'].includes(operation.path)
async function send({ operation, who, path, headers, body }: Generated): Promise<Response> {
  const person = people[who as keyof People]
  const asCookie = cookied(operation) && operation.method !== 'GET'
  return shop.app.fetch(
    new Request(`${ORIGIN}/api${path}`, {
      method: operation.method,
      headers: {
        ...(person && (asCookie ? { cookie: person.cookie } : { authorization: `Bearer ${person.token}` })),
        ...(operation.body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(operation.body && { body: JSON.stringify(body) ?? '' }),
    }),
    '127.0.0.1',
  )
}

const validators = new Map<object, z.ZodType>()
function validatorFor(schema: object): z.ZodType {
  const known = validators.get(schema) ?? validatorOf(inOnePiece(schema, document.components.schemas))
  validators.set(schema, known)
  return known
}

/** What is wrong with a response according to the document; undefined if nothing is. */
async function fault({ operation, path }: Generated, answer: Response): Promise<string | undefined> {
  const { status, headers } = answer
  const text = await answer.text()
  if (status >= 500) return `status ${status}`
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  // An empty part of a path makes it the path of another call, or of none.
  const elsewhere =
    new URL(`${ORIGIN}${path}`).pathname.split('/').length !== operation.path.split('/').length
  if (/\/(\?|$)/.test(path) || elsewhere)
    return [404, 405].includes(status) ? undefined : `elsewhere: ${status}`
  const described = operation.responses[status]
  if (!described) return `${status} is not in the document: ${text.slice(0, 200)}`
  const content = described.content?.[type]
  if (!content) return `${type} is not in the document for ${status}`
  for (const name of ['content-security-policy', 'referrer-policy', 'x-request-id'])
    if (!headers.has(name)) return `no ${name}`
  if (headers.get('x-content-type-options') !== 'nosniff') return 'no nosniff'
  if (!type.endsWith('json')) return undefined
  return faultOf(validatorFor(content.schema), JSON.parse(text))
}

inRounds(
  'requests',
  'every generated request gets a response as described in the OpenAPI document',
  { quick: 8, deep: 1600 },
  async (n) => {
    const world = await newWorld()
    for (const person of [people.buyer, people.seller, people.admin, people.newcomer])
      if (n % 50 === 0) person.token = await renewToken(shop, person)
    const sent = fc.sample(
      requests(operations, ['nobody', 'buyer', 'seller', 'admin'], (operation) => realFor(operation, world)),
      { seed: n, numRuns: PER_ROUND },
    )
    const faults: unknown[] = []
    for (const one of sent) {
      const wrong = await fault(one, await send(one))
      if (wrong) faults.push([one.who, one.operation.method, one.path, one.headers, one.body, wrong])
    }
    expect(faults).toEqual([])
  },
)

it('generated requests reach every operation, and are accepted as well as refused', async () => {
  const world = await newWorld()
  const statuses = new Map<string, number>()
  const reached = new Set<string>()
  for (const one of fc.sample(
    requests(operations, ['buyer', 'seller', 'admin'], (operation) => realFor(operation, world)),
    { seed: 1, numRuns: 400 },
  )) {
    reached.add(`${one.operation.method} ${one.operation.path}`)
    const { status } = await send(one)
    statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1)
  }
  expect([...reached].sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort())
  for (const status of ['200', '201', '400', '403', '404'])
    expect(statuses.get(status) ?? 0, `${status} among ${JSON.stringify([...statuses])}`).toBeGreaterThan(1)
})

it('a response with an undocumented, missing or invalid field is detected', () => {
  const validator = validatorFor({ $ref: '#/components/schemas/Person' })
  const person = {
    _id: '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e',
    name: 'A',
    email: 'a@example.com',
    image: null,
    userType: 'buyer',
    verified: false,
    emailProven: false,
    online: false,
    lastSeenDate: null,
    joinedDate: '2026-11-21T09:30:00.000Z',
  }
  expect(faultOf(validator, person)).toBeUndefined()
  expect(faultOf(validator, { ...person, password: 'x' })).toMatch(/password/)
  expect(faultOf(validator, { ...person, email: undefined })).toMatch(/email/)
  expect(faultOf(validator, { ...person, joinedDate: 'yesterday' })).toMatch(/joinedDate/)
})

it('no request causes an internal failure', () => {
  expect(shop.lines.filter((line) => line.includes('"event":"failure"'))).toEqual([])
})
