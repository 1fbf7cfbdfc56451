import { afterAll, beforeAll, expect, it } from 'vitest'
import { ANSWERS, keysOf, REFUSALS } from './fields.ts'
import { MATRIX } from './matrix.ts'
import { COLUMNS, cellOf } from './row.ts'
import { watchTables } from './watch-tables.ts'
import { openWorld, type World } from './world.ts'

let world: World
let secrets: string[]
let changed: () => Promise<string[]>
beforeAll(async () => {
  world = await openWorld()
  const { shop, buyer } = world
  // One thing of each kind, so that no list is empty.
  const laptop = await world.laptop()
  await shop.sql(`update products set advertised_until = now() + interval '1 day' where id = $1`, [laptop])
  await world.order(buyer, laptop)
  await world.charged(buyer)
  await world.wish()
  await world.report()
  await shop.sql(`insert into blogs (id, img, title, description, published_at)
    values (gen_random_uuid(), '/x.svg', 'Post', 'Text', now())`)
  const words = await shop.sql('select token as word from sessions union select password from accounts')
  secrets = words.map(({ word }) => word)
  changed = await watchTables(shop)
})
afterAll(() => world.close())

const WHO = {
  anon: 'a visitor',
  'buyer own': 'a buyer',
  'buyer other': 'a buyer with another buyer’s data',
  'seller own': 'a seller',
  'seller other': 'a seller with another seller’s data',
  admin: 'an admin',
}
const cells = MATRIX.flatMap((row) =>
  COLUMNS.flatMap((column, index) => {
    const status = row.expects[index]
    if (status === undefined) return []
    const title = `${row.call}${row.variant ? ` ${row.variant}` : ''} responds ${status} to ${WHO[column]}`
    return [{ title, row, column, status }]
  }),
)
const carried = new Map<string, Set<string>>()

it.each(cells)('$title', async ({ row, column, status }) => {
  const cell = cellOf(world, column)
  const { caller } = cell
  const asked = await row.ask(world, cell)
  const proof = caller && (row.by === 'cookie' ? { cookie: caller.cookie } : { token: caller.token })
  await world.shop.sandbox.settled()
  await changed()
  world.shop.lines.length = 0
  const method = row.call.split(' ')[0] ?? ''
  const answer = await world.send({ method, address: world.newAddress(), ...proof, ...asked })
  const said = `${JSON.stringify(answer.body)} ${JSON.stringify([...answer.headers])}`
  expect(answer.status, said).toBe(status)
  for (const secret of secrets) expect(said).not.toContain(secret)
  if (status < 300) return expectFields(row.call, answer.body)
  expect(await changed(), 'tables that a refused call has changed').toEqual([])
  for (const canary of world.canariesFor(caller)) expect(said).not.toContain(canary)
  // Routes outside the contract refuse in their own form.
  if (!/^GET \/metrics/.test(row.call)) expect(REFUSALS).toContainEqual(keysOf(answer.body).sort())
  const lines = world.shop.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request')
  expect(lines, 'one line of the request log').toEqual([expect.objectContaining({ status, method })])
})

/** An answer has no other keys than those that the call may have. */
function expectFields(call: string, body: unknown) {
  const keys = keysOf(body)
  const known = carried.get(call) ?? new Set()
  carried.set(call, known.union(new Set(keys)))
  expect(ANSWERS[call] ?? []).toEqual(expect.arrayContaining(keys))
}

it('every field that a response may contain occurs in at least one response', () => {
  for (const [call, keys] of Object.entries(ANSWERS))
    expect([...(carried.get(call) ?? [])].sort(), call).toEqual([...keys].sort())
})

it.each(['brands', 'brand/hp', 'products', 'adsproduct', 'product?brand=hp', 'blogs', 'blogs3'])(
  '/%s contains no e-mail address or phone number, even for an admin',
  async (path) => {
    for (const token of [undefined, world.admin.token]) {
      const said = JSON.stringify((await world.shop.call('GET', `/api/${path}`, { token })).body)
      // A phone number is a token of its own; an id may contain as many digits in a row.
      expect(said).not.toMatch(/@|(?<![\w/-])0\d{9,}(?![\w-])/)
    }
  },
)

it('the seller’s phone number is shown only for paid orders', async () => {
  const { token, email } = world.buyer
  const { body } = await world.shop.call('GET', `/api/bookings?email=${email}&limit=100`, { token })
  const phones = (paid: boolean) =>
    body
      .filter((order: { paid: boolean }) => order.paid === paid)
      .map(({ sellerPhone }: { sellerPhone: string | null }) => sellerPhone !== null)
  expect(new Set(phones(true))).toEqual(new Set([true]))
  expect(new Set(phones(false))).toEqual(new Set([false]))
})
