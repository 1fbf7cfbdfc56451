import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { preparePage } from '#server/web/prepare-page.ts'

const NONCE = 'c2VjcmV0'
const OURS = 'window.ours = 1'
const HTML = `<html><head><link rel="x" nonce="${NONCE}"/><script nonce="${NONCE}">${OURS}</script></head><body><script>alert(1)</script><script src="/a.js" nonce="${NONCE}"></script></body></html>`
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

function sent(path = '/', { html = HTML, status = 200, realCards = false } = {}) {
  const page = new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  return preparePage(page, path, { nonce: NONCE, realCards })
}
const policyOf = (response: Pick<Response, 'headers'>) =>
  response.headers.get('Content-Security-Policy') ?? ''

describe('the content security policy of a page', () => {
  test('allows the inline scripts of this program by hash, and no others', async () => {
    const policy = policyOf(await sent())
    expect(policy).toContain(`script-src 'self' ${hashOf(OURS)};`)
    expect(policy).not.toContain(hashOf('alert(1)'))
    expect(policy.match(/sha256-/g)).toHaveLength(1)
  })

  test('does not reveal the nonce by which they are known', async () => {
    const response = await sent()
    expect(String(response.body)).not.toContain(NONCE)
    expect(policyOf(response)).not.toContain(NONCE)
  })

  test('forbids style attributes', async () => {
    const policy = policyOf(await sent())
    expect(policy).toContain("style-src-attr 'none';")
    expect(policy).not.toContain('unsafe')
  })

  test('allows the card provider only on the payment page, and only when it is configured', async () => {
    const payment = '/dashboard/payment/1'
    for (const path of [payment, '/dashboard/Payment/1', '//Dashboard/payment/1/'])
      expect(policyOf(await sent(path, { realCards: true }))).toContain('https://js.stripe.com')
    const policy = policyOf(await sent(payment, { realCards: true }))
    for (const directive of [
      / https:\/\/js.stripe.com https:\/\/\*.js.stripe.com; style-src /,
      /img-src [^;]* https:\/\/\*.stripe.com;/,
      /connect-src 'self' https:\/\/api.stripe.com;/,
      /frame-src https:\/\/js.stripe.com https:\/\/\*.js.stripe.com https:\/\/hooks.stripe.com;/,
    ])
      expect(policy).toMatch(directive)
    expect(policyOf(await sent(payment))).not.toContain('stripe')
    expect(policyOf(await sent('/dashboard/myorders', { realCards: true }))).not.toContain('stripe')
  })
})

describe('the Cache-Control of a page', () => {
  test.each([
    ['/', 200, /^public, max-age=0, s-maxage=1, must-revalidate, stale-while-revalidate=1$/],
    ['/brand/hp', 200, /^public/],
    ['/nothing', 404, /^no-cache$/],
    ['/dashboard/myorders', 200, /^no-cache$/],
    ['/login', 200, /^no-cache$/],
    ['/signup', 200, /^no-cache$/],
    ['/dashboard.data', 200, /^no-cache$/],
    ['/reset-password', 200, /^no-store$/],
    ['/confirm-email', 200, /^no-store$/],
    ['/Reset-Password/', 200, /^no-store$/],
    ['//confirm%2Demail', 200, /^no-store$/],
    ['/Login', 200, /^no-cache$/],
    ['/confirm-email.data', 200, /^no-store$/],
  ])('%s (%i): %s', async (path, status, kept) => {
    expect((await sent(path, { status })).headers.get('Cache-Control')).toMatch(kept)
  })
})

test('a page that cannot be shown now says when to try again, and no other does', async () => {
  expect((await sent('/', { status: 503 })).headers.get('Retry-After')).toBe('5')
  for (const status of [200, 404, 500])
    expect((await sent('/', { status })).headers.get('Retry-After'), String(status)).toBeNull()
})
