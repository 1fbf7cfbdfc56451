import { expect, test } from 'vitest'
import { routeOf } from '#server/metrics/observe-requests.ts'

test.each([
  ['/', 'page'],
  ['/brand/hp?after=x', 'page'],
  ['/made-up', 'page'],
  ['/dashboard/payment/1', '/dashboard'],
  ['/assets/root-abc.js', '/assets'],
  ['/auth/sign-in/email', '/auth'],
  ['/api/booking', '/api/booking'],
  ['/api/users/admin/a@example.com', '/api/users'],
  ['/api/images/0a1b?w=320', '/api/images'],
  ['/api/webhooks/stripe', '/api/webhooks'],
  ['/api/products?limit=1', '/api/products'],
  ['/api/made-up', '/api'],
  ['/api?x=/booking', '/api'],
  ['*', 'page'],
])('a request for %s counts as %s', (target, route) => {
  expect(routeOf(target)).toBe(route)
})
