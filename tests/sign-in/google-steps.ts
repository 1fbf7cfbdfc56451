import { createGoogleSandbox, type GoogleAccount } from '#server/sandbox/google/google-sandbox.ts'
import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { cookieOf } from '#tests/support/people.ts'

const CALLBACK = `${ORIGIN}/auth/callback/google`

export const googleWith = (accounts: GoogleAccount[]) =>
  createGoogleSandbox({ redirectUris: [CALLBACK], clientSecret: 'a secret of the tests', accounts })

/** A shop whose Google is the stand-in, with these accounts. */
export async function openShopWithGoogle(accounts: GoogleAccount[]) {
  const google = googleWith(accounts)
  const shop = await openFrontDoor({ google, extra: [{ path: '/sandbox/google', fetch: google.fetch }] })
  return Object.assign(shop, { google })
}

/** Clicks the button: returns where it leads, and the cookie that the callback needs. */
export async function start(shop: FrontDoor, body: object = {}) {
  const answer = await shop.call('POST', '/auth/sign-in/social', { body: { provider: 'google', ...body } })
  return { ...answer, url: answer.body.url as string, cookie: cookieOf(answer.headers) }
}

/** Chooses an account on the page where the button led; returns the callback URL. An empty e-mail cancels. */
export async function choose(shop: FrontDoor, url: string, email: string): Promise<URL> {
  const choice = new Request(url, { method: 'POST', body: new URLSearchParams({ email }) })
  const response = await shop.app.fetch(choice)
  if (response.status !== 303) throw new Error(`The choice answered ${response.status}.`)
  return new URL(response.headers.get('location') ?? '')
}

/** Comes back to the shop: returns where it leads, and the cookies of a session if one began. */
export async function comeBack(
  shop: FrontDoor,
  back: URL,
  cookie?: string,
  address?: string,
  browser?: string,
) {
  const { status, headers } = await shop.call('GET', `${back.pathname}${back.search}`, {
    headers: { ...(cookie && { cookie }), ...(browser && { 'user-agent': browser }) },
    ...(address && { address }),
  })
  const to = new URL(headers.get('location') ?? '', ORIGIN)
  const session = headers.getSetCookie().find((one) => one.startsWith('clamshell.session_token='))
  return { status, to: `${to.pathname}${to.search}`, origin: to.origin, cookie: session?.split(';')[0] ?? '' }
}

/** The whole way: click, choose, come back. */
export async function signInWithGoogle(shop: FrontDoor, email: string, body?: object, browser?: string) {
  const { url, cookie } = await start(shop, body)
  return comeBack(shop, await choose(shop, url, email), cookie, undefined, browser)
}

/** Completes the account as the page does: by the specification's call. */
export const register = (shop: FrontDoor, cookie: string, email: string, userType = 'buyer') =>
  shop.call('PUT', `/api/googleuser/${encodeURIComponent(email)}`, {
    cookie,
    body: { name: 'Any Name', image: 'https://lh3.google.test/face', email, userType },
  })

export const personOf = async (shop: FrontDoor, email: string) =>
  (await shop.sql('select * from users where email = $1', [email]))[0]
