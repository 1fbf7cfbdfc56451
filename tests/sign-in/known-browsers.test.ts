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

it('password guessing locks out new browsers, but not the owner’s known browser', async () => {
  const owner = await signUp(shop, 'buyer')
  await guess(owner.email)
  expect(await signIn(owner.email)).toBe(429)
  expect(await signIn(owner.email, { cookie: knownCookieOf(owner) })).toBe(200)
})

it('a browser is known after its sign-in, even once it has signed out', async () => {
  const owner = await signUp(shop, 'buyer')
  const { headers } = await shop.call('POST', '/auth/sign-in/email', {
    body: { email: ` ${owner.email.toUpperCase()}`, password: PASSWORD },
  })
  const out = await shop.call('POST', '/auth/sign-out', { cookie: cookieOf(headers), body: {} })
  expect(out.headers.getSetCookie().join()).not.toContain(NAME)
  await guess(owner.email)
  expect(await signIn(owner.email, { cookie: knownCookieOf({ cookie: cookieOf(headers) }) })).toBe(200)
})

it('a known browser has ten attempts of its own, and a reset by mail unlocks it', async () => {
  const owner = await signUp(shop, 'buyer')
  const cookie = knownCookieOf(owner)
  await guess(owner.email, cookie)
  expect(await signIn(owner.email, { cookie })).toBe(429)
  const body = { currentPassword: 'a wrong one', newPassword: NEW }
  expect((await shop.call('POST', '/auth/change-password', { cookie: owner.cookie, body })).status).toBe(400)
  await setByMail(owner)
  expect(await signIn(owner.email, { password: NEW, cookie })).toBe(200)
})

it('a browser known before a password change cannot lock the owner out', async () => {
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

it('two known browsers of an account have separate attempts', async () => {
  const owner = await signUp(shop, 'buyer')
  const { headers } = await shop.call('POST', '/auth/sign-in/email', {
    body: { email: owner.email, password: PASSWORD },
  })
  await guess(owner.email, knownCookieOf(owner))
  expect(await signIn(owner.email, { cookie: knownCookieOf({ cookie: cookieOf(headers) }) })).toBe(200)
})

it('the browser in which a password is changed stays known', async () => {
  const owner = await signUp(shop, 'buyer')
  const body = { currentPassword: PASSWORD, newPassword: NEW }
  const { status, headers } = await shop.call('POST', '/auth/change-password', { cookie: owner.cookie, body })
  expect(status).toBe(200)
  await guess(owner.email)
  expect(await signIn(owner.email, { password: NEW, cookie: cookieOf(headers) })).toBe(200)
})

it('reset links requested by a stranger use up none of a known browser’s', async () => {
  const owner = await signUp(shop, 'buyer')
  for (let n = 0; n < 5; n++) await askForLink(owner)
  expect(linksTo(owner)).toBe(3)
  for (let n = 0; n < 5; n++) await askForLink(owner, knownCookieOf(owner))
  expect(linksTo(owner)).toBe(6)
})

it('the cookie is HttpOnly, and Secure where the shop uses https', () => {
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
it('another person’s cookie, an altered one and an expired one do not make a browser known', async () => {
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
