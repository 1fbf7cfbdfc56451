import { addressOf } from './path-of.ts'
import { isPublicRead } from './public-reads.ts'
import { type Answer, ReadyAnswer } from './ready-answer.ts'
import { shareNext } from './share-next.ts'
import { createShelf } from './shelf.ts'

/** Advertising ends by itself, at a moment and not by a change. */
const KEPT_MS = 1_000
const MOST_BYTES = 6 * 1024 * 1024

export type Calls = {
  call(request: Request, address: string | undefined): Promise<Answer>
  /** What is kept for an address (path and query) and still holds; undefined where it must be asked for. */
  ready(address: string): Promise<ReadyAnswer | undefined> | undefined
}
type Parts = {
  /** Tells the states of the data apart: see readState. */
  readState: () => Promise<string>
  clock: () => Date
  answer: (request: Request, address: string | undefined) => Response | Promise<Response>
}
/** `answer` is undefined where it was a refusal, which is told to nobody else. */
type Kept = { state: string; since: number; answer: Promise<ReadyAnswer | undefined> }

/** In the place of an answer that was asked for once: there may be millions that nobody asks for again. */
const ONCE: Kept = { state: '', since: Number.NEGATIVE_INFINITY, answer: Promise.resolve(undefined) }
/** What remembering an address takes, as near as need be. */
const BYTES_OF_ONCE = 300

/**
 * Answers calls. What is the same for everyone, and was asked for before, is asked of the database once for each
 * state that its data has.
 * Nobody is answered with anything older than their own asking: the state is read anew for every request, by
 * one reading for all that have come meanwhile.
 */
export function keepAnswers({ readState, clock, answer }: Parts): Calls {
  const readNext = shareNext(readState)
  const kept = createShelf<Kept>({ mostBytes: MOST_BYTES })

  async function makeKept(name: string, state: string, response: Promise<Response>): Promise<Answer> {
    const making = response.then(toReady)
    const entry = { state, since: clock().getTime(), answer: making.catch(() => undefined) }
    kept.put(name, entry, 0)
    const ready = await making
    if (kept.get(name) === entry) {
      if (ready) kept.put(name, entry, ready.body?.byteLength ?? 0)
      else kept.remove(name)
    }
    return ready ?? response
  }

  const isOld = ({ since }: Kept) => Math.abs(clock().getTime() - since) >= KEPT_MS

  return {
    async call(request, address) {
      if (!isPublicRead(request)) return answer(request, address)
      const name = addressOf(request)
      if (!kept.get(name)) {
        kept.put(name, ONCE, BYTES_OF_ONCE)
        return answer(request, address)
      }
      const state = await readNext()
      const found = kept.get(name)
      const ready = found?.state === state && !isOld(found) ? await found.answer : undefined
      return ready ?? makeKept(name, state, Promise.resolve(answer(request, address)))
    },
    ready(address) {
      const found = kept.get(address)
      if (!found || isOld(found)) return undefined
      // Why the state cannot be read is told to whoever asks for the answer itself.
      return readNext().then(
        (state) => (state === found.state ? found.answer : undefined),
        () => undefined,
      )
    },
  }
}

async function toReady(response: Response): Promise<ReadyAnswer | undefined> {
  if (response.status !== 200) return undefined
  const headers = Object.fromEntries(response.headers)
  return new ReadyAnswer(new Uint8Array(await response.arrayBuffer()), { status: 200, headers })
}
