import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Shop, startShop } from '#tests/support/shop.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'clamshell-process-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const laptopsOf = async ({ url }: Shop): Promise<{ _id: string }[]> =>
  (await fetch(`${url}/api/products?limit=100`)).json()

async function signIn({ url }: Shop): Promise<string> {
  const email = 'buyer@clamshell.test'
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: 'clamshell-demo' })
  const session = await fetch(`${url}/auth/sign-in/email`, { method: 'POST', headers, body })
  const cookie = session.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const token = await fetch(`${url}/api/jwt`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify({ email }),
  })
  return (await token.json()).token
}

async function book({ url }: Shop, token: string, productId: string): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify({ productId, phone: '01700000001', location: 'Agrabad, Chattogram' })
  const answer = await fetch(`${url}/api/booking`, { method: 'POST', headers, body }).catch(() => undefined)
  return answer?.ok ? (await answer.json().catch(() => undefined))?.insertedId : undefined
}

it('keeps every acknowledged order when the process is killed in the middle of them', async () => {
  const DATA_DIR = newFolder()
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
}, 60_000)

it('refuses a second start on the same folder with one clear line, and leaves the first alone', async () => {
  const env = { DATA_DIR: newFolder(), DEMO: '0' }
  const first = await startShop({ env })
  const second = await startShop({ env }).catch((error: Error) => error)
  expect((second as Error).message).toMatch(/Clamshell cannot start: .*in use by another Clamshell/)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  await first.stop()
}, 60_000)

it('finishes the request under way when it is asked to end, takes no new one, and ends well', async () => {
  const shop = await startShop({ env: { DATA_DIR: newFolder(), DEMO: '0' } })
  const { hostname, port } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // Half a request: the server waits for the rest of its body.
  const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'a good long password' })
  const head = `POST /auth/sign-up/email HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, 10))
  await expect.poll(() => fetch(`${shop.url}/healthz`).then(({ status }) => status)).toBe(200)
  const ended = shop.stop()
  await expect
    .poll(() =>
      fetch(`${shop.url}/healthz`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused')
  socket.write(body.slice(10))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  await ended
}, 60_000)

it('is there again after Ctrl-C: the same people, laptops and pictures', async () => {
  const DATA_DIR = newFolder()
  const first = await startShop({ env: { DATA_DIR } })
  const before = await laptopsOf(first)
  await first.stop()
  expect(existsSync(join(DATA_DIR, 'database'))).toBe(true)
  const second = await startShop({ env: { DATA_DIR } })
  expect(await laptopsOf(second)).toEqual(before)
  const picture = await fetch(`${second.url}${(before[0] as { image?: string }).image}?w=320`)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  await second.stop()
}, 60_000)
