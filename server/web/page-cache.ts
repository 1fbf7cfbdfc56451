import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { addressOf } from '../http/path-of.ts'
import { ReadyAnswer } from '../http/ready-answer.ts'
import { createShelf } from '../http/shelf.ts'
import { acceptedEncoding, type Encoding } from './encodings.ts'
import type { PreparedPage } from './prepare-page.ts'

/** How old a page may be when it is asked for: what changed shows within a second. */
const KEPT_MS = 1000
/** From this age on it is made anew for those to come, while it is still handed out. */
const RENEWED_MS = 500
/** For all pages together, as they are and compressed. */
const MOST_BYTES = 32 * 1024 * 1024
/** Below this a compressed answer saves nothing. */
const WORTH_COMPRESSING = 1000

type Page = PreparedPage & {
  /** When it was begun: it shows everything that had happened by then. */
  begun: number
  /** As it is sent, made for the first who takes it so. */
  sent: Map<Encoding | undefined, Promise<ReadyAnswer>>
}
type Parts = {
  /** Makes the page at an address: the same for everyone. */
  make: (address: string) => Promise<PreparedPage>
  /** Keeps pages that nobody asked for lately from being made all at once. */
  takeTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Hands out pages, each made once for all who ask within a second and one at a time, compressed once for as
 * long as it stays the same. Who asks gets a page that was begun at most a second before. Pages that are
 * kept are made anew at once; all others take turns, so that nobody who makes up addresses delays those.
 */
export function keepPages({ make, takeTurn }: Parts): (request: Request) => Promise<ReadyAnswer> {
  const kept = createShelf<Page>({ mostBytes: MOST_BYTES })
  const making = new Map<string, { begun: number; page: Promise<Page> }>()

  function begin(address: string): Promise<Page> {
    const former = kept.get(address)
    const work = { begun: Number.POSITIVE_INFINITY, page: Promise.resolve().then(makeNow) }
    async function makeNow(): Promise<Page> {
      const prepared = await (former ? start() : takeTurn(start))
      const page = renew(former, prepared, work.begun)
      if (page.status === 200) kept.put(address, page, 2 * page.body.length)
      else kept.remove(address)
      return page
    }
    function start(): Promise<PreparedPage> {
      work.begun = performance.now()
      return make(address)
    }
    making.set(address, work)
    return work.page.finally(() => making.delete(address))
  }

  async function pageFor(address: string, asked: number): Promise<Page> {
    const page = kept.get(address)
    const age = page ? asked - page.begun : KEPT_MS
    const work = making.get(address)
    if (page && age < KEPT_MS) {
      // Whoever waits for it later hears why it could not be made.
      if (age >= RENEWED_MS && !work) begin(address).catch(() => {})
      return page
    }
    if (!work) return begin(address)
    if (asked - work.begun < KEPT_MS) return work.page
    await work.page.catch(() => {})
    return pageFor(address, asked)
  }

  return async (request) => send(await pageFor(addressOf(request), performance.now()), request)
}

/** A page that is as it was needs to be compressed no second time. */
function renew(former: Page | undefined, prepared: PreparedPage, begun: number): Page {
  if (former?.status === prepared.status && former.body.equals(prepared.body)) return { ...former, begun }
  return { ...prepared, begun, sent: new Map() }
}

async function send(page: Page, request: Request): Promise<ReadyAnswer> {
  const encoding = page.body.length < WORTH_COMPRESSING ? undefined : acceptedEncoding(request)
  let answer = page.sent.get(encoding)
  if (!answer) {
    answer = pack(page, encoding)
    page.sent.set(encoding, answer)
  }
  return (await answer).to(request)
}

async function pack({ status, headers, body }: Page, encoding: Encoding | undefined): Promise<ReadyAnswer> {
  const tag = hash('sha256', body, 'base64url').slice(0, 20)
  return new ReadyAnswer(body.length ? await compress(body, encoding) : null, {
    status,
    headers: {
      ...Object.fromEntries(headers),
      vary: 'Accept-Encoding',
      ...(status === 200 && { etag: `"${tag}-${encoding ?? 'identity'}"` }),
      ...(encoding && { 'content-encoding': encoding }),
    },
  })
}

/** As well as pays for a page that lives a second; not by the thread that answers everybody. */
async function compress(body: Buffer<ArrayBuffer>, encoding: Encoding | undefined) {
  if (!encoding) return body
  return encoding === 'gzip'
    ? promisify(gzip)(body, { level: 6 })
    : promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}
