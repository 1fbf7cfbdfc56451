import { expect, test } from 'vitest'
import { links } from '#app/root.tsx'

test('while one works on the pages no font is asked for before the style needs it', () => {
  expect(import.meta.env.DEV).toBe(true)
  expect(links()).not.toContainEqual(expect.objectContaining({ as: 'font' }))
})
