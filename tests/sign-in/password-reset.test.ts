import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { linkTo, subjectsTo } from '#tests/support/mails.ts'
import { PASSWORD, type Person, signUp } from '#tests/support/people.ts'

const NEW = 'another good password'
const ASKED = 'Choose a new password'
const CHANGED = 'Your password was changed'

let shop: FrontDoor
let address = 0
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

const ask = (email: unknown, from = `10.1.0.${++address}`) =>
  shop.call('POST', '/auth/request-password-reset', { body: { email }, address: from })
const reset = (token: string, newPassword = NEW) =>
  shop.call('POST', '/auth/reset-password', { body: { token, newPassword } })
const signIn = async (email: string, password: string) =>
  (await shop.call('POST', '/auth/sign-in/email', { body: { email, password } })).status

/** Somebody with a fresh link to choose a new password. */
async function forgetful(): Promise<Person & { link: string }> {
  const person = await signUp(shop, 'buyer')
  await ask(person.email)
  const { page, token } = linkTo(shop, person.email)
  expect(page).toBe('/reset-password')
  return { ...person, link: token }
}

it('known and unknown e-mails get the same response, and only a known one gets a mail', async () => {
  const { email } = await signUp(shop, 'buyer')
  const [known, unknown] = [await ask(` ${email.toUpperCase()}`), await ask('nobody@example.com')]
  expect(known).toMatchObject({ status: 200, body: { status: true } })
  expect(unknown).toMatchObject({ status: 200, body: known.body })
  const names = (headers: Headers) => [...headers.keys()]
  expect(names(unknown.headers)).toEqual(names(known.headers))
  expect(subjectsTo(shop, email)).toContain(ASKED)
  expect(subjectsTo(shop, 'nobody@example.com')).toEqual([])
})

it.each(['nobody', '', 'a@b\r\nBcc: c@example.com', ['a@example.com'], undefined])(
  'an invalid e-mail is refused: %j',
  async (email) => {
    expect(await ask(email)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/email' }] } })
  },
)

it('a reset sets the password, ends every session, confirms the e-mail, and is mailed', async () => {
  const [person, other] = [await forgetful(), await forgetful()]
  const elsewhere = await shop.call('POST', '/auth/sign-in/email', {
    body: { email: person.email, password: PASSWORD },
  })
  expect(elsewhere.status).toBe(200)
  expect(await reset(person.link)).toMatchObject({ status: 200, body: { status: true } })
  expect(await signIn(person.email, PASSWORD)).toBe(401)
  const orders = await shop.call('GET', `/api/bookings?email=${person.email}`, { token: person.token })
  expect(orders.status).toBe(401)
  expect(await shop.sql('select id from sessions where user_id = $1', [person.id])).toEqual([])
  expect(await signIn(person.email, NEW)).toBe(200)
  expect(await shop.sql('select email_verified from users where id = $1', [person.id])).toEqual([
    { email_verified: true },
  ])
  expect(subjectsTo(shop, person.email)).toContain(CHANGED)
  const theirs = await shop.call('GET', `/api/bookings?email=${other.email}`, { token: other.token })
  expect(theirs.status).toBe(200)
  expect((await reset(other.link)).status).toBe(200)
})

it('a link works once, even concurrently, and a reset invalidates the other links', async () => {
  const person = await forgetful()
  await ask(person.email)
  const second = linkTo(shop, person.email).token
  expect(second).not.toBe(person.link)
  const both = await Promise.all([
    reset(person.link, 'the first of two'),
    reset(person.link, 'the second of two'),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await reset(person.link)).body.code).toBe('link-too-old')
  expect(await reset(second)).toMatchObject({ status: 400, body: { code: 'link-too-old' } })
  expect(subjectsTo(shop, person.email).filter((subject) => subject === CHANGED)).toHaveLength(1)
})

it('a link is valid for thirty minutes', async () => {
  const [early, late] = [await forgetful(), await forgetful()]
  shop.pass({ minutes: 29 })
  expect((await reset(early.link)).status).toBe(200)
  shop.pass({ minutes: 2 })
  const { status, body } = await reset(late.link)
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'link-too-old' })
  expect(await signIn(late.email, PASSWORD)).toBe(200)
})

it.each([
  ['too short', () => 'short12'],
  ['129 characters long', () => 'a'.repeat(129)],
  ['too common', () => 'Password123'],
  ['the account’s e-mail', ({ email }: Person) => email],
  ['the account’s name', ({ name }: Person) => name],
])('a new password that is %s is refused, and the link stays valid', async (_what, choose) => {
  const person = await forgetful()
  expect(await reset(person.link, choose(person))).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/newPassword' }] },
  })
  expect((await reset(person.link)).status).toBe(200)
})

it('the database stores nothing that could be used as a token', async () => {
  const person = await forgetful()
  const rows = await shop.sql('select identifier, value from verifications where value = $1', [person.id])
  expect(rows).toHaveLength(1)
  expect(Buffer.from(person.link, 'base64url').length).toBeGreaterThanOrEqual(16)
  for (const { identifier, value } of rows) {
    expect(identifier).not.toContain(person.link)
    for (const guess of [identifier, value, ...identifier.split(' ')])
      expect((await reset(guess)).status).toBe(400)
  }
})

it('an e-mail gets three mails an hour, and all requests get the same response, known or not', async () => {
  const { email } = await signUp(shop, 'buyer')
  const asked = async (whose: string) => {
    const answers = []
    for (let time = 0; time < 5; time++) answers.push(await ask(whose))
    return answers.map(({ status, body }) => ({ status, body }))
  }
  expect(await asked(email)).toEqual(await asked('also-nobody@example.com'))
  expect(subjectsTo(shop, email).filter((subject) => subject === ASKED)).toHaveLength(3)
  shop.pass({ minutes: 61 })
  await ask(email)
  expect(subjectsTo(shop, email).filter((subject) => subject === ASKED)).toHaveLength(4)
})

it('the 21st request from one network address within an hour gets a 429', async () => {
  for (let count = 0; count < 20; count++)
    expect((await ask(`stranger-${count}@example.com`, '10.9.9.9')).status).toBe(200)
  const stopped = await ask('stranger@example.com', '10.9.9.9')
  expect(stopped.status).toBe(429)
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(60)
})

it('a reset lets the owner sign in at once after others have guessed passwords', async () => {
  const [person, other] = [await forgetful(), await signUp(shop, 'buyer')]
  for (const { email } of [person, other])
    for (let guess = 0; guess < 10; guess++) await signIn(email, `wrong ${guess}`)
  expect(await signIn(person.email, PASSWORD)).toBe(429)
  await reset(person.link)
  expect(await signIn(person.email, NEW)).toBe(200)
  expect(await signIn(other.email, PASSWORD)).toBe(429)
})

it('a reset gives a password to an account without one', async () => {
  const person = await forgetful()
  await shop.sql(`delete from accounts where user_id = $1`, [person.id])
  expect((await reset(person.link)).status).toBe(200)
  expect(await signIn(person.email, NEW)).toBe(200)
})

it('a link that was mailed while the clock was a day ahead is refused', async () => {
  const { id, link } = await forgetful()
  await shop.sql(
    `update verifications set created_at = created_at + interval '1 day', expires_at = expires_at + interval '1 day'
     where value = $1`,
    [id],
  )
  expect(await reset(link)).toMatchObject({ status: 400, body: { code: 'link-too-old' } })
})
