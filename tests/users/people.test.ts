import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { crowd } from '#tests/support/many-people.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let admin: Person
let buyer: Person
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  admin = await makeAdmin(shop)
  buyer = await signUp(shop, 'buyer', 'Ada 100%_Lovelace')
  seller = await signUp(shop, 'seller', 'Grace Hopper')
})
afterAll(() => shop.close())

const ask = (token: string | undefined, query: Record<string, string>) =>
  shop.call('GET', `/api/users?${new URLSearchParams(query)}`, { token })
const list = async (userType: string, more: Record<string, string> = {}) =>
  ask(await renewToken(shop, admin), { userType, email: admin.email, ...more })
const names = async (userType: string, search: string) =>
  (await list(userType, { search })).body.map(({ name }: { name: string }) => name)

describe('listing people', () => {
  it('requires an admin with their own e-mail', async () => {
    for (const userType of ['buyer', 'seller']) {
      expect((await ask(undefined, { userType, email: admin.email })).status).toBe(401)
      for (const person of [buyer, seller])
        for (const email of [person.email, admin.email])
          expect((await ask(person.token, { userType, email })).status).toBe(403)
      expect((await ask(admin.token, { userType, email: admin.email })).status).toBe(200)
    }
  })

  it('is refused alike for another person’s e-mail and an unknown one', async () => {
    const [known, unknown] = [
      await ask(admin.token, { userType: 'buyer', email: buyer.email }),
      await ask(admin.token, { userType: 'buyer', email: 'nobody@example.com' }),
    ]
    expect(known.status).toBe(403)
    expect(unknown).toMatchObject({ status: 403, body: known.body })
  })

  it.each<Record<string, string>>([
    { userType: 'admin' },
    { userType: 'Buyer' },
    {},
    { userType: 'buyer', email: 'no address' },
  ])('responds 400 to %j', async (query) => {
    expect((await ask(admin.token, { email: admin.email, ...query })).status).toBe(400)
  })
})

describe('the list', () => {
  it('has the people of one role, with what an admin needs and no secret', async () => {
    const { body, headers } = await list('seller')
    expect(headers.get('x-total-count')).toBe('1')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual([
      {
        _id: seller.id,
        name: 'Grace Hopper',
        email: seller.email,
        image: null,
        userType: 'seller',
        verified: false,
        emailProven: false,
        online: expect.any(Boolean),
        lastSeenDate: expect.any(String),
        joinedDate: expect.any(String),
      },
    ])
  })

  it('is searched by part of a name or e-mail, ignoring case, with % and _ taken literally', async () => {
    expect(await names('buyer', 'lOVElace')).toEqual([buyer.name])
    expect(await names('buyer', buyer.email.toUpperCase())).toEqual([buyer.name])
    expect(await names('buyer', '100%_')).toEqual([buyer.name])
    expect(await names('buyer', '%lovelace')).toEqual([])
    expect(await names('buyer', '_')).toEqual([buyer.name])
    expect(await names('buyer', '\\')).toEqual([])
    expect(await names('buyer', 'Hopper')).toEqual([])
    expect((await list('buyer', { search: '  ' })).headers.get('x-total-count')).toBe('1')
  })

  it('is searched by part of an e-mail on both sides of its @', async () => {
    const [name = '', provider = ''] = buyer.email.split('@')
    for (const found of [
      '@',
      `@${provider}`,
      `${name}@`,
      `${name.slice(2)}@`,
      `${name.slice(-1).toUpperCase()}@${provider[0]}`,
    ])
      expect(await names('buyer', found), found).toEqual([buyer.name])
    for (const other of [`${name.slice(0, -1)}@`, `_@`, `%@`, `x${name}@`, `${name}@x`, `@${name}@`, `\\@`])
      expect(await names('buyer', other), other).toEqual([])
  })

  it('is searched by one or two letters, anywhere in name or e-mail', async () => {
    const { name, email } = await signUp(shop, 'seller', 'Édouard Ŵŷ 🦆%')
    const found = async (search: string) => (await names('seller', search)).includes(name)
    // Only these: which other letters have an upper case depends on the database's locale.
    const loud = name.replace(/[a-z]/g, (letter) => letter.toUpperCase())
    for (const text of [name, loud, email]) {
      const letters = [...text]
      // A search is trimmed.
      for (const few of [...letters, ...letters.map((letter, at) => letter + (letters[at + 1] ?? ''))])
        if (few.trim() === few) expect(await found(few), few).toBe(true)
    }
    // The end of the name and the beginning of the e-mail do not count as adjacent.
    for (const few of ['~', '%%', '__', 'ŷŵ', `%${email[0]}`]) expect(await found(few), few).toBe(false)
  })

  it('is sorted newest first and paged, with the total of the search', async () => {
    for (const name of ['Twin one', 'Twin two', 'Twin three']) {
      shop.pass({ minutes: 1 })
      await signUp(shop, 'seller', name)
    }
    const first = await list('seller', { search: 'twin', limit: '2' })
    const next = /<\/api([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]
    const second = await shop.call('GET', `/api${next}`, { token: await renewToken(shop, admin) })
    expect([...first.body, ...second.body].map(({ name }) => name)).toEqual([
      'Twin three',
      'Twin two',
      'Twin one',
    ])
    expect(second.headers.get('link')).toBe(null)
    expect(second.headers.get('x-total-count')).toBe('3')
    expect((await list('seller', { search: 'twin one' })).headers.get('x-total-count')).toBe('1')
  })
})

it('a search does not count matches beyond its page, and marks the total as a minimum', async () => {
  await crowd(shop, 'seller', 5)
  const part = async (search: string, limit: string, after = '') => {
    const { headers } = await list('seller', { search, limit, ...(after && { after }) })
    const next = /after=([\w-]+)/.exec(headers.get('link') ?? '')?.[1]
    return { total: headers.get('x-total-count'), relation: headers.get('x-total-relation'), next }
  }
  const first = await part('seller-', '2')
  expect(first).toEqual({ total: '2', relation: 'gte', next: expect.any(String) })
  const second = await part('seller-', '2', first.next)
  expect(second).toEqual({ total: '4', relation: 'gte', next: expect.any(String) })
  expect(await part('seller-', '2', second.next)).toEqual({ total: '5', relation: null, next: undefined })
  expect(await part('seller-', '5')).toEqual({ total: '5', relation: null, next: undefined })
  const gone = await part('seller-', '4')
  await shop.sql(`delete from users where id in
    (select id from users where email like 'seller-%' order by created_at, id limit 1)`)
  expect(await part('seller-', '4', gone.next)).toEqual({ total: '4', relation: null, next: undefined })
  expect((await list('seller', { limit: '2' })).headers.get('x-total-relation')).toBe(null)
})

describe('presence', () => {
  it('is online for five minutes after a call, then has the time of that call', async () => {
    const person = await signUp(shop, 'buyer', 'Present')
    const look = async () => (await list('buyer', { search: 'Present' })).body[0]
    expect(await look()).toMatchObject({ online: false, lastSeenDate: null })
    await shop.call('GET', `/api/user?email=${person.email}`, { token: person.token })
    const seen = (await look()).lastSeenDate
    expect(Math.abs(Date.parse(seen) - shop.deps.clock().getTime())).toBeLessThan(60_000)
    shop.pass({ minutes: 4 })
    expect(await look()).toMatchObject({ online: true, lastSeenDate: seen })
    shop.pass({ minutes: 2 })
    expect(await look()).toMatchObject({ online: false, lastSeenDate: seen })
  })

  it('is not online after a clock that was ahead is set back, until the next call', async () => {
    const person = await signUp(shop, 'buyer', 'Ahead')
    const look = async () => (await list('buyer', { search: 'Ahead' })).body[0]
    const call = async () => {
      const token = await renewToken(shop, person)
      return shop.call('GET', `/api/user?email=${person.email}`, { token })
    }
    shop.pass({ minutes: 3 * 24 * 60 })
    expect((await call()).status).toBe(200)
    shop.pass({ minutes: -3 * 24 * 60 })
    expect(await look()).toMatchObject({ online: false })
    expect((await call()).status).toBe(200)
    const { online, lastSeenDate } = await look()
    expect(online).toBe(true)
    expect(Math.abs(Date.parse(lastSeenDate) - shop.deps.clock().getTime())).toBeLessThan(60_000)
  })
})
