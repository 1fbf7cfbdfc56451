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
  /**
   * The answer for everyone at an address (path and query), made anew for all who ask where the data have changed;
   * undefined where it must be called for: it was not asked for before, or what it answers is a refusal.
   */
  ready(address: string): ReadyAnswer | Promise<ReadyAnswer | undefined> | undefined
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
  const answerAnyone = async (address: string) =>
    answer(new Request(`http://shop.internal${address}`), undefined)

  /** Keeps what is being answered, for all who ask for it in this state; not for longer where it is a refusal. */
  function keep(name: string, state: string, response: Promise<Response>): Kept {
    const ready = response.then((whole) => (whole.status === 200 ? ReadyAnswer.of(whole) : undefined))
    const entry = { state, since: clock().getTime(), answer: ready.catch(() => undefined) }
    kept.put(name, entry, 0)
    entry.answer.then((ready) => {
      if (kept.get(name) !== entry) return
      if (ready) kept.put(name, entry, ready.body?.byteLength ?? 0)
      else kept.remove(name)
    })
    return entry
  }

  function find(name: string, state: string): Kept | undefined {
    const found = kept.get(name)
    const isOld = found && Math.abs(clock().getTime() - found.since) >= KEPT_MS
    return found?.state === state && !isOld ? found : undefined
  }

  return {
    async call(request, address) {
      if (!isPublicRead(request)) return answer(request, address)
      const name = addressOf(request)
      if (!kept.get(name)) {
        kept.put(name, ONCE, BYTES_OF_ONCE)
        return answer(request, address)
      }
      const state = await readNext()
      const found = find(name, state)
      const ready = found && (await found.answer)
      if (ready) return ready
      const response = Promise.resolve(answer(request, address))
      return (await keep(name, state, response).answer) ?? response
    },
    ready(address) {
      const known = kept.get(address)
      if (!known || known === ONCE) return undefined
      return readNext().then(
        (state) => (find(address, state) ?? keep(address, state, answerAnyone(address))).answer,
        // Why the state cannot be read is told to whoever asks for the answer itself.
        () => undefined,
      )
    },
  }
}
