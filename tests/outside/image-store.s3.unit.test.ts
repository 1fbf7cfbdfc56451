import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createS3ImageStore } from '#server/outside/image-store.s3.ts'
import { ImageStoreUnavailable } from '#server/outside/image-store.ts'
import { openBucket, openSilentBucket, SECRET } from './bucket.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const file = await sharp({ create: { width: 3, height: 5, channels: 3, background: '#fa3' } })
  .webp()
  .toBuffer()
const bytes = new Uint8Array(file)
const keys = { bucket: 'pictures', region: 'eu-central-1', accessKeyId: 'AKIA', secretAccessKey: SECRET }

describe('the bucket image store', () => {
  test('gives back what it put into the bucket, signed', async () => {
    const { endpoint, files, seen } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys })
    await store.save('abc-320.webp', bytes)
    expect([...files]).toEqual([['/pictures/abc-320.webp', Buffer.from(bytes)]])
    expect(seen[0]).toEqual({ method: 'PUT', url: '/pictures/abc-320.webp', type: 'image/webp' })
    expect(await store.read('abc-320.webp')).toEqual(bytes)
  })

  test('is refused by the bucket when its secret is another', async () => {
    const { endpoint, files } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys, secretAccessKey: 'wrong' })
    await expect(store.save('a-1.webp', bytes)).rejects.toThrow('answered 403 to PUT')
    await expect(store.read('a-1.webp')).rejects.toThrow('answered 403 to GET')
    expect(files.size).toBe(0)
  })

  test('knows nothing of what is not there, and removes what is', async () => {
    const { endpoint, files } = await openBucket()
    const store = createS3ImageStore({ endpoint: `${endpoint}/`, ...keys })
    await store.save('a-1.webp', bytes)
    await store.remove(['a-1.webp', 'b-1.webp'])
    expect(files.size).toBe(0)
    expect(await store.read('a-1.webp')).toBeUndefined()
  })

  test('takes a bucket that is not there for no picture that is not there', async () => {
    const { endpoint } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys, bucket: 'pictrues' })
    await expect(store.read('a-1.webp')).rejects.toThrow('answered 404 NoSuchBucket to GET')
    await expect(store.remove(['a-1.webp'])).rejects.toThrow('answered 404 NoSuchBucket to DELETE')
    await expect(store.save('a-1.webp', bytes)).rejects.toThrow('404 NoSuchBucket to PUT')
  })

  test('tries again when the bucket is out of breath, and gives up when it stays so', async () => {
    const { endpoint, failures, seen } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys })
    for (const passing of [
      [503, 500],
      [429, 429],
    ]) {
      failures.push(...passing)
      await store.save('a-1.webp', bytes)
      expect(seen.splice(0)).toHaveLength(3)
    }
    failures.push(503, 503, 503)
    await expect(store.save('a-2.webp', bytes)).rejects.toThrow('answered 503 to PUT')
  })

  test('gives up a bucket that is out of breath late, each time, after the time for one call', async () => {
    const { endpoint, failures } = await openBucket({ lateMs: 400 })
    failures.push(503, 503, 503)
    const store = createS3ImageStore({ endpoint, ...keys }, { timeoutMs: 1_000 })
    await expect(store.read('a-1.webp')).rejects.toThrow('did not answer GET within 1 seconds')
  })

  test('tries again when a connection breaks, and says what failed when they all do', async () => {
    const broken = await openSilentBucket({ break: true })
    const store = createS3ImageStore({ endpoint: broken.endpoint, ...keys })
    await expect(store.read('a-1.webp')).rejects.toThrow(/cannot be reached \((UND_ERR_SOCKET|ECONNRESET)\)/)
    expect(broken.asked()).toBe(3)
    const nowhere = createS3ImageStore({ endpoint: 'http://127.0.0.1:9', ...keys })
    await expect(nowhere.read('a-1.webp')).rejects.toThrow(ImageStoreUnavailable)
  })

  test.each([
    ['a page of somebody else’s', Buffer.from('<!doctype html><title>We will be back soon</title>')],
    ['nothing', Buffer.from('')],
    ['a sound of the same length', Buffer.from(file).fill('WAVE', 8, 12)],
    ['half of a picture', file.subarray(0, file.length / 2)],
    ['a picture and more', Buffer.concat([file, file])],
  ])('takes %s for no picture', async (_what, given) => {
    const { endpoint, files, seen } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys })
    files.set('/pictures/a-1.webp', given)
    await expect(store.read('a-1.webp')).rejects.toThrow(
      new ImageStoreUnavailable('The image bucket answered 200 to GET, and a-1.webp is no whole picture.'),
    )
    // It tries again, as the fault may have been momentary.
    expect(seen).toHaveLength(3)
  })

  test.each([200, 500])('reads no more than a picture has of an answer (%i) without end', async (status) => {
    const bucket = await openSilentBucket({ says: `HTTP/1.1 ${status} Any\r\n\r\n`, andOn: true })
    const store = createS3ImageStore({ endpoint: bucket.endpoint, ...keys })
    await expect(store.read('a-1.webp')).rejects.toThrow(`The image bucket answered ${status}`)
    expect(bucket.asked()).toBe(3)
  })

  test('takes no picture for saved where the bucket says that there is nothing', async () => {
    const { endpoint, failures } = await openBucket()
    failures.push(404)
    const saved = createS3ImageStore({ endpoint, ...keys }).save('a-1.webp', bytes)
    await expect(saved).rejects.toThrow('answered 404 to PUT')
  })

  test('does not ask again for what it was refused', async () => {
    const { endpoint, failures, seen } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys })
    failures.push(403)
    await expect(store.read('a-1.webp')).rejects.toThrow(ImageStoreUnavailable)
    expect(seen).toHaveLength(1)
  })

  // A garbage collection used to remove the timeout.
  test.each([
    ['nothing', ''],
    ['half an answer', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
  ])('gives up a bucket that takes connections and says %s', async (_what, says) => {
    const silent = await openSilentBucket({ says })
    const store = createS3ImageStore({ endpoint: silent.endpoint, ...keys }, { timeoutMs: 3_000 })
    const calls = [store.read('a-1.webp'), store.save('a-1.webp', bytes), store.remove(['a-1.webp'])]
    const collecting = setInterval(collectGarbage, 300)
    const ends = await Promise.allSettled(calls)
    clearInterval(collecting)
    for (const [index, method] of ['GET', 'PUT', 'DELETE'].entries())
      expect(ends[index]).toMatchObject({
        reason: new ImageStoreUnavailable(`The image bucket did not answer ${method} within 3 seconds.`),
      })
    expect(silent.asked()).toBe(3)
  })

  test('refuses a key that could name something else', async () => {
    const { endpoint, seen } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys })
    await expect(store.save('../a.webp', bytes)).rejects.toThrow(/plain lower-case file name/)
    expect(seen).toEqual([])
  })
})
