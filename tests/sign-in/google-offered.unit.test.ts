import { pino } from 'pino'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openOutside } from '#server/outside.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}
const GOOGLE = { GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'a secret' }
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/shop',
  PUBLIC_URL: 'https://shop.example',
  SECRET: 'x'.repeat(32),
}

/** Which Google the settings lead to, and whether its stand-in can be reached. */
async function googleOf(env: Record<string, string>) {
  const config = await readConfig({ ...STRIPE, DATA_DIR: temporaryFolder(), ...env })
  const { google, routes, stop } = await openOutside(config, {
    // With card keys it is asked for pictures only.
    pool: { query: async () => ({ rows: [] }) } as never,
    clock: () => new Date(),
    log: pino({ enabled: false }),
    deliver: async () => new Response(),
  })
  await stop()
  return { issuer: google?.issuer, standIn: routes.some(({ path }) => path === '/sandbox/google') }
}

it('without credentials the stand-in replaces Google, except in production', async () => {
  expect(await googleOf({})).toEqual({ issuer: 'sandbox', standIn: true })
  expect(await googleOf(PRODUCTION)).toEqual({ issuer: undefined, standIn: false })
  expect(await googleOf({ ...PRODUCTION, ALLOW_SANDBOX: '1' })).toEqual({ issuer: undefined, standIn: false })
})

it('with several workers there is no stand-in, as each would store sign-ins of its own', async () => {
  const workers = { DATABASE_URL: 'postgres://db/shop', WORKERS: '2' }
  expect(await googleOf(workers)).toEqual({ issuer: undefined, standIn: false })
})

it('with credentials the real Google is used everywhere, and there is no stand-in', async () => {
  const real = { issuer: 'https://accounts.google.com', standIn: false }
  expect(await googleOf(GOOGLE)).toEqual(real)
  expect(await googleOf({ ...PRODUCTION, ...GOOGLE })).toEqual(real)
})
