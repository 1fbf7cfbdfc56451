import { hash } from 'node:crypto'
import { createBoundedCache } from '../bounded-cache.ts'
import { compress } from '../http/compress.ts'
import { acceptedEncoding, type Encoding } from '../http/encodings.ts'
import { type Asking, ReadyAnswer, WORTH_COMPRESSING } from '../http/ready-answer.ts'
import type { PreparedPage } from './prepare-page.ts'

/** How old a page may be when it is asked for: what changed shows within a second. */
const KEPT_MS = 1000
/** From this age on it is made anew for those to come, while it is still handed out. */
const RENEWED_MS = 500
/** How long a page is kept while the data is unchanged; what ends by the clock shows this much later. */
const SAME_MS = 5_000
/** For all pages together, as they are and compressed. */
const MOST_BYTES = 8 * 1024 * 1024
/** A page that says that something is not there can be as popular as one that is; an error concerns one request. */
const KEPT = new Set([200, 404])
/** What a page takes beside its bytes, as near as need be. */
const PAGE_BYTES = 3_000
/** How many pages that are asked for all the time are made anew at once; further ones wait in line. */
const MOST_RENEWED = 16

type Page = PreparedPage & {
  /** When it was begun: it shows everything that had happened by then. */
  begun: number
  /** When it was last made, and the state of the data before that; undefined where that was not read. */
  made: number
  state: string | undefined
  /** As it is sent, made for the first who takes it so; a promise until then. */
  sent: Map<Encoding | undefined, ReadyAnswer | Promise<ReadyAnswer>>
  /** One alone has asked for it, and nobody else gets it. */
  isForOne?: true
}
/** A page in the making. `shared`: whether another has asked for it too, before or meanwhile. */
type Work = { shared: boolean; page: Promise<Page> }
type Turn = <T>(work: () => Promise<T>) => Promise<T>
type Parts = {
  /** Makes the page for a target: the same for everyone. */
  make: (target: string) => Promise<PreparedPage>
  /** Keep pages that nobody asked for lately from being made all at once: new ones, and those that were kept. */
  takeTurn: Turn
  takeKnownTurn: Turn
  /** Tells the states of the data apart (see database/read-state.ts); without it every page is made anew. */
  readState?: (() => Promise<string>) | undefined
}

export type KeptPages = {
  /** The page for a target (path and query), made if need be. */
  get(target: string, asking: Asking): Promise<ReadyAnswer>
  /** The same where it is ready to be sent: undefined where it must be waited for. */
  ready(target: string, asking: Asking): ReadyAnswer | undefined
}

/**
 * Hands out pages, each made once for all who ask within a second and one at a time, compressed once for as
 * long as it stays the same. Who asks gets a page that was begun at most a second before. Pages that are
 * asked for all the time are made anew at once; all others take turns, so that nobody who makes up targets delays
 * those, or whatever else there is to do.
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
        // From here on nobody joins, so that it is known whether one alone has asked.
        .finally(() => making.delete(target))
        .then((page) => keep(target, page, work.shared)),
    }
    making.set(target, work)
    return work.page
  }

  async function makeAnew(target: string, former: Page | undefined): Promise<Page> {
    const began = performance.now()
    // Without the state the page is made, and whatever keeps it from being read shows there.
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
    // Somebody's place in a list is hardly asked for again, and what lives for a while is collected with all that is old.
    if (mayBeKept(page)) kept.mark(target)
    return { ...page, isForOne: true }
  }

  /** The page as it is kept, if it is young enough for who asked then. */
  function find(target: string, asked: number): Page | undefined {
    const page = kept.get(target)
    if (!page) return undefined
    const age = asked - page.begun
    if (age >= KEPT_MS) return undefined
    // Whoever waits for it later hears why it could not be made.
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
    // Who came when it had been in the making for a second gets the next.
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

/** The address of a page that no cache may keep can hold a mailed link's token. */
const mayBeKept = ({ status, headers }: PreparedPage) =>
  KEPT.has(status) && headers.get('cache-control') !== 'no-store'

/** A page that is as it was needs to be compressed no second time. */
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
 * Gives the memory of bytes back that nobody reads any more. Having outlived their packing they would be freed only when
 * V8 next collects everything, and it would do so the sooner for a hundred kilobytes of each page.
 */
function giveBack({ buffer, byteLength }: Buffer<ArrayBuffer>): void {
  // Short ones lie in one that Node shares out.
  if (buffer.byteLength === byteLength) buffer.transfer(0)
}
