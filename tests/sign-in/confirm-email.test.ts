import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { linkTo, subjectsTo } from '#tests/support/mails.ts'
import { PASSWORD, type Person, signUp } from '#tests/support/people.ts'

const SUBJECT = 'Confirm your e-mail address'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

const confirm = (token: string, cookie?: string) =>
  shop.call('POST', '/auth/confirm-email', { body: { token }, ...(cookie && { cookie }) })
const resend = ({ cookie }: Person) =>
  shop.call('POST', '/auth/send-verification-email', { cookie, body: {} })
const isProven = async ({ email, token }: Person) =>
  (await shop.call('GET', `/api/user?email=${email}`, { token })).body.emailProven

it('a sign-up mails a link, which confirms the e-mail together with the session', async () => {
  const person = await signUp(shop, 'buyer')
  expect(subjectsTo(shop, person.email)).toEqual([SUBJECT])
  expect(await isProven(person)).toBe(false)
  const { page, token } = linkTo(shop, person.email)
  expect(page).toBe('/confirm-email')
  expect(await confirm(token, person.cookie)).toMatchObject({
    status: 200,
    body: { email: person.email, outcome: 'confirmed' },
  })
  expect(await isProven(person)).toBe(true)
  expect((await confirm(token, person.cookie)).body.outcome).toBe('confirmed')
})

it('the link alone, or with the session of another account, confirms nothing', async () => {
  const [person, other] = [await signUp(shop, 'buyer'), await signUp(shop, 'buyer')]
  const { token } = linkTo(shop, person.email)
  expect((await confirm(token)).body).toEqual({ email: person.email, outcome: 'sign-in' })
  expect((await confirm(token, other.cookie)).body.outcome).toBe('signed-in-as-another')
  const opened = await shop.call('GET', `/auth/confirm-email?token=${token}`, { cookie: person.cookie })
  expect(opened.status).toBe(405)
  expect(await isProven(person)).toBe(false)
  expect(await isProven(other)).toBe(false)
})

it('the link is valid for a day, and any other token is refused', async () => {
  const [early, late] = [await signUp(shop, 'buyer'), await signUp(shop, 'buyer')]
  const links = [early, late].map(({ email }) => linkTo(shop, email).token)
  shop.pass({ minutes: 23 * 60 })
  expect((await confirm(links[0] ?? '', early.cookie)).body.outcome).toBe('confirmed')
  shop.pass({ minutes: 61 })
  for (const wrong of [links[1] ?? '', `${links[1]}x`, 'nonsense'])
    expect(await confirm(wrong, late.cookie)).toMatchObject({ status: 400, body: { code: 'link-too-old' } })
  expect((await confirm('', late.cookie)).body.code).toBe('bad-input')
  expect(await shop.sql('select email_verified from users where id = $1', [late.id])).toEqual([
    { email_verified: false },
  ])
})

it('a confirmation link cannot reset a password, nor a reset link confirm an e-mail', async () => {
  const person = await signUp(shop, 'buyer')
  const confirmation = linkTo(shop, person.email).token
  await shop.call('POST', '/auth/request-password-reset', { body: { email: person.email } })
  expect((await confirm(linkTo(shop, person.email).token, person.cookie)).status).toBe(400)
  const body = { token: confirmation, newPassword: 'another good password' }
  expect((await shop.call('POST', '/auth/reset-password', { body })).status).toBe(400)
})

it('the link is mailed again on request, three times an hour, and not once confirmed', async () => {
  const person = await signUp(shop, 'seller')
  for (let time = 0; time < 3; time++)
    expect(await resend(person)).toMatchObject({ status: 200, body: { sent: true } })
  const stopped = await resend(person)
  expect(stopped.status).toBe(429)
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(60)
  expect(subjectsTo(shop, person.email)).toHaveLength(4)
  await confirm(linkTo(shop, person.email).token, person.cookie)
  shop.pass({ minutes: 61 })
  expect(await resend(person)).toMatchObject({ status: 200, body: { sent: false } })
  expect(subjectsTo(shop, person.email)).toHaveLength(4)
  expect((await shop.call('POST', '/auth/send-verification-email', { body: {} })).status).toBe(401)
})

it('the database stores nothing that could be used as a token', async () => {
  const person = await signUp(shop, 'buyer')
  const { token } = linkTo(shop, person.email)
  const rows = await shop.sql('select identifier, value from verifications where value = $1', [person.email])
  expect(rows).toHaveLength(1)
  expect(rows[0].identifier).not.toContain(token)
  for (const guess of [rows[0].identifier, rows[0].value, rows[0].identifier.split(' ')[1]])
    expect((await confirm(guess, person.cookie)).status).toBe(400)
})

it('a sign-up reveals a taken e-mail twenty times an hour per address, then gets a 429', async () => {
  const { email } = await signUp(shop, 'buyer')
  const attempt = async (whose: string, address: string) => {
    const body = { name: 'Eve', email: whose, password: PASSWORD }
    return (await shop.call('POST', '/auth/sign-up/email', { body, address })).status
  }
  for (let time = 0; time < 20; time++) expect(await attempt(email, '10.2.0.1')).toBe(422)
  expect(await attempt(email, '10.2.0.1')).toBe(429)
  expect(await attempt('free-to-take@example.com', '10.2.0.1')).toBe(429)
  expect(await attempt('free-to-take@example.com', '10.2.0.2')).toBe(200)
})

it('sign-ups from one address cause thirty mails an hour, without the typed name', async () => {
  const mailed = async (count: number) => {
    const email = `list-${count}@example.com`
    const body = { name: 'Win a prize', email, password: PASSWORD }
    const { status } = await shop.call('POST', '/auth/sign-up/email', { body, address: '10.2.0.3' })
    expect(status).toBe(200)
    return subjectsTo(shop, email).length
  }
  for (let count = 0; count < 30; count++) expect(await mailed(count)).toBe(1)
  expect(await mailed(30)).toBe(0)
  expect(JSON.stringify(shop.mails)).not.toContain('Win a prize')
})

it('links mailed again are also limited by address, which uses up nobody’s own three', async () => {
  const again = ({ cookie }: Person, address: string) =>
    shop.call('POST', '/auth/send-verification-email', { cookie, body: {}, address })
  const people = await Promise.all(Array.from({ length: 11 }, () => signUp(shop, 'buyer')))
  for (const person of people.slice(0, 10))
    for (let time = 0; time < 3; time++) expect((await again(person, '10.2.0.4')).status).toBe(200)
  const last = people[10]
  if (!last) throw new Error('Nobody is left.')
  for (let time = 0; time < 4; time++)
    expect(await again(last, '10.2.0.4')).toMatchObject({
      status: 429,
      body: { detail: expect.stringContaining('from your network') },
    })
  expect(subjectsTo(shop, last.email)).toHaveLength(1)
  for (let time = 0; time < 3; time++) expect((await again(last, '10.2.0.5')).status).toBe(200)
  expect((await again(last, '10.2.0.5')).body.detail).toContain('several times')
})
