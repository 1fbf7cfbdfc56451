import { expect, it } from 'vitest'
import { laptopFacts } from '#app/ui/laptop-facts.ts'
import type { Product } from '#contract/products.ts'

const LAPTOP = {
  brand: 'hp',
  name: 'HP ProBook',
  condition: 'Good',
  description: '',
  originalPrice: 900,
  currentPrice: 450,
}

it.each([
  { purchaseYear: '1Y 2M', purchaseMonths: 14, told: '<bdi>1Y 2M</bdi> used<' },
  { purchaseYear: '2021', purchaseMonths: null, told: '<bdi>2021</bdi><' },
])('a card tells the years used $purchaseYear as $told', ({ told, ...years }) => {
  const product = { ...LAPTOP, ...years, publishedDate: '2026-11-02T12:00:00.000Z' } as Product
  expect(laptopFacts(product).__html).toContain(told)
})
