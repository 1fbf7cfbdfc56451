import { expect, test } from 'vitest'
import { nextLookAtHold, phaseOfHold } from '#app/routes/payment/hold.ts'

const END = '2026-11-21T12:15:00.000Z'
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`)

test.each([
  ['12:00:00.000', 'kept'],
  ['12:12:59.999', 'kept'],
  ['12:13:00.000', 'ending'],
  ['12:14:59.999', 'ending'],
  ['12:15:00.000', 'over'],
  ['13:00:00.000', 'over'],
])('at %s the hold until 12:15 is %s', (time, phase) => {
  expect(phaseOfHold(END, at(time))).toBe(phase)
})

test.each([
  ['when it is about to end', '12:12:55.000', 5_000],
  ['when it ends', '12:14:59.000', 1_000],
  ['after twenty seconds at most, in case the computer slept', '12:00:00.000', 20_000],
  ['never, once it has ended', '12:15:00.000', undefined],
])('the next check of the hold: %s', (_, time, wait) => {
  expect(nextLookAtHold(END, at(time))).toBe(wait)
})
