import { expect, test } from 'vitest'
import { CONDITIONS } from '#contract/choices.ts'

test('the percentages of the conditions have a non-breaking space before the sign', () => {
  const spaces = [
    ...Object.values(CONDITIONS)
      .join()
      .matchAll(/\d(.)%/g),
  ].map(([, space]) => space)
  expect(spaces).toEqual(['\u00a0', '\u00a0'])
})
