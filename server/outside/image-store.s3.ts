import { hash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { type ImageStore, requireKey } from './image-store.ts'

type Bucket = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const TIMEOUT_MS = 10_000

/**
 * Keeps pictures in a bucket that speaks the S3 protocol, addressed as `endpoint/bucket/key`. Calls are
 * signed (AWS Signature Version 4, the body's hash included), tried three times, and given up after ten
 * seconds.
 */
export function createS3ImageStore({ endpoint, bucket, region, ...keys }: Bucket): ImageStore {
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 2 })
  const base = `${endpoint.replace(/\/$/, '')}/${encodeURIComponent(bucket)}`

  async function call(method: 'GET' | 'PUT' | 'DELETE', key: string, body?: Uint8Array, type?: string) {
    const headers: Record<string, string> = {
      'x-amz-content-sha256': hash('sha256', body ?? ''),
    }
    if (type) headers['content-type'] = type
    const response = await client.fetch(`${base}/${requireKey(key)}`, {
      method,
      headers,
      body: body as Uint8Array<ArrayBuffer> | undefined,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return response
    const [reason] = /(?<=<Code>)\w{1,99}(?=<)/.exec(await response.text()) ?? []
    // Where there is no such bucket nothing is known of the picture.
    if (response.status === 404 && reason !== 'NoSuchBucket' && method !== 'PUT') return undefined
    const answered = [response.status, ...(reason ? [reason] : [])].join(' ')
    throw Object.assign(new Error(`The image bucket answered ${answered} to ${method}.`), {
      code: `S3_${response.status}`,
    })
  }

  return {
    async save(key, bytes, contentType) {
      const response = await call('PUT', key, bytes, contentType)
      await response?.body?.cancel()
    },
    async read(key) {
      const response = await call('GET', key)
      return response && { bytes: new Uint8Array(await response.arrayBuffer()) }
    },
    async remove(keys) {
      for (const key of keys) {
        const response = await call('DELETE', key)
        await response?.body?.cancel()
      }
    },
  }
}
