import { afterAll, beforeAll, expect, it } from 'vitest'
import { uploadPicture } from '#tests/products/selling.ts'
import { beginPayment } from '#tests/support/card.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { MATRIX } from './matrix.ts'
import { type Column, cellOf } from './row.ts'
import { hashRowsOf, namesIn, swaps } from './swap.ts'
import { type Made, openWorld, type World } from './world.ts'

/** Every call once, in a variant that somebody may make; but no sign-in: who knows a password is its owner. */
const ROWS = MATRIX.filter(
  ({ call }, index) =>
    MATRIX.findIndex((row) => row.call === call) === index && call !== 'POST /auth/sign-in/email',
)
/** Admins look after people: they may see, verify and delete them; but have no access to their orders and laptops. */
const OF_ADMINS = ['DELETE /user/{id}', 'PUT /verifyuser/{id}', 'PUT /reports/{id}']

let world: World
let names: string[]
let canaries: string[]
beforeAll(async () => {
  world = await openWorld()
  const { shop, otherBuyer, otherSeller } = world
  const answers: unknown[] = [otherBuyer.id, otherSeller.id]
  const ask = async (method: string, path: string, of = otherBuyer, body?: object) => {
    const { token, cookie } = of
    const answer = await shop.call(method, path, { token, cookie, ...(body && { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}.`)
    answers.push(answer.body)
    return answer.body
  }
  const laptop = () => world.laptop(otherSeller)
  for (const make of [() => world.order(otherBuyer), () => world.wish(otherBuyer)]) answers.push(await make())
  await world.begun(otherBuyer)
  const { orderId } = await world.charged(otherBuyer)
  await ask('GET', `/api/booking/${orderId}`)
  const sold = await laptop()
  const order = await world.order(otherBuyer, await laptop())
  const { client_secret } = (await beginPayment(shop, otherBuyer, order)).body
  await ask('PUT', `/api/productsold/${sold}`, otherSeller)
  await ask('POST', '/api/reports', otherBuyer, { productId: sold, reason: 'Odd' })
  await ask('GET', `/api/images/${(await uploadPicture(shop, otherSeller)).split('/').at(-1)}`, otherSeller)
  await shop.call('POST', '/auth/sign-in/email', { body: { email: otherBuyer.email, password: PASSWORD } })
  for (const list of ['bookings', 'wishlist', 'user'])
    await ask('GET', `/api/${list}?email=${otherBuyer.email}`)
  await ask('GET', `/api/mybuyers/${otherSeller.email}`, otherSeller)
  await ask('GET', `/api/myproduct?email=${otherSeller.email}`, otherSeller)
  for (const person of [otherBuyer, otherSeller])
    for (const path of ['/api/sessions', '/auth/get-session']) await ask('GET', path, person)
  names = await fewOfEachKind([...new Set(namesIn(answers))])
  const secrets = await shop.sql(`select token as word from sessions union select password from accounts`)
  canaries = [client_secret, ...secrets.map(({ word }) => word)]
})
afterAll(() => world.close())

/** One name of each kind finds most; the deep tier tries all. */
async function fewOfEachKind(all: string[]): Promise<string[]> {
  if (process.env.DEEP_TABLES) return all
  const tables = ['users', 'orders', 'products', 'wishlist', 'sessions', 'images', 'reports']
  const rows = await world.shop.sql(
    tables.map((table) => `select id::text, '${table}' as kind from ${table}`).join(' union all '),
  )
  const kinds = new Map(rows.map(({ id, kind }) => [id, kind]))
  const kindOf = (name: string) => kinds.get(name) ?? name.replace(/[0-9a-f]{32}/, '').slice(0, 3)
  return all.filter((name) => all.filter((one) => kindOf(one) === kindOf(name)).indexOf(name) === 0)
}

it('the collected identifiers include every kind that responses contain', () => {
  const kinds = [/^pi_/, /@/, /^\/api\/images\//, /^[0-9a-f]{32}$/, /^[0-9a-f-]{36}$/]
  for (const kind of kinds) expect(names).toContainEqual(expect.stringMatching(kind))
  expect(names.length).toBeGreaterThan(8)
})

const WHO: [string, Column][] = [
  ['a visitor', 'anon'],
  ['another buyer', 'buyer own'],
  ['another seller', 'seller own'],
  ['an admin', 'admin'],
]
it.each(WHO)(
  '%s can neither read nor change others’ data by swapping identifiers in a request',
  async (_who, column) => {
    const cell = cellOf(world, column)
    const { otherBuyer, otherSeller, shop } = world
    const others = [otherBuyer, otherSeller]
    const words = world.canariesFor(cell.caller).filter((word) => column !== 'admin' || /^01/.test(word))
    let tried = 0
    for (const row of ROWS) {
      if (column === 'admin' && OF_ADMINS.includes(row.call)) continue
      const proof =
        cell.caller && (row.by === 'cookie' ? { cookie: cell.caller.cookie } : { token: cell.caller.token })
      const made: Made = { method: row.call.split(' ')[0] ?? '', ...proof, ...(await row.ask(world, cell)) }
      if (names.every((name) => swaps(made, name).length === 0)) continue
      const before = await hashRowsOf(shop, others)
      for (const name of names)
        for (const swapped of swaps(made, name)) {
          tried++
          const { status, headers, body } = await world.send({ ...swapped, address: world.newAddress() })
          const said = JSON.stringify([body, [...headers]])
          // An answer may repeat the name in the request, which the caller knows.
          for (const word of [...words, ...canaries])
            if (said.includes(word) && word !== name)
              expect.fail(
                `${status} to ${swapped.method} ${swapped.path} with ${JSON.stringify(swapped.body)} says ${word}`,
              )
        }
      expect(await hashRowsOf(shop, others), row.call).toBe(before)
    }
    expect(tried).toBeGreaterThan(100)
  },
  120_000,
)
