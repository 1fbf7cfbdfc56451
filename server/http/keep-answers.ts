import { createBoundedCache } from '../bounded-cache.ts'
import { limitConcurrency } from '../limit-concurrency.ts'
import { coalesceReads } from './coalesce-reads.ts'
import { type PublicReads, READS, type ReadPublic } from './public-reads.ts'
import type { ReadyAnswer } from './ready-answer.ts'

/** Advertising ends at a moment and not by a change of data, so a cached answer lasts no longer than this. */
const KEPT_MS = 1_000
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
type Kept = { state: string; since: number; read: ReadPublic; answer: Promise<ReadyAnswer> }

/** The memory of an answer beside its body, roughly: its target may contain parameters that no call reads. */
const bytesOf = (target: string) => 300 + target.length
/** The body, and its two compressed forms. */
const COPIES = 1.5

/**
 * Caches what anyone may read, by its target (path and query); undefined for everything else. A cached target is read
 * from the database once for each state of the data. Nobody gets data older than their request: the state is read anew
 * for every request, by one read for all requests that have come meanwhile.
 */
export function keepAnswers({ readState, clock, findRead, takeTurn }: Parts) {
  const readNext = coalesceReads(readState)
  const kept = createBoundedCache<Kept>({ mostBytes: MOST_BYTES })
  // Targets that are cached and read again have a queue of their own.
  const takeKnownTurn = limitConcurrency(READS)

  /**
   * Keeps an answer, from the start of its read on, for all who ask in this state; an error only until its read ends.
   */
  function keep(target: string, state: string, read: ReadPublic): Promise<ReadyAnswer> {
    const entry = { state, since: clock().getTime(), read, answer: takeKnownTurn(read) }
    kept.put(target, entry, bytesOf(target))
    entry.answer.then(
      ({ body }) =>
        kept.get(target) === entry && kept.put(target, entry, bytesOf(target) + COPIES * (body?.length ?? 0)),
      () => kept.get(target) === entry && kept.remove(target),
    )
    return entry.answer
  }

  function find(target: string, state: string): Promise<ReadyAnswer> | undefined {
    const found = kept.get(target)
    if (found?.state !== state) return undefined
    const isOld = Math.abs(clock().getTime() - found.since) >= KEPT_MS
    return isOld ? undefined : found.answer
  }

  return function answer(target: string): Promise<ReadyAnswer> | undefined {
    const known = kept.get(target)
    const found = known ? { target, read: known.read } : findRead(target)
    if (!found) return undefined
    // Made-up parameters do not get cache entries of their own.
    if (found.target !== target) return answer(found.target)
    const { read } = found
    if (kept.knows(target))
      return readNext().then((state) => find(target, state) ?? keep(target, state, read))
    kept.mark(target)
    return takeTurn(read)
  }
}
