import type { ReadPublic } from './public-reads.ts'
import type { ReadyAnswer } from './ready-answer.ts'
import { shareNext } from './share-next.ts'
import { createShelf } from './shelf.ts'
import { createTurns } from './turns.ts'

/** Advertising ends by itself, at a moment and not by a change. */
const KEPT_MS = 1_000
const MOST_BYTES = 6 * 1024 * 1024
/** Lists that nobody has asked for before. Many may wait, since each holds little memory. */
const UNUSUAL_READS = { atOnce: 24, mostWaiting: 1_000 }

type Parts = {
  /** Tells the states of the data apart: see readState. */
  readState: () => Promise<string>
  clock: () => Date
  /** What reads the answer at an address, where anyone may read it. */
  findRead: (address: string) => ReadPublic | undefined
}
type Kept = { state: string; since: number; read: ReadPublic; answer: Promise<ReadyAnswer> }

/** Marks an address that was asked for once. Its answer is not kept: millions may never be asked for again. */
const ONCE = Symbol('once')
/** What remembering an address takes, as near as need be: it may hold what no call reads. */
const bytesOf = (address: string) => 300 + address.length

/**
 * Answers what anyone may read, by its address (path and query); undefined for everything else. What was asked for
 * before is asked of the database once for each state that its data has.
 * Nobody is answered with anything older than their own asking: the state is read anew for every request, by
 * one reading for all that have come meanwhile.
 */
export function keepAnswers({ readState, clock, findRead }: Parts) {
  const readNext = shareNext(readState)
  const kept = createShelf<Kept | typeof ONCE>({ mostBytes: MOST_BYTES })
  const takeTurn = createTurns(UNUSUAL_READS)

  /** Keeps an answer while it is read and after, for all who ask in this state; a refusal only while it is read. */
  function keep(address: string, state: string, read: ReadPublic): Promise<ReadyAnswer> {
    const entry = { state, since: clock().getTime(), read, answer: read() }
    kept.put(address, entry, bytesOf(address))
    entry.answer.then(
      ({ body }) =>
        kept.get(address) === entry && kept.put(address, entry, bytesOf(address) + (body?.length ?? 0)),
      () => kept.get(address) === entry && kept.remove(address),
    )
    return entry.answer
  }

  function find(address: string, state: string): Promise<ReadyAnswer> | undefined {
    const found = kept.get(address)
    if (!found || found === ONCE || found.state !== state) return undefined
    const isOld = Math.abs(clock().getTime() - found.since) >= KEPT_MS
    return isOld ? undefined : found.answer
  }

  return (address: string): Promise<ReadyAnswer> | undefined => {
    const known = kept.get(address)
    const read = known && known !== ONCE ? known.read : findRead(address)
    if (!read) return undefined
    if (known) return readNext().then((state) => find(address, state) ?? keep(address, state, read))
    kept.put(address, ONCE, bytesOf(address))
    return takeTurn(read)
  }
}
