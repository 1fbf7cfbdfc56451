import { expect, test } from 'vitest'
import { CONDITIONS } from '#contract/choices.ts'

test('no line ends between a number and its sign where a condition is defined', () => {
  const spaces = [
    ...Object.values(CONDITIONS)
      .join()
      .matchAll(/\d(.)%/g),
  ].map(([, space]) => space)
  expect(spaces).toEqual(['\u00a0', '\u00a0'])
})
