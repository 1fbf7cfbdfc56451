import './too-many-encodings.ts'
import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { readAtMost } from '../read-at-most.ts'
import { ImageNotWhole, type ImageStore, ImageStoreUnavailable, requireKey } from './image-store.ts'

type Bucket = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}
type Call = { method: 'GET' | 'PUT' | 'DELETE'; key: string; body?: Uint8Array }

/** For all tries of a call together, up to the last byte of the answer. */
const TIMEOUT_MS = 10_000
/** More than any copy of a picture has. A compressed answer, or that of somebody else, could be endless. */
const MOST_BYTES = 8 * 1024 * 1024
const TRIES = 3
/** Before the second try, at most; twice as long before the third. */
const PAUSE_MS = 50

/**
 * Keeps pictures in a bucket that speaks the S3 protocol, addressed as `endpoint/bucket/key`. Calls are signed (AWS
 * Signature Version 4, the body's hash included), tried three times if the network fails, the bucket is overloaded (429
 * or 5xx) or what it returns is no whole picture, and given up ten seconds after the first try began. All functions
 * throw ImageStoreUnavailable if the bucket does not do what it was asked for.
 */
export function createS3ImageStore(
  { endpoint, bucket, region, ...keys }: Bucket,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): ImageStore {
  const base = `${endpoint.replace(/\/$/, '')}/${bucket}`
  const signing = { ...keys, region, service: 's3', cache: new Map<string, ArrayBuffer>() }

  async function call(asked: Call): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const url = `${base}/${requireKey(asked.key)}`
    const signal = AbortSignal.timeout(timeoutMs)
    for (let tries = 1; ; tries++) {
      try {
        return await ask(url, asked, signal)
      } catch (error) {
        if (signal.aborted)
          throw unavailable(`did not answer ${asked.method} within ${timeoutMs / 1_000} seconds`, error)
        if (tries === TRIES || (error instanceof Refused && !error.passes))
          throw unavailable(reasonOf(error), error)
      }
      await pause(Math.random() * PAUSE_MS * 2 ** (tries - 1))
    }
  }

  /** One try: the bytes of the answer, or undefined if the bucket has nothing there. */
  async function ask(url: string, { method, key, body }: Call, signal: AbortSignal) {
    const headers = {
      'x-amz-content-sha256': hash('sha256', body ?? ''),
      ...(body && { 'content-type': 'image/webp' }),
    }
    const signed = await new AwsV4Signer({ ...signing, method, url, headers }).sign()
    // The signal is passed to fetch() itself. A Request holds its signal weakly: once that is garbage-collected, a
    // silent bucket is waited for without end.
    const sent = body as Uint8Array<ArrayBuffer> | undefined
    // A redirection is not followed: the signature is for this host, and a page of another would look like a success.
    const asked = { method, headers: signed.headers, body: sent, signal, redirect: 'manual' } as const
    const answer = await fetch(signed.url, asked)
    if (answer.ok) {
      const bytes = await readAtMost(answer, MOST_BYTES)
      // The answer may be a page of a proxy in front of the bucket, and browsers would cache it for a year.
      if (method === 'GET' && !(bytes && isWhole(bytes)))
        throw new NotWhole(`${answer.status} to GET, and ${key} is no whole picture`, true)
      // Nor was a picture saved or removed by what answers with a page.
      if (method !== 'GET' && answer.headers.get('content-type')?.startsWith('text/html'))
        throw new Refused(`${answer.status} with a page to ${method}`, true)
      return bytes
    }
    const told = new TextDecoder().decode(await readAtMost(answer, MOST_BYTES))
    const [reason] = /(?<=<Code>)\w{1,99}(?=<)/.exec(told) ?? []
    // If there is no such bucket, nothing is known of the picture.
    if (answer.status === 404 && reason !== 'NoSuchBucket' && method !== 'PUT') return undefined
    const passes = answer.status === 429 || answer.status >= 500
    throw new Refused(`${[answer.status, ...(reason ? [reason] : [])].join(' ')} to ${method}`, passes)
  }

  return {
    async save(key, bytes) {
      await call({ method: 'PUT', key, body: bytes })
    },
    read: (key) => call({ method: 'GET', key }),
    async remove(keys) {
      for (const key of keys) await call({ method: 'DELETE', key })
    },
  }
}

class Refused extends Error {
  /** Whether the failure is temporary. */
  readonly passes: boolean

  constructor(what: string, passes: boolean) {
    super(`answered ${what}`)
    this.passes = passes
  }
}

class NotWhole extends Refused {}

/** Whether it is a WebP file of the length that its header states. */
function isWhole(file: Buffer): boolean {
  return /^RIFF.{4}WEBP/s.test(file.toString('latin1', 0, 12)) && file.readUInt32LE(4) + 8 === file.length
}

function unavailable(what: string, cause: unknown): ImageStoreUnavailable {
  const Failure = cause instanceof NotWhole ? ImageNotWhole : ImageStoreUnavailable
  return new Failure(`The image bucket ${what}.`, { cause })
}

/** fetch() has the same message for all network failures; the cause tells which it is. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
  return `cannot be reached (${cause?.code ?? cause?.message ?? String(error)})`
}
