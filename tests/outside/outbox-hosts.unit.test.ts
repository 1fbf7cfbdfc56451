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

/** The outbox's status for requests with this host name. */
async function outboxAt(host: string, env: Record<string, string> = {}): Promise<number | undefined> {
  const config = await readConfig({ ...STRIPE, DATA_DIR: temporaryFolder(), ...env })
  const { routes, stop } = await openOutside(config, {
    // With card keys it is asked for pictures only.
    pool: { query: async () => ({ rows: [] }) } as never,
    clock: () => new Date(),
    log: pino({ enabled: false }),
    deliver: async () => new Response(),
  })
  const outbox = routes.find(({ path }) => path === '/outbox')
  const answer = await outbox?.fetch(new Request(`http://${host}/outbox`))
  await stop()
  return answer?.status
}

it.each(['localhost:3000', '127.0.0.1:8080', '[::1]'])('the outbox is shown at %s', async (host) => {
  expect(await outboxAt(host)).toBe(200)
})

it('the outbox is shown at the public URL of the shop, and responds 404 at other hosts', async () => {
  const env = { PUBLIC_URL: 'http://shop.example' }
  expect(await outboxAt('shop.example', env)).toBe(200)
  for (const host of ['evil.example', 'localhost.evil.example', 'shop.example.evil.example'])
    expect(await outboxAt(host, env), host).toBe(404)
})
