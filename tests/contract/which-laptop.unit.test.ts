import { expect, it } from 'vitest'
import { whichLaptop } from '#contract/which-laptop.ts'

it.each([
  ['1Y 2M', 'Good, 1Y 2M used, added Nov 2, 2026'],
  ['2021', 'Good, 2021, added Nov 2, 2026'],
  ['2 years used', 'Good, 2 years used, added Nov 2, 2026'],
])('a laptop whose years used are typed as %j is told as “%s”', (purchaseYear, told) =>
  expect(whichLaptop({ condition: 'Good', purchaseYear }, 'Nov 2, 2026')).toBe(told),
)
