import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ORIGIN } from '#tests/support/front-door.ts'
import { choose, comeBack, openShopWithGoogle, start } from './google-steps.ts'

const EMAIL = 'gina@gmail.test'

let shop: Awaited<ReturnType<typeof openShopWithGoogle>>
beforeAll(async () => {
  shop = await openShopWithGoogle([
    { name: 'Gina Google', email: EMAIL },
    { name: 'Olga Other', email: 'olga@gmail.test' },
  ])
})
afterAll(async () => {
  await shop.close()
  await shop.google.stop()
})
/** Signs in with Google from an address, and returns the page it ends on. */
async function signInFrom(address: string, email = EMAIL): Promise<string> {
  const { url, cookie } = await start(shop)
  return (await comeBack(shop, await choose(shop, url, email), cookie, address)).to
}
const sessions = () => shop.sql('select id from sessions')

describe('the callback from Google', () => {
  it('requires the state cookie of the browser that started', async () => {
    const { url } = await start(shop)
    const back = await comeBack(shop, await choose(shop, url, EMAIL))
    expect(back).toMatchObject({ status: 302, to: '/login?google=failed&reason=expired', cookie: '' })
    expect(await sessions()).toEqual([])
  })

  it('writes no rate limit without the cookie', async () => {
    const { url } = await start(shop)
    const back = await choose(shop, url, EMAIL)
    await shop.sql('delete from rate_limits')
    expect((await comeBack(shop, back, undefined, '10.9.8.7')).to).toMatch(/reason=expired$/)
    expect(await shop.sql('select key from rate_limits')).toEqual([])
  })

  it('requires the state that belongs to the cookie', async () => {
    const mine = await start(shop)
    const theirs = await start(shop)
    const back = await choose(shop, theirs.url, EMAIL)
    expect(await comeBack(shop, back, mine.cookie)).toMatchObject({
      to: '/login?google=failed&reason=expired',
      cookie: '',
    })
    back.searchParams.set('state', 'forged')
    expect(await comeBack(shop, back, theirs.cookie)).toMatchObject({ status: 302, cookie: '' })
    back.searchParams.delete('state')
    expect(await comeBack(shop, back, theirs.cookie)).toMatchObject({ status: 302, cookie: '' })
    expect(await sessions()).toEqual([])
    // Anybody can cause this as often as they like: it is no alarm.
    expect(shop.lines.filter((line) => line.includes('"sign-in-service"'))).toEqual([])
  })

  it('works once: a replay with the same cookie creates no session', async () => {
    const { url, cookie } = await start(shop, { next: '/brand/hp?a=1&b=*' })
    const back = await choose(shop, url, EMAIL)
    const first = await comeBack(shop, back, cookie)
    expect(new URL(first.to, ORIGIN).searchParams.get('next')).toBe('/brand/hp?a=1&b=*')
    expect(first.cookie).not.toBe('')
    const replayed = await comeBack(shop, back, cookie)
    expect(replayed).toMatchObject({ status: 302, cookie: '' })
    expect(replayed.to).toMatch(/^\/login\?google=failed/)
    expect(await sessions()).toHaveLength(1)
  })

  it('is refused after ten minutes, but its cookie lasts a day and keeps the intended page', async () => {
    const { url, cookie, headers } = await start(shop, { next: '/dashboard/myorders' })
    expect(headers.getSetCookie().find((one) => one.startsWith(cookie))).toContain('; Max-Age=86400;')
    const back = await choose(shop, url, EMAIL)
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * 60_000)
    onTestFinished(() => clock.mockRestore())
    expect(await comeBack(shop, back, cookie)).toMatchObject({
      to: '/login?google=failed&reason=expired&next=%2Fdashboard%2Fmyorders',
      cookie: '',
    })
  })

  it('refuses a code that was issued for another sign-in', async () => {
    const mine = await start(shop)
    const theirs = await start(shop)
    const stolen = await choose(shop, theirs.url, EMAIL)
    const back = await choose(shop, mine.url, EMAIL)
    back.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    const before = await sessions()
    expect(await comeBack(shop, back, mine.cookie)).toMatchObject({ status: 302, cookie: '' })
    expect(await sessions()).toEqual(before)
  })

  it('is limited to thirty failures per address within fifteen minutes', async () => {
    const { url, cookie } = await start(shop)
    const back = await choose(shop, url, EMAIL)
    const code = back.searchParams.get('code') ?? ''
    const from = (address: string) => comeBack(shop, back, cookie, address)
    back.searchParams.set('code', 'guessed')
    for (let n = 0; n < 30; n++) expect((await from('10.9.9.9')).to).toMatch(/failed(?!.*limited)/)
    back.searchParams.set('code', code)
    expect((await from('10.9.9.9')).to).toBe('/login?google=failed&reason=limited')
    expect((await from('10.9.9.8')).to).toBe('/login?google=done')
    shop.pass({ minutes: 16 })
    expect(await signInFrom('10.9.9.9')).toBe('/login?google=done')
  })

  it('does not count successful and canceled sign-ins, or callbacks without a cookie', async () => {
    for (let n = 0; n < 31; n++) expect(await signInFrom('10.9.9.7')).toBe('/login?google=done')
    // Any page can make its visitors request this.
    const unasked = new URL('/auth/callback/google?error=server_error', ORIGIN)
    for (let n = 0; n < 31; n++)
      expect((await comeBack(shop, unasked, '', '10.9.9.7')).to).not.toContain('limited')
    for (let n = 0; n < 31; n++) expect(await signInFrom('10.9.9.7', '')).toBe('/login?google=cancelled')
  })

  it('reports a canceled choice as such, and keeps the intended page', async () => {
    const { url, cookie } = await start(shop, { next: '/dashboard/myorders' })
    const back = await comeBack(shop, await choose(shop, url, ''), cookie)
    expect(back).toMatchObject({
      status: 302,
      to: '/login?google=cancelled&next=%2Fdashboard%2Fmyorders',
      cookie: '',
    })
  })

  it('redirects without any text from its query', async () => {
    const { url, cookie } = await start(shop)
    const back = await choose(shop, url, '')
    back.searchParams.set('error_description', 'Call 555-0100 to unlock your account')
    for (const error of ['server_error', 'constructor']) {
      back.searchParams.set('error', error)
      expect((await comeBack(shop, back, cookie)).to).toBe('/login?google=failed')
    }
  })
})

describe('the start of a Google sign-in', () => {
  it.each([
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/..//evil.example',
  ])('refuses %j as the page to return to', async (next) => {
    const { status, body } = await start(shop, { next })
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/next'])
  })

  it('sends PKCE, state and nonce, and returns to the shop whatever the request names', async () => {
    const elsewhere = {
      callbackURL: 'https://evil.example/',
      errorCallbackURL: 'https://evil.example/',
      newUserCallbackURL: 'https://evil.example/',
      scopes: ['https://www.googleapis.com/auth/gmail.readonly'],
      additionalParams: { hd: 'evil.example' },
    }
    const { url, cookie } = await start(shop, elsewhere)
    const asked = Object.fromEntries(new URL(url).searchParams)
    expect(asked).toMatchObject({
      redirect_uri: `${ORIGIN}/auth/callback/google`,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      prompt: 'select_account',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(asked).not.toHaveProperty('hd')
    const back = await comeBack(shop, await choose(shop, url, EMAIL), cookie)
    expect([back.origin, back.to]).toEqual([ORIGIN, '/login?google=done'])
  })

  it('returns to the shop’s own origin when it is requested by another host name', async () => {
    const request = new Request('http://evil.example:3000/auth/sign-in/social', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'google' }),
    })
    const { url } = await (await shop.app.fetch(request)).json()
    expect(new URL(url).origin).toBe(ORIGIN)
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${ORIGIN}/auth/callback/google`)
    const back = await shop.app.fetch(new Request('http://evil.example:3000/auth/callback/google?state=x'))
    expect(new URL(back.headers.get('location') ?? '').origin).toBe(ORIGIN)
  })

  it.each([
    ['another provider', 'POST', '/auth/sign-in/social', { provider: 'github' }, 400],
    [
      'an ID token in the request',
      'POST',
      '/auth/sign-in/social',
      { provider: 'google', idToken: { token: 'x' } },
      200,
    ],
    ['account linking', 'POST', '/auth/link-social', { provider: 'google' }, 404],
    ['the reading of access tokens', 'POST', '/auth/get-access-token', { providerId: 'google' }, 404],
    ['a callback by POST', 'POST', '/auth/callback/google', {}, 405],
    ['the callback of another provider', 'GET', '/auth/callback/github', undefined, 404],
  ])('creates no session by %s', async (_what, method, path, body, status) => {
    const answer = await shop.call(method, path, { ...(body && { body }) })
    expect(answer.status).toBe(status)
    expect(answer.headers.getSetCookie().join()).not.toContain('session_token')
  })

  it('is refused from another origin', async () => {
    const headers = { origin: 'https://evil.example' }
    const answer = await shop.call('POST', '/auth/sign-in/social', { body: { provider: 'google' }, headers })
    expect(answer.status).toBe(403)
  })
})

describe('the page of the stand-in for choosing an account', () => {
  it('refuses an account that it does not offer, and redirects only to the shop', async () => {
    const { url } = await start(shop)
    await expect(choose(shop, url, 'victim@example.com')).rejects.toThrow('400')
    await expect(choose(shop, url, 'testuser@gmail.com')).rejects.toThrow('400')
    const elsewhere = new URL(url)
    elsewhere.searchParams.set('redirect_uri', 'https://evil.example/')
    await expect(choose(shop, elsewhere.href, EMAIL)).rejects.toThrow('400')
    await expect(choose(shop, `${ORIGIN}/sandbox/google`, EMAIL)).rejects.toThrow('400')
  })

  it('signs in the account chosen in its form, whatever e-mail its URL names', async () => {
    const { url, cookie } = await start(shop)
    const back = await comeBack(shop, await choose(shop, `${url}&email=olga%40gmail.test`, EMAIL), cookie)
    const session = await shop.call('GET', '/auth/get-session', { cookie: back.cookie })
    expect(session.body.user.email).toBe(EMAIL)
  })

  it('refuses a body that is not a form with 400, and other methods with 405', async () => {
    const { url } = await start(shop)
    const send = async (method: string, type?: string) => {
      const headers = new Headers(type ? { 'content-type': type } : undefined)
      const answer = await shop.app.fetch(new Request(url, { method, headers, ...(type && { body: 'x' }) }))
      return answer.status
    }
    expect(await send('POST', 'text/plain')).toBe(400)
    expect(await send('POST', 'multipart/form-data; boundary=q')).toBe(400)
    expect(await send('POST')).toBe(400)
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect(await send(method)).toBe(405)
  })
})
