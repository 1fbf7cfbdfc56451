import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import siteMap from '#app/routes.ts'
import { emailTokenIn, nextPath } from '#app/sign-in/next-path.ts'

const next = (path: string) => nextPath(`?next=${encodeURIComponent(path)}`)

/** The paths of the site map, and whether each is a page: a route module that is no component answers with a file. */
function pathsOf(entries: readonly RouteConfigEntry[], parent = ''): { path: string; isPage: boolean }[] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const own = `${parent}/${path}`.replace('//', '/')
    return [{ path: own, isPage: file.endsWith('.tsx') }, ...pathsOf(children, own)]
  })
}
const PATHS = pathsOf(siteMap).filter(({ path }) => path !== '/*')

test('signing in leads back to the requested page', () => {
  for (const path of ['/dashboard/payment/1?a=b#c', '/Blogs/', '/brand/hp?after=x'])
    expect(next(path)).toBe(path)
})

test.each(PATHS)('signing in may lead to $path of the site map: $isPage', ({ path, isPage }) => {
  const isForSignIn = ['/login', '/signup'].includes(path)
  expect(next(path)).toBe(isPage && !isForSignIn ? path : '/')
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
  '/api/docs',
  '/auth/callback/google',
  '/outbox',
  '/blogs.xml',
  '/dashboards',
])('%j leads to the home page instead', (path) => {
  expect(next(path)).toBe('/')
})

test('only a return path to the e-mail confirmation contains its token', () => {
  expect(emailTokenIn('/confirm-email?token=abc')).toBe('abc')
  expect(emailTokenIn('/confirm-email')).toBe(undefined)
  expect(emailTokenIn('/reset-password?token=abc')).toBe(undefined)
  expect(emailTokenIn('/')).toBe(undefined)
})
