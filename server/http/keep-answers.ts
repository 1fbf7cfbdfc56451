import { createBoundedCache } from '../bounded-cache.ts'
import { limitConcurrency } from '../limit-concurrency.ts'
import { coalesceReads } from './coalesce-reads.ts'
import { type PublicReads, READS, type ReadPublic } from './public-reads.ts'
import type { ReadyAnswer } from './ready-answer.ts'

/** Advertising ends by itself, at a moment and not by a change. */
const KEPT_MS = 1_000
const MOST_BYTES = 6 * 1024 * 1024

type Parts = {
  /** Tells the states of the data apart: see readState. */
  readState: () => Promise<string>
  clock: () => Date
  /** What reads the answer to a target, where anyone may read it, and the target without what that does not read. */
  findRead: PublicReads['find']
  /** The line of lists that nobody has asked for before. */
  takeTurn: PublicReads['takeTurn']
}
type Kept = { state: string; since: number; read: ReadPublic; answer: Promise<ReadyAnswer> }

/** What an answer takes beside its body, as near as need be: its target may hold what no call reads. */
const bytesOf = (target: string) => 300 + target.length
/** Its body, and the same compressed in two ways. */
const COPIES = 1.5

/**
 * Answers what anyone may read, by its target (path and query); undefined for everything else. What was asked for
 * before is asked of the database once for each state that its data has.
 * Nobody is answered with anything older than their own asking: the state is read anew for every request, by
 * one reading for all that have come meanwhile.
 */
export function keepAnswers({ readState, clock, findRead, takeTurn }: Parts) {
  const readNext = coalesceReads(readState)
  const kept = createBoundedCache<Kept>({ mostBytes: MOST_BYTES })
  // What is read anew stands in a line of its own.
  const takeKnownTurn = limitConcurrency(READS)

  /** Keeps an answer while it is read and after, for all who ask in this state; a refusal only while it is read. */
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
    // Whoever makes up parameters makes no lists of their own.
    if (found.target !== target) return answer(found.target)
    const { read } = found
    if (kept.knows(target))
      return readNext().then((state) => find(target, state) ?? keep(target, state, read))
    kept.mark(target)
    return takeTurn(read)
  }
}
