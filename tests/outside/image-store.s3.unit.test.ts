import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createS3ImageStore } from '#server/outside/image-store.s3.ts'
import { ImageStoreUnavailable } from '#server/outside/image-store.ts'
import { collectGarbage } from '#tests/support/collect-garbage.ts'
import { openBucket, openSilentBucket, SECRET } from './bucket.ts'

const file = await sharp({ create: { width: 3, height: 5, channels: 3, background: '#fa3' } })
  .webp()
  .toBuffer()
const bytes = new Uint8Array(file)
const keys = { bucket: 'pictures', region: 'eu-central-1', accessKeyId: 'AKIA', secretAccessKey: SECRET }

describe('the bucket image store', () => {
  test('signs its requests and reads back what it saved', async () => {
    const { endpoint, files, seen } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys })
    await store.save('abc-320.webp', bytes)
    expect([...files]).toEqual([['/pictures/abc-320.webp', Buffer.from(bytes)]])
    expect(seen[0]).toEqual({ method: 'PUT', url: '/pictures/abc-320.webp', type: 'image/webp' })
    expect(await store.read('abc-320.webp')).toEqual(Buffer.from(bytes))
  })

  test('reports the 403 of the bucket when its secret is wrong', async () => {
    const { endpoint, files } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys, secretAccessKey: 'wrong' })
    await expect(store.save('a-1.webp', bytes)).rejects.toThrow('answered 403 to PUT')
    await expect(store.read('a-1.webp')).rejects.toThrow('answered 403 to GET')
    expect(files.size).toBe(0)
  })

  test('removes keys, missing ones too, and returns undefined for a missing key', async () => {
    const { endpoint, files } = await openBucket()
    const store = createS3ImageStore({ endpoint: `${endpoint}/`, ...keys })
    await store.save('a-1.webp', bytes)
    await store.remove(['a-1.webp', 'b-1.webp'])
    expect(files.size).toBe(0)
    expect(await store.read('a-1.webp')).toBeUndefined()
  })

  test('reports a missing bucket (404 NoSuchBucket) instead of a missing picture', async () => {
    const { endpoint } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys, bucket: 'pictrues' })
    await expect(store.read('a-1.webp')).rejects.toThrow('answered 404 NoSuchBucket to GET')
    await expect(store.remove(['a-1.webp'])).rejects.toThrow('answered 404 NoSuchBucket to DELETE')
    await expect(store.save('a-1.webp', bytes)).rejects.toThrow('404 NoSuchBucket to PUT')
  })

  test('retries twice on 429, 500 or 503, and fails after the third such response', async () => {
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

  test('times out when slow 503 responses and their retries exceed the timeout of one call', async () => {
    const { endpoint, failures } = await openBucket({ lateMs: 400 })
    failures.push(503, 503, 503)
    const store = createS3ImageStore({ endpoint, ...keys }, { timeoutMs: 1_000 })
    await expect(store.read('a-1.webp')).rejects.toThrow('did not answer GET within 1 seconds')
  })

  test('retries a broken connection twice, and reports the error code when every attempt fails', async () => {
    const broken = await openSilentBucket({ break: true })
    const store = createS3ImageStore({ endpoint: broken.endpoint, ...keys })
    await expect(store.read('a-1.webp')).rejects.toThrow(/cannot be reached \((UND_ERR_SOCKET|ECONNRESET)\)/)
    expect(broken.asked()).toBe(3)
    const nowhere = createS3ImageStore({ endpoint: 'http://127.0.0.1:9', ...keys })
    await expect(nowhere.read('a-1.webp')).rejects.toThrow(ImageStoreUnavailable)
  })

  test.each([
    ['an HTML page', Buffer.from('<!doctype html><title>We will be back soon</title>')],
    ['an empty body', Buffer.from('')],
    ['a WAVE file of the same length', Buffer.from(file).fill('WAVE', 8, 12)],
    ['half of a picture file', file.subarray(0, file.length / 2)],
    ['a picture with trailing bytes', Buffer.concat([file, file])],
  ])('retries and then reports unavailable when a read returns %s', async (_what, given) => {
    const { endpoint, files, seen } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys })
    files.set('/pictures/a-1.webp', given)
    await expect(store.read('a-1.webp')).rejects.toThrow(
      new ImageStoreUnavailable('The image bucket answered 200 to GET, and a-1.webp is no whole picture.'),
    )
    // It tries again, as the fault may have been momentary.
    expect(seen).toHaveLength(3)
  })

  test.each([200, 500])('stops reading a response (%i) without end, and retries it twice', async (status) => {
    const bucket = await openSilentBucket({ says: `HTTP/1.1 ${status} Any\r\n\r\n`, andOn: true })
    const store = createS3ImageStore({ endpoint: bucket.endpoint, ...keys })
    await expect(store.read('a-1.webp')).rejects.toThrow(`The image bucket answered ${status}`)
    expect(bucket.asked()).toBe(3)
  })

  test.each([
    ['one header', [Array(6).fill('gzip').join()]],
    ['several headers', ['gzip, gzip, gzip', 'br, br, br']],
  ])('survives a broken response with six encodings in %s', async (_where, encodings) => {
    const stated = encodings.map((one) => `content-encoding: ${one}\r\n`).join('')
    const says = `HTTP/1.1 200 OK\r\n${stated}content-length: 100\r\n\r\nhalf`
    const { endpoint, asked } = await openSilentBucket({ says, break: true })
    // The process that runs the tests fails at an uncaught error, too.
    await expect(createS3ImageStore({ endpoint, ...keys }).read('a-1.webp')).rejects.toThrow('UND_ERR_SOCKET')
    expect(asked()).toBe(3)
  })

  test('reports a save as failed when the bucket responds 404', async () => {
    const { endpoint, failures } = await openBucket()
    failures.push(404)
    const saved = createS3ImageStore({ endpoint, ...keys }).save('a-1.webp', bytes)
    await expect(saved).rejects.toThrow('answered 404 to PUT')
  })

  test.each([301, 302, 303, 307, 308])(
    'reports a redirection (%i) instead of following it',
    async (status) => {
      const { endpoint, failures } = await openBucket()
      const store = createS3ImageStore({ endpoint, ...keys })
      failures.push(status, status, status)
      await expect(store.save('a-1.webp', bytes)).rejects.toThrow(`answered ${status} to PUT`)
      await expect(store.remove(['a-1.webp'])).rejects.toThrow(`answered ${status} to DELETE`)
      await expect(store.read('a-1.webp')).rejects.toThrow(`answered ${status} to GET`)
    },
  )

  test('reports a save or a removal as failed when a page is the response', async () => {
    const page =
      'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 6\r\nconnection: close\r\n\r\n<html>'
    const proxy = await openSilentBucket({ says: page })
    const store = createS3ImageStore({ endpoint: proxy.endpoint, ...keys })
    await expect(store.save('a-1.webp', bytes)).rejects.toThrow('answered 200 with a page to PUT')
    await expect(store.remove(['a-1.webp'])).rejects.toThrow('answered 200 with a page to DELETE')
    // Each is tried again, as the fault may have been momentary.
    expect(proxy.asked()).toBe(6)
  })

  test('does not retry after a 403', async () => {
    const { endpoint, failures, seen } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys })
    failures.push(403)
    await expect(store.read('a-1.webp')).rejects.toThrow(ImageStoreUnavailable)
    expect(seen).toHaveLength(1)
  })

  // A garbage collection used to remove the timeout.
  test.each([
    ['nothing', ''],
    ['half a response', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
  ])('times out on a bucket that accepts connections and sends %s', async (_what, says) => {
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

  test('refuses a key that contains a path, without sending a request', async () => {
    const { endpoint, seen } = await openBucket()
    const store = createS3ImageStore({ endpoint, ...keys })
    await expect(store.save('../a.webp', bytes)).rejects.toThrow(/plain lower-case file name/)
    expect(seen).toEqual([])
  })
})
