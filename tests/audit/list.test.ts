import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordAudit } from '#server/audit/record-audit.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { crowd } from '#tests/support/many-people.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let admin: Person
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  admin = await makeAdmin(shop)
  seller = await signUp(shop, 'seller')
  await shop.call('PUT', `/api/verifyuser/${seller.id}?email=${admin.email}`, { token: admin.token })
})
afterAll(() => shop.close())

const list = (query: string, token = admin.token) => shop.call('GET', `/api/auditevents${query}`, { token })
type Line = { _id: string; action: string; actorId: string | null }

it('the audit trail is readable only by admins', async () => {
  const buyer = await signUp(shop, 'buyer')
  expect((await list('', buyer.token)).status).toBe(403)
  expect((await list('', seller.token)).status).toBe(403)
  expect((await shop.call('GET', '/api/auditevents')).status).toBe(401)
  expect((await list('')).status).toBe(200)
})

it('lists actor, action, subject, time and IP address, newest first', async () => {
  const { body } = await list('?action=seller-verified')
  expect(body).toEqual([
    {
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      action: 'seller-verified',
      actorId: admin.id,
      actorName: admin.name,
      actorEmail: admin.email,
      subject: seller.id,
      address: '127.0.0.1',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      details: {},
    },
  ])
  const dates = (await list('')).body.map(({ date }: { date: string }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
})

it('finds events by and about a person, by ID or part of the e-mail, ignoring case', async () => {
  const done = ['seller-verified', 'role-changed', 'signed-up']
  for (const person of [
    seller.email.toUpperCase(),
    seller.email.slice(0, -8),
    seller.id,
    seller.id.toUpperCase(),
    ` ${seller.email} `,
  ]) {
    const { body, headers } = await list(`?person=${encodeURIComponent(person)}&limit=100`)
    const actions = body.map(({ action }: Line) => action).filter((action: string) => action !== 'denied')
    expect(actions).toEqual(done)
    expect(headers.get('x-total-count')).toBe(String(body.length))
  }
  expect((await list('?person=nobody@example.com')).body).toEqual([])
})

it('marks the total as a lower bound only when more people match than are searched', async () => {
  const at = shop.deps.clock()
  const look = async (action = '') => {
    const { headers } = await list(`?person=buyer-&limit=1${action}`)
    return [headers.get('x-total-count'), headers.get('x-total-relation')]
  }
  for (const { id } of await crowd(shop, 'buyer', 200))
    await recordAudit(shop.deps.db, { action: 'signed-out', at, actor: id })
  expect(await look()).toEqual(['200', null])
  await crowd(shop, 'buyer', 1)
  expect((await look())[1]).toBe('gte')
  expect(await look('&action=refund-failed')).toEqual(['0', 'gte'])
})

it('paginates over every event once, even when many have the same time', async () => {
  const at = shop.deps.clock()
  for (let n = 0; n < 25; n++)
    await recordAudit(shop.deps.db, { action: 'hold-released', at, subject: `laptop ${n}` })
  const seen: string[] = []
  let next: string | undefined = '?action=hold-released&limit=10'
  while (next) {
    const { body, headers }: Awaited<ReturnType<typeof list>> = await list(next)
    seen.push(...body.map(({ subject }: { subject: string }) => subject))
    expect(headers.get('x-total-count')).toBe('25')
    next = /(\?[^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `laptop ${24 - n}`))
})

it.each(['?action=nothing', '?action=', '?limit=0', '?after=x', `?person=${'x'.repeat(255)}`])(
  'rejects %s with 400',
  async (query) => {
    expect((await list(query)).status).toBe(400)
  },
)
