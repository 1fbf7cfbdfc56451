import { createBoundedCache } from '../bounded-cache.ts'
import { limitConcurrency } from '../limit-concurrency.ts'
import type { BufferedResponse } from './buffered-response.ts'
import { coalesceReads } from './coalesce-reads.ts'
import { type PublicReads, READS, type ReadPublic } from './public-reads.ts'

/** Advertising ends at a moment and not by a change of data, so a cached response lasts no longer than this. */
const MAX_AGE_MS = 1_000
const MOST_BYTES = 6 * 1024 * 1024

type Parts = {
  /** Identifies the current state of the data: see readState. */
  readState: () => Promise<string>
  clock: () => Date
  /** Finds the read behind a public target, and the target without the parameters that the read ignores. */
  findRead: PublicReads['find']
  /** The queue for lists that nobody has asked for before. */
  takeTurn: PublicReads['takeTurn']
}
type Entry = { state: string; since: number; read: ReadPublic; response: Promise<BufferedResponse> }

/** The memory of a response beside its body, roughly: its target may contain parameters that no call reads. */
const bytesOf = (target: string) => 300 + target.length
/** The body, and its two compressed forms. */
const COPIES = 1.5

/**
 * Caches what anyone may read, by its target (path and query); undefined for everything else. A cached target is read
 * from the database once for each state of the data. Nobody gets data older than their request: the state is read anew
 * for every request, by one read for all requests that have come meanwhile.
 */
export function cachePublicReads({ readState, clock, findRead, takeTurn }: Parts) {
  const readNext = coalesceReads(readState)
  const cache = createBoundedCache<Entry>({ mostBytes: MOST_BYTES })
  // Targets that are cached and read again have a queue of their own.
  const takeCachedTurn = limitConcurrency(READS)

  /**
   * Caches a response, from the start of its read on, for all who ask in this state; an error only until its read ends.
   */
  function store(target: string, state: string, read: ReadPublic): Promise<BufferedResponse> {
    const entry = { state, since: clock().getTime(), read, response: takeCachedTurn(read) }
    cache.set(target, entry, bytesOf(target))
    entry.response.then(
      ({ body }) =>
        cache.get(target) === entry &&
        cache.set(target, entry, bytesOf(target) + COPIES * (body?.length ?? 0)),
      () => cache.get(target) === entry && cache.delete(target),
    )
    return entry.response
  }

  function find(target: string, state: string): Promise<BufferedResponse> | undefined {
    const found = cache.get(target)
    if (found?.state !== state) return undefined
    const isOld = Math.abs(clock().getTime() - found.since) >= MAX_AGE_MS
    return isOld ? undefined : found.response
  }

  return function respond(target: string): Promise<BufferedResponse> | undefined {
    const cached = cache.get(target)
    const found = cached ? { target, read: cached.read } : findRead(target)
    if (!found) return undefined
    // Made-up parameters do not get cache entries of their own.
    if (found.target !== target) return respond(found.target)
    const { read } = found
    if (cache.has(target))
      return readNext().then((state) => find(target, state) ?? store(target, state, read))
    cache.mark(target)
    return takeTurn(read)
  }
}
