import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { book, laptopsOf, signIn } from './demo-buyer.ts'

it('keeps every acknowledged order when the process is killed in the middle of them', async () => {
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

it('refuses a second start on the same folder with one clear line, and leaves the first alone', async () => {
  const env = { DATA_DIR: temporaryFolder(), DEMO: '0' }
  const first = await startShop({ env })
  const second = await startShop({ env }).catch((error: Error) => error)
  expect((second as Error).message).toMatch(/Clamshell cannot start: .*in use by another Clamshell/)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  await first.stop()
})

it('ends with its embedded database, and says so', async () => {
  const shop = await startShop({ env: { DEMO: '0' } })
  onTestFinished(() => shop.kill())
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const [, database] = new RegExp(`^ *(\\d+) +${shop.pid}$`, 'm').exec(processes) ?? []
  process.kill(Number(database), 'SIGKILL')
  expect(await shop.ended).toEqual({ code: 1, signal: null })
  expect(shop.log()).toContain('The embedded database has stopped, so the shop stops too.')
})

it('is there again after Ctrl-C: the same people, laptops and pictures', async () => {
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
