import { expect, it } from 'vitest'
import { AT_ONCE, forEachConcurrently } from '#server/for-each-concurrently.ts'

const PIECES = Array.from({ length: 3 * AT_ONCE }, (_, at) => at)

it('starts its pieces in order and runs at most AT_ONCE of them at a time', async () => {
  const begun: number[] = []
  let underWay = 0
  let most = 0
  await forEachConcurrently(PIECES, async (piece) => {
    begun.push(piece)
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise(setImmediate)
    underWay -= 1
  })
  expect(begun).toEqual(PIECES)
  expect(most).toBe(AT_ONCE)
})

it('starts no more pieces after a failure, and rejects with that failure', async () => {
  const begun: number[] = []
  const ended: Promise<void>[] = []
  const failure = new Error('the third fails')
  const all = forEachConcurrently(PIECES, (piece) => {
    begun.push(piece)
    const work = piece === 2 ? Promise.reject(failure) : new Promise<void>((end) => setImmediate(end))
    ended.push(work)
    return work
  })
  await expect(all).rejects.toBe(failure)
  await Promise.allSettled(ended)
  await new Promise(setImmediate)
  expect(begun).toEqual(PIECES.slice(0, AT_ONCE))
})
