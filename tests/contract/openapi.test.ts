import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { createBetterAuthSignIn } from '#server/sign-in/sign-in.better-auth.ts'
import type { Schema } from '#tests/input/schemas.ts'
import { type FrontDoor, ORIGIN, openFrontDoor, SECRET } from '#tests/support/front-door.ts'

const FILE = 'contract/openapi.json'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

it('the served document equals the file under version control', async () => {
  const { body } = await shop.call('GET', '/api/openapi.json')
  expect(existsSync(FILE), `${FILE} is missing: npm run openapi writes it`).toBe(true)
  expect(body, `${FILE} is out of date: npm run openapi writes it`).toEqual(
    JSON.parse(readFileSync(FILE, 'utf8')),
  )
})

const SECURITY = {
  anyone: [],
  session: [{ session: [] }],
  'signed-in': [{ bearer: [] }],
  buyer: [{ bearer: ['buyer'] }],
  seller: [{ bearer: ['seller'] }],
  admin: [{ bearer: ['admin'] }],
  'buyer or guest': [{ bearer: ['buyer'] }, {}],
}

it('documents every call of the contract, and who may make it', async () => {
  const { body } = await shop.call('GET', '/api/openapi.json')
  for (const { method, path, who } of Object.values(api)) {
    const operation = body.paths[path]?.[method]
    expect(operation, `${method} ${path}`).toBeDefined()
    expect(operation.security, `${method} ${path}`).toEqual(SECURITY[who])
  }
})

it('documents 409 and 429 for every call that accepts an Idempotency-Key', async () => {
  const { body } = await shop.call('GET', '/api/openapi.json')
  type Operation = { parameters?: { name: string }[]; responses: object }
  const taking = Object.entries<Record<string, Operation>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters }]) => parameters?.some(({ name }) => name === 'Idempotency-Key'))
      .map(([method, { responses }]) => ({ call: `${method} ${path}`, responses })),
  )
  expect(taking.map(({ call }) => call)).toContain('post /images')
  for (const { call, responses } of taking)
    expect(Object.keys(responses), call).toEqual(expect.arrayContaining(['409', '429']))
})

it('names every call, once', async () => {
  const { body } = await shop.call('GET', '/api/openapi.json')
  const named = Object.values<Record<string, { operationId: string }>>(body.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId)
  expect(new Set(named).size).toBe(named.length)
  expect(named).toEqual(expect.arrayContaining([...Object.keys(api), 'image', 'sendImage']))
})

it('puts every call into one group, and the calls about one thing into the same', async () => {
  const { body } = await shop.call('GET', '/api/openapi.json')
  const groups = body.tags.map(({ name }: { name: string }) => name)
  for (const [path, methods] of Object.entries<Record<string, { tags: string[] }>>(body.paths))
    for (const [method, { tags }] of Object.entries(methods)) {
      expect(tags, `${method} ${path}`).toHaveLength(1)
      expect(groups, `${method} ${path}`).toEqual(expect.arrayContaining(tags))
    }
  for (const [path, method] of [
    ['/booking', 'post'],
    ['/bookings', 'get'],
    ['/myorders/{id}', 'delete'],
  ] as const)
    expect(body.paths[path][method].tags, path).toEqual(['Orders'])
})

it('documents what any call may answer, and the headers that say when to try again and what is repeated', async () => {
  const { body } = await shop.call('GET', '/api/openapi.json')
  type Answers = Record<string, { description: string; headers?: Record<string, object> }>
  for (const [path, methods] of Object.entries<Record<string, { responses: Answers }>>(body.paths))
    for (const [method, { responses }] of Object.entries(methods)) {
      expect(responses, `${method} ${path}`).toHaveProperty('default')
      for (const status of ['409', '429', '503'])
        if (responses[status])
          expect(responses[status].headers, `${method} ${path} ${status}`).toHaveProperty('Retry-After')
    }
  const { 200: again, 201: made } = body.paths['/booking'].post.responses
  expect(again.description).not.toBe(made.description)
  for (const answer of [made, body.paths['/images'].post.responses[201]])
    expect(answer.headers).toHaveProperty('Idempotency-Replayed')
  expect(body.paths['/jwt'].post.responses[200]).not.toHaveProperty('headers')
  expect(body.paths['/products'].get.responses[200].headers['X-Total-Count'].schema.type).toBe('integer')
})

it('names the problems of each call by status and code, and those of any call once', async () => {
  const { body } = await shop.call('GET', '/api/openapi.json')
  const { responses } = body.paths['/create-payment-intent'].post
  expect(responses[401].description).toBe('`not-signed-in`: Not signed in.')
  expect(responses[409].description).toContain('`laptop-held`: Someone is paying for this laptop.')
  for (const code of ['card-provider-unavailable', 'overloaded'])
    expect(responses[503].description).toContain(`\`${code}\``)
  expect(responses).not.toHaveProperty('403')
  expect(body.info.description).toMatch(/any call may answer .*`overloaded`/)
})

/** Fields whose names say everything, also in which form: the schema has their format, length or values. */
const OBVIOUS = new Set(
  `_id acknowledged action bookingDate bookingId brand buyerEmail buyerName condition data date
   decision description email expiresAt height joinedDate lastUsedDate location message name paid phone
   pointer productId productName publishedDate reason reportedDate sellerName signedInDate status
   session subject success title user userType`.split(/\s+/),
)

it('describes each field whose meaning is not obvious', async () => {
  const { body } = await shop.call('GET', '/api/openapi.json')
  const bare: string[] = []
  const collect = (where: string, { properties = {}, allOf = [], items }: Schema) => {
    for (const part of [...allOf, ...(items ? [items] : [])]) collect(where, part)
    for (const [name, field] of Object.entries(properties)) {
      if (!field.description && !field.items?.$ref && !OBVIOUS.has(name)) bare.push(`${where}.${name}`)
      collect(`${where}.${name}`, field)
    }
  }
  for (const [name, schema] of Object.entries<Schema>(body.components.schemas)) collect(name, schema)
  expect(bare).toEqual([])
})

it('names the session cookie as set over http and over https', async () => {
  const { session } = (await shop.call('GET', '/api/openapi.json')).body.components.securitySchemes
  const named = async (publicUrl: string) => {
    const signIn = createBetterAuthSignIn(shop.deps, { publicUrl, origins: [ORIGIN], secret: SECRET })
    const account = { name: 'Ann', email: `${randomUUID()}@example.com`, password: 'a good long passphrase' }
    const request = new Request(`${publicUrl}/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: JSON.stringify(account),
    })
    const { headers } = await signIn.handle(request, '127.0.0.1')
    return headers.getSetCookie()[0]?.split('=')[0]
  }
  expect(session.name).toBe(await named('http://shop.example'))
  expect(session.description).toContain(` ${await named('https://shop.example')}.`)
})

it('every call of the contract exists, and guarded ones refuse a visitor with 401', async () => {
  for (const { method, path, who, request } of Object.values(api)) {
    const url = `/api${path.replace('{email}', 'a@example.com').replace('{id}', '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e')}`
    const { status, body } = await shop.call(method.toUpperCase(), url, 'body' in request ? { body: {} } : {})
    if (who !== 'anyone' && who !== 'buyer or guest') expect(status, `${method} ${url}`).toBe(401)
    if (status === 404) expect(body.detail, `${method} ${url}`).not.toBe('There is no such call.')
  }
})

it('/api/docs lists every call, without scripts', async () => {
  const { status, body, headers } = await shop.call('GET', '/api/docs')
  expect(status).toBe(200)
  expect(headers.get('content-security-policy')).not.toContain('script-src')
  for (const { method, path } of Object.values(api))
    expect(body).toContain(`${method.toUpperCase()} ${path}<`)
  expect(body).toContain('stand below <code>/api</code>')
  expect(body).not.toContain('undefined')
})

it('/api/docs lists the fields of every schema', async () => {
  const { body } = await shop.call('GET', '/api/docs')
  const shapes = (await shop.call('GET', '/api/openapi.json')).body.components.schemas
  for (const name of Object.keys(shapes)) expect(section(body, `id="shape-${name}"`)).toMatch(/<li><code>\w/)
  expect(section(body, 'id="shape-MyProduct"')).toMatch(/#shape-Product".*<code>orders<\/code>/s)
  expect(body).not.toMatch(/<\/code>( \(optional\))?: *<\/li>/)
})

it('/api/docs says what parameters, fields, bodies and headers may be', async () => {
  const { body } = await shop.call('GET', '/api/docs')
  expect(section(body, 'GET /users<')).toContain('<code>buyer</code> | <code>seller</code>')
  expect(section(body, 'GET /products<')).toContain('integer, 1 to 100, <code>24</code> if left out. Rows')
  expect(section(body, 'GET /products<')).toContain('<code>X-Total-Count</code>')
  expect(section(body, 'POST /images<')).toContain('<code>multipart/form-data</code>')
  expect(section(body, 'id="shape-NewProduct"')).toContain('string, 1 to 80 characters')
  expect(section(body, 'id="shape-NewProduct"')).toContain('such as <code>01700000001</code>')
})

it('/api/docs has a table of contents, each of whose links leads somewhere', async () => {
  const { body } = await shop.call('GET', '/api/docs')
  const links = [
    ...section(body, '<nav')
      .split('</nav>')[0]!
      .matchAll(/href="#([^"]+)"/g),
  ].map(([, id]) => id)
  expect(links).toEqual(expect.arrayContaining(['calls-shop-window', 'calls-orders', 'shapes', 'problems']))
  for (const id of links) expect(body).toContain(` id="${id}"`)
})

it('/api/docs leads from each call to its problems', async () => {
  const { body } = await shop.call('GET', '/api/docs')
  expect(section(body, 'PUT /reports/{id}<')).toContain('<a href="#problem-already-decided">')
  for (const [, id] of body.matchAll(/href="#(problem-[^"]+)"/g)) expect(body).toContain(`<tr id="${id}">`)
})

it('/api/docs says who may make each call, and how to sign in', async () => {
  const { body } = await shop.call('GET', '/api/docs')
  expect(section(body, 'POST /booking<')).toContain('Signed in as buyer, or as a guest.')
  expect(section(body, 'GET /bookings<')).toContain('Signed in as buyer only.')
  expect(section(body, 'GET /sessions<')).toContain('Signed in only.')
  expect(section(body, 'POST /jwt<')).toContain('With the session cookie only.')
  expect(section(body, 'GET /products<')).toContain('Open to everyone.')
  expect(body).toContain('<code>Authorization: Bearer …</code>')
  expect(body).not.toContain('`')
  expect(body).toMatch(/id="signing-in".*POST \/auth\/sign-in\/email.*<h2>Calls/s)
  expect(section(body, 'POST /auth/change-password<')).toContain('With the session cookie only.')
})

const section = (page: string, mark: string) =>
  page.split('<section').find((text) => text.includes(mark)) ?? `There is no ${mark}.`
