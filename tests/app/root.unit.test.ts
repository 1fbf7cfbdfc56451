import { expect, test } from 'vitest'
import { links } from '#app/root.tsx'

test('fonts are not preloaded in development', () => {
  expect(import.meta.env.DEV).toBe(true)
  expect(links()).not.toContainEqual(expect.objectContaining({ as: 'font' }))
})
