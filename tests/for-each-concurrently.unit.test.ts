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

it('after a failure starts no more pieces, and rejects with it once those under way have ended', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const failure = new Error('the third fails')
  const all = forEachConcurrently(PIECES, async (piece) => {
    begun.push(piece)
    if (piece === 2) throw failure
    await new Promise(setImmediate)
    ended.push(piece)
  })
  await expect(all).rejects.toBe(failure)
  const firstOnes = PIECES.slice(0, AT_ONCE)
  expect(begun).toEqual(firstOnes)
  expect(ended).toEqual(firstOnes.filter((piece) => piece !== 2))
})
