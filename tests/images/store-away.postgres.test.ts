import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskImageStore } from '#server/outside/image-store.disk.ts'
import { createS3ImageStore } from '#server/outside/image-store.s3.ts'
import { openBucket, openSilentBucket, SECRET } from '#tests/outside/bucket.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { plain } from './files.ts'
import { askTicket, upload } from './upload.ts'

const keys = { bucket: 'pictures', region: 'eu-central-1', accessKeyId: 'AKIA', secretAccessKey: SECRET }
const inBucket = (endpoint: string, secretAccessKey = SECRET) =>
  createS3ImageStore({ ...keys, endpoint, secretAccessKey }, { timeoutMs: 500 })

test.each([
  ['bucket is unreachable', () => inBucket('http://127.0.0.1:9')],
  ['bucket does not respond', async () => inBucket((await openSilentBucket({})).endpoint)],
  ['bucket rejects the credentials', async () => inBucket((await openBucket()).endpoint, 'another')],
  [
    'folder is a file',
    () => {
      const folder = join(temporaryFolder(), 'images')
      writeFileSync(folder, 'a file in its place')
      return createDiskImageStore(folder)
    },
  ],
])('while the %s, picture requests get 503 with Retry-After', async (_how, openStore) => {
  const shop = await openFrontDoor({ imageStore: await openStore() })
  onTestFinished(() => shop.close())
  const sent = await upload(shop, await plain('png', 400, 300), { ticket: await askTicket(shop) })
  const shown = await shop.call('GET', `/api/images/${'0'.repeat(32)}`)
  for (const { status, headers, body } of [sent, shown]) {
    expect([status, body.code]).toEqual([503, 'image-store-unavailable'])
    expect(headers.get('retry-after')).toBe('10')
  }
  expect(shop.lines.filter((line) => line.includes('"event":"image-store-unavailable"'))).toHaveLength(2)
})
