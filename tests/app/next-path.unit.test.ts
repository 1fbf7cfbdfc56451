import { expect, test } from 'vitest'
import { emailTokenIn, nextPath } from '#app/sign-in/next-path.ts'

const next = (path: string) => nextPath(`?next=${encodeURIComponent(path)}`)

test('signing in leads back to the requested page', () => {
  for (const path of ['/dashboard/payment/1?a=b#c', '/login-help']) expect(next(path)).toBe(path)
})

test('signing in without a requested page leads to the home page', () => {
  expect(nextPath('')).toBe('/')
})

test.each([
  'https://evil.test/',
  '//evil.test/x',
  '/\\evil.test/x',
  '/\t/evil.test/x',
  '/..//evil.test/x',
  '/x/%2e%2e/\\evil.test/x',
  'javascript:alert(1)',
  'http://[',
  '/signup',
  '/Login/?next=/dashboard',
])('%j leads to the home page instead', (path) => {
  expect(next(path)).toBe('/')
})

test('only a return path to the e-mail confirmation contains its token', () => {
  expect(emailTokenIn('/confirm-email?token=abc')).toBe('abc')
  expect(emailTokenIn('/confirm-email')).toBe(undefined)
  expect(emailTokenIn('/reset-password?token=abc')).toBe(undefined)
  expect(emailTokenIn('/')).toBe(undefined)
})
