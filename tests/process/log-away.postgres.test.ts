import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { freePort } from '#server/process/free-port.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { surroundings } from '#tests/support/surroundings.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { program, root } from '../../scripts/paths.mjs'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

/** Starts the shop with outputs that cannot be written to: a full disk, or a pipe that nobody reads. */
async function startUnheard(outputs: 'pipe' | number, env: Record<string, string>) {
  const port = await freePort()
  const preload = new URL('../../scripts/end-with-parent.mjs', import.meta.url).href
  const shop = spawn(process.execPath, ['--import', preload, program], {
    cwd: root,
    env: {
      ...surroundings(),
      PORT: `${port}`,
      DATA_DIR: temporaryFolder(),
      LOG_LEVEL: 'info',
      DEMO: '0',
      ...env,
    },
    stdio: ['ignore', outputs, outputs, 'ipc'],
  })
  onTestFinished(() => void shop.kill('SIGKILL'))
  shop.stdout?.destroy()
  shop.stderr?.destroy()
  return { shop, url: `http://localhost:${port}` }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )

/** Each answer logs a line, and lines are written a tenth of a second later. */
async function expectToServe({ shop, url }: { shop: ChildProcess; url: string }): Promise<void> {
  await expect.poll(() => isReady(url), { timeout: 60_000 }).toBe(true)
  for (let time = 0; time < 5; time++) {
    expect((await fetch(`${url}/api/brands`)).status).toBe(200)
    await new Promise((done) => setTimeout(done, 150))
  }
  expect(shop.exitCode).toBeNull()
  shop.kill('SIGTERM')
  expect(await once(shop, 'exit')).toEqual([0, null])
}

it('the shop starts, serves and stops when nobody reads its output', async () => {
  await expectToServe(await startUnheard('pipe', { DATABASE_URL: database.url }))
})

it('the shop starts, serves and stops when nobody reads the output of its workers', async () => {
  await expectToServe(await startUnheard('pipe', { DATABASE_URL: database.url, WORKERS: '2' }))
})

it.skipIf(!existsSync('/dev/full'))(
  'the shop starts, serves and stops when the disk of its log is full',
  async () => {
    await expectToServe(await startUnheard(openSync('/dev/full', 'w'), { DATABASE_URL: database.url }))
  },
)
