import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKnownBrowsers } from '#server/sign-in/known-browsers.ts'
import { type FrontDoor, openFrontDoor, SECRET } from '#tests/support/front-door.ts'
import { linkTo, subjectsTo } from '#tests/support/mails.ts'
import { cookieOf, PASSWORD, type Person, signUp } from '#tests/support/people.ts'

const DAY_MINUTES = 24 * 60
const DAY = DAY_MINUTES * 60_000
const NEW = 'another good password'
const NAME = 'clamshell.known_browser'

let shop: FrontDoor
let address = 0
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

const anywhere = () => `10.7.${++address >> 8}.${address & 255}`
/** Only the cookie that makes a browser known: the session's cookie has expired. */
const knownCookieOf = ({ cookie }: Pick<Person, 'cookie'>) =>
  cookie.split('; ').find((part) => part.startsWith(`${NAME}=`)) ?? ''

async function signIn(email: string, { password = PASSWORD, cookie = '' } = {}): Promise<number> {
  const sent = { body: { email, password }, cookie, address: anywhere() }
  return (await shop.call('POST', '/auth/sign-in/email', sent)).status
}

async function guess(email: string, cookie = ''): Promise<void> {
  for (let n = 0; n < 10; n++) expect(await signIn(email, { password: `a guess, ${n}`, cookie })).toBe(401)
}

async function setByMail(owner: Person): Promise<void> {
  await askForLink(owner)
  const body = { token: linkTo(shop, owner.email).token, newPassword: NEW }
  expect((await shop.call('POST', '/auth/reset-password', { body })).status).toBe(200)
}

const askForLink = ({ email }: Person, cookie = '') =>
  shop.call('POST', '/auth/request-password-reset', { body: { email }, cookie, address: anywhere() })
const linksTo = ({ email }: Person) =>
  subjectsTo(shop, email).filter((subject) => subject === 'Choose a new password').length

it('a stranger who tries passwords keeps out whoever comes by a new browser, not the owner by theirs', async () => {
  const owner = await signUp(shop, 'buyer')
  await guess(owner.email)
  expect(await signIn(owner.email)).toBe(429)
  expect(await signIn(owner.email, { cookie: knownCookieOf(owner) })).toBe(200)
})

it('a browser is known from its sign-in on, and after it has signed out', async () => {
  const owner = await signUp(shop, 'buyer')
  const { headers } = await shop.call('POST', '/auth/sign-in/email', {
    body: { email: ` ${owner.email.toUpperCase()}`, password: PASSWORD },
  })
  const out = await shop.call('POST', '/auth/sign-out', { cookie: cookieOf(headers), body: {} })
  expect(out.headers.getSetCookie().join()).not.toContain(NAME)
  await guess(owner.email)
  expect(await signIn(owner.email, { cookie: knownCookieOf({ cookie: cookieOf(headers) }) })).toBe(200)
})

it('a known browser has ten tries too, a session’s apart, and a new password by mail lets it in again', async () => {
  const owner = await signUp(shop, 'buyer')
  const cookie = knownCookieOf(owner)
  await guess(owner.email, cookie)
  expect(await signIn(owner.email, { cookie })).toBe(429)
  const body = { currentPassword: 'a wrong one', newPassword: NEW }
  expect((await shop.call('POST', '/auth/change-password', { cookie: owner.cookie, body })).status).toBe(400)
  await setByMail(owner)
  expect(await signIn(owner.email, { password: NEW, cookie })).toBe(200)
})

it('whoever had an account before its password was changed keeps its owner out by no cookie of theirs', async () => {
  const owner = await signUp(shop, 'buyer')
  const before = knownCookieOf(owner)
  await setByMail(owner)
  const session = await shop.call('POST', '/auth/sign-in/email', {
    body: { email: owner.email, password: NEW },
  })
  await guess(owner.email, before)
  expect(await signIn(owner.email, { password: NEW, cookie: before })).toBe(429)
  expect(await signIn(owner.email, { password: NEW, cookie: cookieOf(session.headers) })).toBe(200)
})

it('two browsers of an account have their tries each', async () => {
  const owner = await signUp(shop, 'buyer')
  const { headers } = await shop.call('POST', '/auth/sign-in/email', {
    body: { email: owner.email, password: PASSWORD },
  })
  await guess(owner.email, knownCookieOf(owner))
  expect(await signIn(owner.email, { cookie: knownCookieOf({ cookie: cookieOf(headers) }) })).toBe(200)
})

it('the browser in which a password is changed is known on', async () => {
  const owner = await signUp(shop, 'buyer')
  const body = { currentPassword: PASSWORD, newPassword: NEW }
  const { status, headers } = await shop.call('POST', '/auth/change-password', { cookie: owner.cookie, body })
  expect(status).toBe(200)
  await guess(owner.email)
  expect(await signIn(owner.email, { password: NEW, cookie: cookieOf(headers) })).toBe(200)
})

it('a stranger who asks for links uses up none of a known browser’s', async () => {
  const owner = await signUp(shop, 'buyer')
  for (let n = 0; n < 5; n++) await askForLink(owner)
  expect(linksTo(owner)).toBe(3)
  for (let n = 0; n < 5; n++) await askForLink(owner, knownCookieOf(owner))
  expect(linksTo(owner)).toBe(6)
})

it('can be read by no script, and is sent only over https where the shop has it', () => {
  const attributesOf = (secure: boolean) => {
    const browsers = createKnownBrowsers({ secret: SECRET, clock: () => new Date(), secure })
    return browsers
      .remember(new Response(), { email: 'a@example.com', hash: 'a hash' })
      .headers.getSetCookie()
      .join()
      .split('; ')
      .slice(1)
  }
  const always = ['HttpOnly', `Max-Age=${(90 * DAY) / 1000}`, 'Path=/', 'SameSite=Lax']
  expect(attributesOf(false).sort()).toEqual(always)
  expect(attributesOf(true).sort()).toEqual([...always, 'Secure'].sort())
})

// This test is last, since sessions opened after it would be too old at once.
it('a stranger’s own cookie, one that was altered and an old one are no help', async () => {
  const [owner, stranger] = [await signUp(shop, 'buyer'), await signUp(shop, 'buyer')]
  await guess(owner.email)
  const [id = '', since = '', proof = ''] = knownCookieOf(owner)
    .slice(NAME.length + 1)
    .split('.')
  const tomorrow = String(Number(since) + DAY)
  const useless = [
    knownCookieOf(stranger),
    `${NAME}=${id}.${tomorrow}.${proof}`,
    `${NAME}=${id}.${since}.`,
    `${NAME}=`,
    NAME,
  ]
  for (const cookie of useless) expect(await signIn(owner.email, { cookie }), cookie).toBe(429)

  shop.pass({ minutes: 89 * DAY_MINUTES })
  await guess(owner.email)
  expect(await signIn(owner.email, { cookie: knownCookieOf(owner) })).toBe(200)
  shop.pass({ minutes: DAY_MINUTES })
  await guess(owner.email)
  expect(await signIn(owner.email, { cookie: knownCookieOf(owner) })).toBe(429)
})
