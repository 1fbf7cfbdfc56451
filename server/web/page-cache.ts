import { hash } from 'node:crypto'
import { createBoundedCache } from '../bounded-cache.ts'
import { compress } from '../http/compress.ts'
import { acceptedEncoding, type Encoding } from '../http/encodings.ts'
import { type Asking, ReadyAnswer, WORTH_COMPRESSING } from '../http/ready-answer.ts'
import type { PreparedPage } from './prepare-page.ts'

/** How old a page may be when it is requested: changes show within a second. */
const KEPT_MS = 1000
/** From this age on it is rendered again, while it is still served. */
const RENEWED_MS = 500
/** How long a page is kept while the data is unchanged; what ends at a moment shows this much later. */
const SAME_MS = 5_000
/** For all pages together, with their compressed forms. */
const MOST_BYTES = 8 * 1024 * 1024
/** A page that says that something does not exist can be as popular as one that does; an error concerns one request. */
const KEPT = new Set([200, 404])
/** The memory of a page beside its bytes, roughly. */
const PAGE_BYTES = 3_000
/** How many frequently requested pages are rendered again at a time; further ones wait. */
const MOST_RENEWED = 16

type Page = PreparedPage & {
  /** When its rendering began: it shows everything that had happened by then. */
  begun: number
  /** When it was last rendered, and the state of the data before that; undefined if that was not read. */
  made: number
  state: string | undefined
  /** The answers in each encoding, made for the first client that accepts it; a promise until then. */
  sent: Map<Encoding | undefined, ReadyAnswer | Promise<ReadyAnswer>>
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
  takeKnownTurn: Turn
  /** Identifies the state of the data (see database/read-state.ts); without it every page is rendered again. */
  readState?: (() => Promise<string>) | undefined
}

export type KeptPages = {
  /** The page for a target (path and query), rendered if need be. */
  get(target: string, asking: Asking): Promise<ReadyAnswer>
  /** The page if it is ready to be sent; undefined if it must be waited for. */
  ready(target: string, asking: Asking): ReadyAnswer | undefined
}

/**
 * Caches pages: each is rendered once at a time, for all who ask within a second, and compressed once for as long as it
 * stays the same. Everybody gets a page whose rendering began at most a second before they asked. Frequently requested
 * pages are rendered again at once; all others wait in a queue, so that made-up targets delay neither those, nor
 * anything else there is to do.
 */
export function keepPages({ make, takeTurn, takeKnownTurn, readState }: Parts): KeptPages {
  const kept = createBoundedCache<Page>({ mostBytes: MOST_BYTES })
  const making = new Map<string, Work>()
  let renewing = 0
  const renewNow: Turn = (work) => {
    renewing += 1
    return work().finally(() => {
      renewing -= 1
    })
  }

  function begin(target: string): Promise<Page> {
    const work: Work = {
      shared: kept.knows(target),
      page: makeAnew(target, kept.get(target))
        // From here on nobody joins, so it is known whether only one client has asked.
        .finally(() => making.delete(target))
        .then((page) => keep(target, page, work.shared)),
    }
    making.set(target, work)
    return work.page
  }

  async function makeAnew(target: string, former: Page | undefined): Promise<Page> {
    const began = performance.now()
    // Without the state the page is rendered, and whatever keeps the state from being read shows there.
    const state = former && (await readState?.().catch(() => undefined))
    const isUnchanged = former && state === former.state && began - former.made < SAME_MS
    if (isUnchanged && state !== undefined) return { ...former, begun: began }
    const isYoung = former !== undefined && began - former.begun < KEPT_MS
    const takeIts = isYoung && renewing < MOST_RENEWED ? renewNow : former ? takeKnownTurn : takeTurn
    return takeIts(async () => {
      const begun = performance.now()
      return renew(former, await make(target), { begun, state })
    })
  }

  function keep(target: string, page: Page, isShared: boolean): Page {
    if (isShared) {
      if (mayBeKept(page)) kept.put(target, page, PAGE_BYTES + target.length + 2 * page.body.length)
      return page
    }
    // A page in the middle of a list is rarely requested again, and what lives for a while is only freed by a full
    // collection.
    if (mayBeKept(page)) kept.mark(target)
    return { ...page, isForOne: true }
  }

  /** The cached page, if it is young enough for a request at that time. */
  function find(target: string, asked: number): Page | undefined {
    const page = kept.get(target)
    if (!page) return undefined
    const age = asked - page.begun
    if (age >= KEPT_MS) return undefined
    // Requests that wait for it later get the error.
    if (age >= RENEWED_MS && !making.has(target)) begin(target).catch(() => {})
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
    return asked - made.begun < KEPT_MS ? made : pageFor(target, asked)
  }

  return {
    async get(target, asking) {
      const answer = await sentAs(await pageFor(target, performance.now()), asking)
      return answer.to(asking)
    },
    ready(target, asking) {
      const page = find(target, performance.now())
      const answer = page && sentAs(page, asking)
      return answer instanceof ReadyAnswer ? answer.to(asking) : undefined
    },
  }
}

/** The address of a page that must not be cached may contain the token of a mailed link. */
const mayBeKept = ({ status, headers }: PreparedPage) =>
  KEPT.has(status) && headers.get('cache-control') !== 'no-store'

/** An unchanged page need not be compressed again. */
function renew(
  former: Page | undefined,
  prepared: PreparedPage,
  { begun, state }: Pick<Page, 'begun' | 'state'>,
): Page {
  const isSame = former?.status === prepared.status && former.body.equals(prepared.body)
  return { ...(isSame ? former : { ...prepared, sent: new Map() }), begun, made: begun, state }
}

function sentAs(page: Page, { acceptEncoding }: Asking): ReadyAnswer | Promise<ReadyAnswer> {
  const encoding = page.body.length < WORTH_COMPRESSING ? undefined : acceptedEncoding(acceptEncoding)
  const found = page.sent.get(encoding)
  if (found) return found
  const packing = pack(page, encoding)
  page.sent.set(encoding, packing)
  packing.then((answer) => page.sent.set(encoding, answer)).catch(() => page.sent.delete(encoding))
  return packing
}

async function pack(
  { status, headers, body, isForOne }: Page,
  encoding: Encoding | undefined,
): Promise<ReadyAnswer> {
  const packed = encoding ? await compress(body, encoding) : body
  if (isForOne && encoding) giveBack(body)
  const tag = hash('sha256', packed, 'base64url').slice(0, 20)
  return new ReadyAnswer(packed, {
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
  // Short buffers are part of Node's shared pool.
  if (buffer.byteLength === byteLength) buffer.transfer(0)
}
