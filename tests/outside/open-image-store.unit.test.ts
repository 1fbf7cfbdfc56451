import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openImageStore } from '#server/outside/open-image-store.ts'
import { openBucket, SECRET } from './bucket.ts'

const file = await sharp({ create: { width: 3, height: 5, channels: 3, background: '#fa3' } })
  .webp()
  .toBuffer()

async function openStore() {
  const bucket = await openBucket({ lateMs: 50 })
  const { endpoint } = bucket
  const s3 = { endpoint, bucket: 'pictures', region: 'x', accessKeyId: 'AKIA', secretAccessKey: SECRET }
  const store = openImageStore({ s3, dataDir: '' })
  await store.save('abc-320.webp', new Uint8Array(file))
  await store.save('def-320.webp', new Uint8Array(file))
  const reads = () => bucket.seen.filter(({ method }) => method === 'GET').map(({ url }) => url)
  return { ...bucket, store, reads }
}

test('all who read a picture while it is being read share one read; later ones get one of their own', async () => {
  const { store, reads } = await openStore()
  const crowd = (key: string) => Array.from({ length: 50 }, () => store.read(key))
  const read = await Promise.all([...crowd('abc-320.webp'), ...crowd('def-320.webp')])
  expect(new Set(read.map((bytes) => Buffer.from(bytes ?? '').equals(file)))).toEqual(new Set([true]))
  expect(reads().sort()).toEqual(['/pictures/abc-320.webp', '/pictures/def-320.webp'])
  await store.read('abc-320.webp')
  expect(reads()).toHaveLength(3)
})

test('a shared read that fails does so for all who wait, and the next one tries again', async () => {
  const { store, failures, reads } = await openStore()
  failures.push(403)
  const failed = await Promise.allSettled([store.read('abc-320.webp'), store.read('abc-320.webp')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await store.read('abc-320.webp')).toEqual(file)
  expect(reads()).toHaveLength(2)
})
