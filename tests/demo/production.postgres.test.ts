import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { startShop } from '#tests/support/shop.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  DEMO: '0',
  SECRET: 'a secret of this test, which is long enough',
}
const REAL_CARDS = {
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

async function newDatabase() {
  const database = await createTestDatabase()
  onTestFinished(database.close)
  return database
}

it('production warns of settings that it can be opened with, and should not be for long', async () => {
  const { url } = await newDatabase()
  const shop = await startShop({ env: { ...PRODUCTION, ...REAL_CARDS, DATABASE_URL: url } })
  await expect.poll(shop.log).toContain('"event":"no-mail"')
  expect(shop.log()).toContain('"event":"no-https"')
  await shop.stop()
}, 90_000)
