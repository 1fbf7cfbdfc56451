import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { book, laptopsOf, signIn } from './demo-buyer.ts'

it('every acknowledged order survives a kill of the process during writes', async () => {
  const DATA_DIR = temporaryFolder()
  const first = await startShop({ env: { DATA_DIR } })
  const token = await signIn(first)
  const acknowledged: string[] = []
  const writing = (await laptopsOf(first)).map(async ({ _id }) => {
    const id = await book(first, token, _id)
    if (id) acknowledged.push(id)
    if (acknowledged.length === 12) first.kill()
  })
  await Promise.all(writing)
  expect(acknowledged.length).toBeGreaterThanOrEqual(12)

  const second = await startShop({ env: { DATA_DIR } })
  const headers = { authorization: `Bearer ${token}` }
  for (const id of acknowledged)
    expect((await fetch(`${second.url}/api/booking/${id}`, { headers })).status, `order ${id}`).toBe(200)
  await second.stop()
})

it('a second start on the same folder is refused in one line, and the first shop goes on', async () => {
  const env = { DATA_DIR: temporaryFolder(), DEMO: '0' }
  const first = await startShop({ env })
  const second = await startShop({ env }).catch((error: Error) => error)
  expect((second as Error).message).toMatch(/Clamshell cannot start: .*in use by another Clamshell/)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  await first.stop()
})

it('the shop exits with code 1 when its embedded database dies, and logs it', async () => {
  const shop = await startShop({ env: { DEMO: '0' } })
  onTestFinished(() => shop.kill())
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const [, database] = new RegExp(`^ *(\\d+) +${shop.pid}$`, 'm').exec(processes) ?? []
  process.kill(Number(database), 'SIGKILL')
  expect(await shop.ended).toEqual({ code: 1, signal: null })
  expect(shop.log()).toContain('The embedded database has stopped, so the shop stops too.')
})

it('laptops and pictures are the same after a stop and a restart', async () => {
  const DATA_DIR = temporaryFolder()
  const first = await startShop({ env: { DATA_DIR } })
  const before = await laptopsOf(first)
  await first.stop()
  expect(existsSync(join(DATA_DIR, 'database'))).toBe(true)
  const second = await startShop({ env: { DATA_DIR } })
  expect(await laptopsOf(second)).toEqual(before)
  const picture = await fetch(`${second.url}${(before[0] as { image?: string }).image}?w=320`)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  await second.stop()
})
