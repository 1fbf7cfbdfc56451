import { hash } from 'node:crypto'
import { createBoundedCache } from '../bounded-cache.ts'
import { BufferedResponse, type RequestHead } from '../http/buffered-response.ts'
import { compress } from '../http/compress.ts'
import { type EncodedForms, encodingFor, formIn } from '../http/encoded-forms.ts'
import type { Encoding } from '../http/encodings.ts'
import { ownBytes } from '../http/own-bytes.ts'
import type { PreparedPage } from './prepare-page.ts'

/** How old a page may be when it is requested: changes show within a second. */
const MAX_AGE_MS = 1000
/** From this age on it is rendered again, while it is still served. */
const REVALIDATED_MS = 500
/** How long a page is kept while the data is unchanged; what ends at a moment shows this much later. */
const UNCHANGED_MS = 5_000
/** For all pages together, with their compressed forms. */
const MOST_BYTES = 8 * 1024 * 1024
/** A page that says that something does not exist can be as popular as one that does; an error concerns one request. */
const CACHED_STATUSES = new Set([200, 404])
/** The memory of a page beside its bytes, roughly. */
const PAGE_BYTES = 3_000
/** How many frequently requested pages are rendered again at a time; further ones wait. */
const MOST_REVALIDATED = 16

type Page = PreparedPage & {
  /** When its rendering began: it shows everything that had happened by then. */
  begun: number
  /** When it was last rendered, and the state of the data before that; undefined if that was not read. */
  made: number
  state: string | undefined
  sent: EncodedForms<BufferedResponse>
  /** Only one client has asked for it, and nobody else gets it. */
  isForOne?: true
}
/** A page that is being rendered. `shared`: whether another client has asked for it too, before or meanwhile. */
type Work = { shared: boolean; page: Promise<Page> }
type Turn = <T>(work: () => Promise<T>) => Promise<T>
type Parts = {
  /** Renders the page for a target: the same for everyone. */
  make: (target: string) => Promise<PreparedPage>
  /**
   * Queues for pages that nobody asked for lately, so that they are not rendered all at once: new ones, and cached
   * ones.
   */
  takeTurn: Turn
  takeCachedTurn: Turn
  /** Identifies the state of the data (see database/read-state.ts); without it every page is rendered again. */
  readState?: (() => Promise<string>) | undefined
}

export type PageCache = {
  /** The page for a target (path and query), rendered if need be. */
  get(target: string, head: RequestHead): Promise<BufferedResponse>
  /** The page if it is cached; undefined if it must be waited for. */
  getCached(target: string, head: RequestHead): BufferedResponse | undefined
}

/**
 * Caches pages: each is rendered once at a time, for all who ask within a second, and compressed once for as long as it
 * stays the same. Everybody gets a page whose rendering began at most a second before they asked. Frequently requested
 * pages are rendered again at once; all others wait in a queue, so that made-up targets delay neither those, nor
 * anything else there is to do.
 */
export function createPageCache({ make, takeTurn, takeCachedTurn, readState }: Parts): PageCache {
  const cache = createBoundedCache<Page>({ mostBytes: MOST_BYTES })
  const making = new Map<string, Work>()
  let revalidating = 0
  const revalidateNow: Turn = (work) => {
    revalidating += 1
    return work().finally(() => {
      revalidating -= 1
    })
  }

  function begin(target: string): Promise<Page> {
    const work: Work = {
      shared: cache.has(target),
      page: makeAnew(target, cache.get(target))
        // From here on nobody joins, so it is known whether only one client has asked.
        .finally(() => making.delete(target))
        .then((page) => store(target, page, work.shared)),
    }
    making.set(target, work)
    return work.page
  }

  async function makeAnew(target: string, former: Page | undefined): Promise<Page> {
    const began = performance.now()
    // Without the state the page is rendered, and whatever keeps the state from being read shows there.
    const state = former && (await readState?.().catch(() => undefined))
    const isUnchanged = former && state === former.state && began - former.made < UNCHANGED_MS
    if (isUnchanged && state !== undefined) return { ...former, begun: began }
    const isYoung = former !== undefined && began - former.begun < MAX_AGE_MS
    const takeIts =
      isYoung && revalidating < MOST_REVALIDATED ? revalidateNow : former ? takeCachedTurn : takeTurn
    return takeIts(async () => {
      const begun = performance.now()
      return reuseIfSame(former, await make(target), { begun, state })
    })
  }

  function store(target: string, page: Page, isShared: boolean): Page {
    if (isShared) {
      if (isCacheable(page)) cache.set(target, page, PAGE_BYTES + target.length + 2 * page.body.length)
      return page
    }
    // A page in the middle of a list is rarely requested again, and what lives for a while is only freed by a full
    // collection.
    if (isCacheable(page)) cache.mark(target)
    return { ...page, isForOne: true }
  }

  /** The cached page, if it is young enough for a request at that time. */
  function find(target: string, asked: number): Page | undefined {
    const page = cache.get(target)
    if (!page) return undefined
    const age = asked - page.begun
    if (age >= MAX_AGE_MS) return undefined
    // Requests that wait for it later get the error.
    if (age >= REVALIDATED_MS && !making.has(target)) begin(target).catch(() => {})
    return page
  }

  async function pageFor(target: string, asked: number): Promise<Page> {
    const page = find(target, asked)
    if (page) return page
    const work = making.get(target)
    if (!work) return begin(target)
    work.shared = true
    const made = await work.page
    // A request that came after it had been rendering for a second gets the next one.
    return asked - made.begun < MAX_AGE_MS ? made : pageFor(target, asked)
  }

  return {
    async get(target, head) {
      const response = await responseOf(await pageFor(target, performance.now()), head)
      return response.to(head)
    },
    getCached(target, head) {
      const page = find(target, performance.now())
      const response = page && responseOf(page, head)
      return response instanceof BufferedResponse ? response.to(head) : undefined
    },
  }
}

/** The address of a page that must not be cached may contain the token of a mailed link. */
const isCacheable = ({ status, headers }: PreparedPage) =>
  CACHED_STATUSES.has(status) && headers.get('cache-control') !== 'no-store'

/** An unchanged page need not be compressed again. */
function reuseIfSame(
  former: Page | undefined,
  prepared: PreparedPage,
  { begun, state }: Pick<Page, 'begun' | 'state'>,
): Page {
  const isSame = former?.status === prepared.status && former.body.equals(prepared.body)
  return { ...(isSame ? former : { ...prepared, sent: new Map() }), begun, made: begun, state }
}

function responseOf(
  page: Page,
  { acceptEncoding }: RequestHead,
): BufferedResponse | Promise<BufferedResponse> {
  const encoding = encodingFor(page.body, acceptEncoding)
  return formIn(page.sent, encoding, () => compressPage(page, encoding))
}

async function compressPage(
  { status, headers, body, isForOne }: Page,
  encoding: Encoding | undefined,
): Promise<BufferedResponse> {
  let bytes = encoding ? await compress(body, encoding) : body
  if (encoding && isForOne) giveBack(body)
  else if (encoding) bytes = ownBytes(bytes)
  const tag = hash('sha256', bytes, 'base64url').slice(0, 20)
  return new BufferedResponse(bytes, {
    status,
    headers: {
      ...Object.fromEntries(headers),
      vary: 'Accept-Encoding',
      ...(status === 200 && { etag: `"${tag}-${encoding ?? 'identity'}"` }),
      ...(encoding && { 'content-encoding': encoding }),
    },
  })
}

/**
 * Frees the memory of bytes that nobody reads any more. They have outlived their compression, so V8 would free them
 * only in the next full collection, which a hundred kilobytes of each page would bring about sooner.
 */
function giveBack({ buffer, byteLength }: Buffer<ArrayBuffer>): void {
  // Never memory that is somebody else's too.
  if (buffer.byteLength === byteLength) buffer.transfer(0)
}
