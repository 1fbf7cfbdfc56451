import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { type Asked, answersOf, ORIGIN, RAW } from './answers.ts'

const BUYER = 'buyer@clamshell.test'
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringMatching(/camera=\(\), microphone=\(\), geolocation=\(\)/),
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': expect.stringMatching(/^default-src '(?:none|self)'/),
}
/** Besides the sources of scripts, what pages may not do. */
const OF_PAGES = [
  /(object|default)-src 'none'/,
  /base-uri 'none'/,
  /form-action '(self|none)'/,
  /frame-ancestors 'none'/,
]
const NEVER = ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-credentials']

let database: TestDatabase
let shop: Shop
let cookies: string[]
let token: string
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await startShop({ env: { DATABASE_URL: database.url, PUBLIC_URL: ORIGIN, LOG_LEVEL: 'silent' } })
  const headers = { 'content-type': 'application/json', origin: ORIGIN }
  const body = JSON.stringify({ email: BUYER, password: DEMO_PASSWORD })
  const session = await fetch(`${shop.url}/auth/sign-in/email`, { method: 'POST', headers, body })
  cookies = session.headers.getSetCookie()
  const jwt = { method: 'POST', headers: { ...headers, cookie: cookie() }, body }
  token = (await (await fetch(`${shop.url}/api/jwt`, jwt)).json()).token
})
afterAll(async () => {
  await shop.stop()
  await database.close()
})

const cookie = () => cookies.map((each) => each.split(';')[0]).join('; ')

function ask({ path, method = 'GET', headers = {}, body, as }: Asked): Promise<Response> {
  const who = as === 'cookie' ? { cookie: cookie() } : as && { authorization: `Bearer ${token}` }
  const init = { method, headers: { ...headers, ...who }, redirect: 'manual' as const }
  return fetch(`${shop.url}${path}`, body === undefined ? init : { ...init, body })
}

/** What is wrong with the headers of a response; empty if nothing is. */
function faultsOf(headers: Headers, { kept }: { kept: RegExp }): string[] {
  const sent = Object.fromEntries(headers)
  expect(sent).toMatchObject(ALWAYS)
  const policy = sent['content-security-policy'] ?? ''
  const [, scripts = ''] = /(?:script|default)-src ([^;]*)(?!.*script-src)/.exec(policy) ?? []
  return [
    ...NEVER.filter((name) => headers.has(name)),
    ...(kept.test(sent['cache-control'] ?? '') ? [] : [`kept: ${sent['cache-control']}`]),
    ...(/unsafe|https?:|\*|data:|blob:/.test(scripts) ? [`scripts from ${scripts}`] : []),
    ...(sent['content-type']?.startsWith('text/html')
      ? OF_PAGES.filter((directive) => !directive.test(policy)).map(String)
      : []),
  ]
}

describe('every response of a shop on https', () => {
  it('has the security headers, and Cache-Control: no-store unless it is public', async () => {
    const home = await fetch(shop.url)
    const html = await home.text()
    const tag = home.headers.get('etag') ?? ''
    const picture = /\/api\/images\/[0-9a-f]{32}/.exec(html)?.[0] ?? ''
    const script = /\/assets\/[\w-]+\.js/.exec(html)?.[0] ?? ''
    const faults: unknown[] = []
    for (const asked of answersOf({ picture, script, tag })) {
      const { status, headers, body } = await ask(asked)
      await body?.cancel()
      const found = faultsOf(headers, { kept: asked.kept ?? /^no-store$/ })
      if (status !== asked.status || found.length > 0) faults.push({ ...asked, status, found })
    }
    expect(faults).toEqual([])
  })

  it.each(RAW)('has them even for an invalid request: %s', async (_what, bytes, status) => {
    const { hostname, port } = new URL(shop.url)
    const socket = connect(Number(port), hostname)
    socket.write(bytes)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    await once(socket, 'close')
    const [head = '', body = ''] = text.split('\r\n\r\n')
    const [first, ...lines] = head.split('\r\n')
    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]))
    expect(faultsOf(headers, { kept: /^no-store$/ })).toEqual([])
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(headers.get('connection')).toBe('close')
    // Sent in one piece, or as the one chunk of a body.
    expect(JSON.parse(/\{.*\}/.exec(body)?.[0] ?? '')).toMatchObject({ status })
  })
})

it('every cookie is __Host-, Secure, HttpOnly and SameSite=Lax, without a Domain', () => {
  expect(cookies.length).toBeGreaterThan(0)
  for (const each of cookies) {
    expect(each).toMatch(/^__Host-/)
    expect(each).toMatch(/; Path=\/(?:;|$)/)
    for (const word of ['Secure', 'HttpOnly', 'SameSite=Lax']) expect(each).toContain(`; ${word}`)
    expect(each).not.toMatch(/domain=/i)
  }
})
