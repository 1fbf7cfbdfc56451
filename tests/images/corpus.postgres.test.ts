import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharp } from '#server/images/sharp.ts'
import { createDiskImageStore } from '#server/outside/image-store.disk.ts'
import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { type Person, signUp } from '#tests/support/people.ts'
import { listPictureFiles } from '#tests/support/picture-files.ts'
import { hashTables } from '#tests/support/tables.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { CORPUS } from './corpus.ts'
import { cpuOf } from './cpu.ts'
import { hugePng, plain, turned } from './files.ts'
import { upload } from './upload.ts'

/* The files that users and attackers upload as pictures, sent through the whole server. */
let shop: FrontDoor
let seller: Person
const folder = temporaryFolder(afterAll)
beforeAll(async () => {
  shop = await openFrontDoor()
  Object.assign(shop.deps.imageStore, createDiskImageStore(folder))
  seller = await signUp(shop, 'seller')
})
afterAll(() => shop.close())

const stored = () => listPictureFiles(folder)
const send = (file: Buffer, more: object = {}) =>
  upload(shop, file, { token: seller.token, purpose: 'product', ...more })
const get = (path: string, headers: Record<string, string> = {}) =>
  shop.app.fetch(new Request(`${ORIGIN}${path}`, { headers }))

/** A form as raw bytes: libraries do not send every file name. */
function asForm(file: Buffer, { name, type = 'image/jpeg' }: { name: string; type?: string | undefined }) {
  const boundary = '----of-the-corpus-0123456789'
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="image"; filename="${name}"`,
    `Content-Type: ${type}`,
    '\r\n',
  ].join('\r\n')
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

it('the corpus has 61 files', () => expect(CORPUS).toHaveLength(61))

describe.each(CORPUS)('$group: $what', ({ make, name, type, status, canary }) => {
  it(`returns ${status}`, async () => {
    const file = await make()
    if (canary) expect(file.includes(canary)).toBe(true)
    const before = { files: stored(), tables: await hashTables(shop) }
    const answer = await send(file, name === undefined ? {} : asForm(file, { name, type }))
    expect([answer.status, answer.body]).toEqual([status, expect.anything()])
    if (status !== 201) {
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      return expect({ files: stored(), tables: await hashTables(shop) }).toEqual(before)
    }
    const made = stored().filter((one) => !before.files.includes(one))
    const id = answer.body.data.url.slice('/api/images/'.length)
    expect(made.length).toBeGreaterThan(0)
    // Only our own copies, under names of our own.
    expect(made.filter((one) => !new RegExp(`^${id}-(320|640|1280)\\.webp$`).test(one))).toEqual([])
    for (const one of made) {
      const copy = readFileSync(join(folder, one))
      const { format, exif, xmp, icc, iptc, comments } = await sharp(copy).metadata()
      expect({ format, exif, xmp, icc, iptc, comments }).toEqual({ format: 'webp' })
      for (const left of [canary, 'script', 'GPS', 'PK\x03\x04'])
        if (left) expect(copy.includes(left), left).toBe(false)
    }
  })
})

it('every stored upload is served as image/webp only, whatever the request asks for', async () => {
  const rows = await shop.sql('select id from images')
  expect(rows.length).toBeGreaterThan(20)
  for (const { id } of rows) {
    const accept = { accept: 'text/html', range: 'bytes=0-3' }
    for (const path of [`/api/images/${id}`, `/api/images/${id}?w=320&download=x.html&type=text/html`]) {
      const answer = await get(path, accept)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(answer.headers.has('content-disposition')).toBe(false)
      expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WEBP'])
    }
    for (const path of [`/api/images/${id}.html`, `/api/images/${id}/x.svg`, `/api/images/${id}-320.webp`])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  }
})

it('pictures in all eight EXIF orientations are stored upright', async () => {
  const shapes = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map(async (orientation) => {
      const { body } = await send(await turned(orientation))
      const copy = await sharp(
        readFileSync(join(folder, `${body.data.url.split('/').at(-1)}-320.webp`)),
      ).metadata()
      expect([copy.orientation, copy.width, copy.height]).toEqual([
        undefined,
        body.data.width,
        body.data.height,
      ])
      return `${body.data.width} x ${body.data.height}`
    }),
  )
  expect(shapes).toEqual([...Array(4).fill('80 x 60'), ...Array(4).fill('60 x 80')])
})

it('decompression bombs are refused quickly, and in little memory', async () => {
  const bombs = await Promise.all(CORPUS.filter(({ group }) => group === 'bomb').map(({ make }) => make()))
  expect(Math.max(...bombs.map(({ length }) => length))).toBeLessThan(200_000)
  await send(await plain('jpeg'))
  const before = process.memoryUsage().rss
  const refused = await cpuOf(() => Promise.all([...bombs, ...bombs].map((bomb) => send(bomb))))
  expect(refused.result.map(({ status }) => status)).toEqual(Array(10).fill(400))
  // Decoded, the smallest of them takes 256 MB: it has ten times the pixels of the largest picture that is accepted.
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  const largest = await cpuOf(() => send(hugePng(5_000, 5_000)))
  expect(largest.result.status).toBe(201)
  expect(refused.ms).toBeLessThan(largest.ms)
})

it('no upload causes an internal failure', () => {
  expect(shop.lines.filter((line) => line.includes('"event":"failure"'))).toEqual([])
})
