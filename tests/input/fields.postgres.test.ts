import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GoogleStart } from '#contract/sign-in.ts'
import { type Answer, type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { hashTables } from '#tests/support/tables.ts'
import { KINDS } from './catalogue.ts'
import { BODY_FIELDS, type Field } from './fields.ts'
import { addPicture, type Good, goodRequests, openPeople, type People } from './good-requests.ts'
import { REFUSED, TAKEN, type Try } from './tries.ts'

let shop: FrontDoor
let people: People
let good: Record<string, Good>
beforeAll(async () => {
  shop = await openFrontDoor()
  people = await openPeople(shop)
  good = await goodRequests(shop, people)
})
afterAll(() => shop.close())

/** Tested with the Google tests; in it, visitors can choose only the path to return to. */
const NEEDS_GOOGLE = 'POST /auth/sign-in/social'
const FIELDS = BODY_FIELDS.filter(({ call }) => call !== NEEDS_GOOGLE)

/** Makes a valid call, but with this body. */
async function make(call: string, body: object): Promise<Answer> {
  const request = good[call]
  if (!request) throw new Error(`good-requests.ts does not say how ${call} is made.`)
  const [method = '', path = ''] = call.split(' ')
  return shop.call(method, path.startsWith('/auth/') ? path : `/api${request.path ?? path}`, {
    ...request.by,
    body,
  })
}

/** Makes a call with another value in one field. Rate limits have tests of their own. */
async function send({ call, field }: Pick<Field, 'call' | 'field'>, value: unknown): Promise<Answer> {
  await shop.sql('delete from rate_limits')
  return make(call, { ...(await good[call]?.body()), [field]: value })
}

const isBadInput = ({ status, body }: Answer) => status === 400 && body.code === 'bad-input'
/** If the shop accepts a value, the sign-in service behind it must not refuse it with a message of its own. */
const isProblem = ({ status, body }: Answer) => status < 400 || body.type !== undefined

describe.each(FIELDS)('$call, $field', (field) => {
  const tries: Try[] = field.kind ? KINDS[field.kind] : []
  const mayBeMissing = (value: unknown) => value === undefined || (value === null && field.kind === 'picture')
  const bad = tries.filter(
    ([, value, becomes]) => becomes === REFUSED && !(field.optional && mayBeMissing(value)),
  )
  const fine = tries.filter(([, , becomes]) => becomes !== REFUSED)

  it('has a kind', () => expect(field.kind, 'fields.ts must say which kind of field this is').toBeDefined())

  it(`rejects ${bad.length} values at the field, without echoing them or changing anything`, async () => {
    const request = good[field.call]!
    await request.before?.()
    await shop.sql('delete from rate_limits')
    // What a valid request needs (a picture of one's own) is created here: that is not a change by the call.
    const rest = await request.body()
    const before = await hashTables(shop)
    const wrong: unknown[] = []
    for (const [what, value] of bad) {
      const answer = await make(field.call, { ...rest, [field.field]: value })
      const pointers = answer.body.errors?.map(({ pointer }: { pointer: string }) => pointer) ?? []
      const told =
        typeof value === 'string' && value.length > 6 && JSON.stringify(answer.body).includes(value)
      const speaksOfTypes = /Invalid (input|UUID)/.test(JSON.stringify(answer.body))
      if (
        !isBadInput(answer) ||
        speaksOfTypes ||
        !pointers.every((at: string) => at === `/${field.field}`) ||
        !pointers.length ||
        told
      )
        wrong.push([what, answer.status, answer.body])
    }
    expect(wrong).toEqual([])
    expect(await hashTables(shop)).toEqual(before)
  })

  if (fine.length === 0) return
  it(`accepts ${fine.length} values, as typed`, async () => {
    const wrong: unknown[] = []
    for (const [what, value, becomes] of fine) {
      const request = good[field.call]!
      await request.before?.()
      const answer = await send(field, value)
      if (isBadInput(answer) || !isProblem(answer) || answer.status >= 500)
        wrong.push([what, answer.status, answer.body])
      else if (request.kept && becomes !== TAKEN && answer.status < 300) {
        const kept = await request.kept(answer)
        if (field.field in kept && kept[field.field] !== becomes) wrong.push([what, kept[field.field]])
      }
    }
    expect(wrong).toEqual([])
  })
})

it('a password is stored as typed, and no other spelling of it signs in', async () => {
  const email = 'tried@example.com'
  for (const [what, password, becomes] of KINDS.password as Try[]) {
    if (becomes === REFUSED || typeof password !== 'string') continue
    await shop.sql(`delete from users where email = $1`, [email])
    await shop.sql('delete from rate_limits')
    const body = { name: 'Tried Out', email, password }
    expect([what, (await shop.call('POST', '/auth/sign-up/email', { body })).status]).toEqual([what, 200])
    const signIn = async (typed: string) =>
      (await shop.call('POST', '/auth/sign-in/email', { body: { email, password: typed } })).status
    expect([what, await signIn(password), await signIn(`${password} `.slice(1))]).toEqual([what, 200, 401])
    if (password.normalize() !== password)
      expect([what, await signIn(password.normalize())]).toEqual([what, 401])
  }
})

it('a password equal to the own name or e-mail is rejected, in any case', async () => {
  const account = { name: 'Ada King Lovelace', email: 'tried.lovelace@example.com' }
  for (const password of ['ada king lovelace', 'Tried.Lovelace@Example.com', 'TRIED.LOVELACE'])
    expect(await shop.call('POST', '/auth/sign-up/email', { body: { ...account, password } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/password' }] },
    })
})

it('an e-mail address has one account, in every spelling', async () => {
  await shop.sql(`delete from users where email like 'tried%'`)
  const signUp = (email: string) =>
    shop.call('POST', '/auth/sign-up/email', { body: { name: 'Tried Out', email, password: PASSWORD } })
  expect((await signUp('tried.k@example.com')).status).toBe(200)
  for (const email of ['TRIED.K@EXAMPLE.COM', ' tried.k@example.com\t', 'tried.\u212a@example.com'])
    expect([email, (await signUp(email)).status]).toEqual([email, 422])
  for (const email of ['tried.k＠example.com', 'tried.k@example．com'])
    expect([email, (await signUp(email)).status]).toEqual([email, 400])
  expect(await shop.sql(`select count(*)::int as count from users where email like 'tried%'`)).toEqual([
    { count: 1 },
  ])
})

it('a picture must be an own upload with the matching purpose', async () => {
  const { buyer, seller, newcomer } = people
  const image = { call: 'POST /addproducts', field: 'image' }
  for (const [owner, purpose] of [
    [buyer, 'product'],
    [seller, 'avatar'],
  ] as const)
    expect(isBadInput(await send(image, await addPicture(shop, owner, purpose)))).toBe(true)
  expect((await send(image, await addPicture(shop, seller, 'product'))).status).toBe(201)
  const photo = { ...image, call: 'POST /users' }
  await good['POST /users']?.before?.()
  expect(isBadInput(await send(photo, await addPicture(shop, seller, 'avatar')))).toBe(true)
  const own = await addPicture(shop, newcomer, 'avatar')
  expect((await send(photo, own)).status).toBe(201)
  expect(await good['POST /users']?.kept?.({} as Answer)).toMatchObject({ image: own })
})

it('dates in a request are ignored in favour of the server time', async () => {
  const dates = {
    bookingDate: '9999-01-01T00:00:00.000Z',
    publishedDate: 'Jan 1, 2001',
    createdAt: 0,
    paid: true,
  }
  const before = Date.now()
  for (const call of ['POST /booking', 'POST /addproducts']) {
    await good[call]?.before?.()
    const answer = await make(call, { ...(await good[call]?.body()), ...dates })
    expect([call, answer.status]).toEqual([call, 201])
    const [row] = await shop.sql(
      `select created_at as at from orders where id = $1 union select published_at from products where id = $1`,
      [answer.body.insertedId],
    )
    expect(Math.abs(row?.at.getTime() - before)).toBeLessThan(60_000)
  }
})

it('the return path after signing in with Google must be a path of the shop', () => {
  const goesTo = (next: unknown) => GoogleStart.safeParse({ provider: 'google', next }).success
  for (const next of ['/', '/dashboard?x=1', '/brand/hp#x'])
    expect([next, goesTo(next)]).toEqual([next, true])
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:x',
    '',
    7,
    ['/'],
    '/'.repeat(2_000),
    '/\t/evil.example',
  ])
    expect([next, goesTo(next)]).toEqual([next, false])
})

it('no request causes an internal failure', () => {
  expect(shop.lines.filter((line) => line.includes('"event":"failure"'))).toEqual([])
})
