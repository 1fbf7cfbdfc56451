import { expect, it } from 'vitest'
import { preview } from '#contract/previews.ts'

it('a preview is cut at its maximum length, without splitting a character', () => {
  expect(preview('x'.repeat(120), 120)).toBe('x'.repeat(120))
  expect(preview('x'.repeat(121), 120)).toBe(`${'x'.repeat(120)}…`)
  expect(preview('😀'.repeat(120), 120)).toBe('😀'.repeat(120))
  expect(preview(`x${'😀'.repeat(120)}`, 120)).toBe(`x${'😀'.repeat(119)}…`)
  for (let length = 1; length <= 6; length++) expect(preview('a😀b😀c😀d', length).isWellFormed()).toBe(true)
})
