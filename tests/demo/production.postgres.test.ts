import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Config } from '#server/config.ts'
import { queriesOn } from '#server/database/with-transaction.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { createDiskImageStore } from '#server/outside/image-store.disk.ts'
import { ImageStoreUnavailable } from '#server/outside/image-store.ts'
import { checkPictures } from '#server/production.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

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

it('production refuses the demo data with real cards, and warns about it with sandbox cards', async () => {
  const { pool, url } = await newDatabase()
  await loadDemo({ pool, imageStore: createDiskImageStore(temporaryFolder()), now: new Date() })
  const env = { ...PRODUCTION, DATABASE_URL: url }
  const refusal = await startShop({ env: { ...env, ...REAL_CARDS } }).catch((error: Error) => error)
  expect((refusal as Error).message).toMatch(
    /Clamshell cannot start: The database holds the demo data, .* Name a new database in DATABASE_URL\.$/,
  )
  const shop = await startShop({ env: { ...env, ALLOW_SANDBOX: '1' } })
  await expect.poll(shop.log).toContain('"event":"demo-people"')
  // This shop has another folder for pictures.
  await expect.poll(shop.log).toContain('"event":"pictures-missing"')
  const [laptop] = await (await fetch(`${shop.url}/api/products`)).json()
  expect((await fetch(`${shop.url}${laptop.image}`)).status).toBe(503)
  expect(existsSync(join(shop.folder, 'images'))).toBe(false)
  await shop.stop()
})

it('production warns when no picture file is found, and when none can be read', async () => {
  const { pool } = await newDatabase()
  const folder = temporaryFolder()
  await loadDemo({ pool, imageStore: createDiskImageStore(folder), now: new Date() })
  const warn = vi.fn()
  const check = (folder: string) => {
    const imageStore = createDiskImageStore(folder)
    return checkPictures({ production: true } as Config, {
      db: queriesOn(pool),
      imageStore,
      log: { warn } as never,
    })
  }
  await check(folder)
  expect(warn).not.toHaveBeenCalled()
  await check(temporaryFolder())
  await check(import.meta.filename)
  expect(warn.mock.calls).toMatchObject([
    [{ event: 'pictures-missing' }, 'no file of any picture was found'],
    [{ event: 'pictures-missing', err: expect.any(ImageStoreUnavailable) }, 'no picture can be read'],
  ])
})

it('a user with the e-mail of the demo admin is no demo data; production warns in lines of JSON', async () => {
  const { pool, url } = await newDatabase()
  await pool.query(
    `insert into users (id, name, email, user_type) values (gen_random_uuid(), 'Mallory', 'admin@clamshell.test', 'buyer')`,
  )
  const shop = await startShop({ env: { ...PRODUCTION, ...REAL_CARDS, DATABASE_URL: url } })
  await expect.poll(shop.log).toContain('"event":"no-mail"')
  expect(shop.log()).toContain('"event":"no-https"')
  expect(shop.log()).not.toContain('demo-people')
  await fetch(`${shop.url}/api/jwt`, { method: 'POST', headers: { 'x-forwarded-for': '203.0.113.9' } })
  await expect.poll(shop.log).toContain('"event":"untrusted-proxy"')
  expect(shop.log()).not.toContain('203.0.113.9')
  const elsewhere = shop.url.replace('localhost', '127.0.0.2')
  await fetch(`${elsewhere}/api/jwt`, { method: 'POST', headers: { origin: elsewhere } })
  await expect.poll(shop.log).toContain('"event":"other-address"')
  await shop.stop()
  const events = shop
    .log()
    .split('\n')
    .map((line) => JSON.parse(line).event)
  expect(events).toContain('open')
})
