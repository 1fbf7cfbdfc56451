import { expect, onTestFinished, test } from 'vitest'
import { createS3ImageStore } from '#server/outside/image-store.s3.ts'
import { openBucket, openSilentBucket, SECRET } from '#tests/outside/bucket.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { plain } from './files.ts'
import { askTicket, upload } from './upload.ts'

const keys = { bucket: 'pictures', region: 'eu-central-1', accessKeyId: 'AKIA', secretAccessKey: SECRET }

test.each([
  ['is away', async () => ({ endpoint: 'http://127.0.0.1:9', ...keys })],
  ['is silent', async () => ({ endpoint: (await openSilentBucket({})).endpoint, ...keys })],
  [
    'refuses the shop',
    async () => ({ ...keys, endpoint: (await openBucket()).endpoint, secretAccessKey: 'another' }),
  ],
])('while the bucket %s, pictures answer 503 with the time to come back', async (_how, bucket) => {
  const imageStore = createS3ImageStore(await bucket(), { timeoutMs: 500 })
  const shop = await openFrontDoor({ imageStore })
  onTestFinished(() => shop.close())
  const sent = await upload(shop, await plain('png', 400, 300), { ticket: await askTicket(shop) })
  const shown = await shop.call('GET', `/api/images/${'0'.repeat(32)}`)
  for (const { status, headers, body } of [sent, shown]) {
    expect([status, body.code]).toEqual([503, 'image-store-unavailable'])
    expect(headers.get('retry-after')).toBe('10')
  }
  expect(shop.lines.filter((line) => line.includes('"event":"image-store-unavailable"'))).toHaveLength(2)
})
