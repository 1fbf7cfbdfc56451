import { cookieOf, PASSWORD, signUp } from '#tests/support/people.ts'
import type { Cell, Row } from './row.ts'
import type { World } from './world.ts'

/** Another session of the caller, which may end without ending the one that the other cells use. */
async function signInAgain({ shop, newAddress }: World, { caller }: Cell): Promise<{ cookie?: string }> {
  if (!caller) return {}
  const body = { email: caller.email, password: PASSWORD }
  const { headers } = await shop.call('POST', '/auth/sign-in/email', { body, address: newAddress() })
  return { cookie: cookieOf(headers) }
}
const forVisitors = [undefined, undefined, undefined, undefined, undefined] as const
const bySession: Row['expects'] = [401, 200, undefined, 200, undefined, 200]

/** The sign-in service's own calls: authenticated by its cookie, and only for oneself, so there is no "other". */
export const SIGN_IN_ROWS: Row[] = [
  {
    call: 'GET /auth/get-session',
    by: 'cookie',
    expects: [200, 200, undefined, 200, undefined, 200],
    ask: () => ({ path: '/auth/get-session' }),
  },
  {
    call: 'POST /auth/sign-out',
    by: 'cookie',
    expects: [204, 204, undefined, 204, undefined, 204],
    ask: async (world, cell) => ({ path: '/auth/sign-out', body: {}, ...(await signInAgain(world, cell)) }),
  },
  {
    call: 'POST /auth/sign-out',
    variant: 'with an ended session',
    by: 'cookie',
    expects: [undefined, 204, undefined, 204, undefined, 204],
    ask: async (world, cell) => {
      const { cookie = '' } = await signInAgain(world, cell)
      await world.shop.call('POST', '/auth/sign-out', { cookie, body: {} })
      return { path: '/auth/sign-out', body: {}, cookie }
    },
  },
  {
    call: 'POST /auth/sign-up/email',
    by: 'cookie',
    expects: [200, ...forVisitors],
    ask: () => ({
      path: '/auth/sign-up/email',
      body: { name: 'Canary Goring', email: `canary-${crypto.randomUUID()}@example.com`, password: PASSWORD },
    }),
  },
  {
    call: 'POST /auth/sign-up/email',
    variant: 'with an e-mail that is in use',
    by: 'cookie',
    expects: [422, ...forVisitors],
    ask: (_world, { named }) => ({
      path: '/auth/sign-up/email',
      body: { name: 'Visitor', email: named.email, password: PASSWORD },
    }),
  },
  {
    call: 'POST /auth/sign-in/email',
    by: 'cookie',
    expects: [200, ...forVisitors],
    ask: (_world, { named }) => ({
      path: '/auth/sign-in/email',
      body: { email: named.email, password: PASSWORD },
    }),
  },
  {
    call: 'POST /auth/sign-in/email',
    variant: 'with a wrong password',
    by: 'cookie',
    expects: [401, ...forVisitors],
    ask: (_world, { named }) => ({
      path: '/auth/sign-in/email',
      body: { email: named.email, password: `${PASSWORD}!` },
    }),
  },
  {
    call: 'POST /auth/request-password-reset',
    by: 'cookie',
    expects: [200, 200, 200, 200, 200, 200],
    ask: (_world, { named }) => ({ path: '/auth/request-password-reset', body: { email: named.email } }),
  },
  {
    call: 'POST /auth/reset-password',
    variant: 'with an invented link',
    by: 'cookie',
    expects: [400, 400, undefined, 400, undefined, 400],
    ask: () => ({
      path: '/auth/reset-password',
      body: { token: 'invented', newPassword: 'another good password' },
    }),
  },
  {
    call: 'GET /auth/has-password',
    by: 'cookie',
    expects: bySession,
    ask: () => ({ path: '/auth/has-password' }),
  },
  {
    call: 'POST /auth/change-password',
    by: 'cookie',
    expects: [401, 200, undefined, 200, undefined, undefined],
    ask: async ({ shop }, { caller, column }) => {
      const body = { currentPassword: PASSWORD, newPassword: 'another good password' }
      if (!caller) return { path: '/auth/change-password', body }
      const { cookie } = await signUp(shop, column === 'buyer own' ? 'buyer' : 'seller')
      return { path: '/auth/change-password', body, cookie }
    },
  },
  {
    call: 'POST /auth/change-password',
    variant: 'with a wrong current password',
    by: 'cookie',
    expects: [401, 400, undefined, 400, undefined, 400],
    ask: () => ({
      path: '/auth/change-password',
      body: { currentPassword: 'not the password', newPassword: 'another good password' },
    }),
  },
  {
    call: 'POST /auth/send-verification-email',
    by: 'cookie',
    expects: bySession,
    ask: () => ({ path: '/auth/send-verification-email', body: {} }),
  },
  {
    call: 'POST /auth/confirm-email',
    variant: 'with an invented link',
    by: 'cookie',
    expects: [400, 400, undefined, 400, undefined, 400],
    ask: () => ({ path: '/auth/confirm-email', body: { token: 'invented' } }),
  },
  ...['POST /auth/sign-in/social', 'GET /auth/callback/google'].map(
    (call): Row => ({
      call,
      variant: 'without Google configured',
      by: 'cookie',
      expects: [404, 404, undefined, 404, undefined, 404],
      ask: () => ({
        path: call.split(' ')[1] ?? '',
        ...(call.startsWith('POST') && { body: { provider: 'google' } }),
      }),
    }),
  ),
]
