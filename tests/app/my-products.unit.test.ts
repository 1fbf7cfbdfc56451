import { expect, it } from 'vitest'
import { CHANGES, describe } from '#app/routes/my-products/changes.ts'
import type { MyProduct } from '#contract/products.ts'

const LAPTOP = {
  name: 'HP ProBook',
  condition: 'Good',
  purchaseYear: '1Y 2M',
  publishedDate: '2026-11-02T12:00:00.000Z',
  currentPrice: 449.5,
  status: 'available',
  orders: 0,
}
const laptop = (more: Partial<MyProduct>) => ({ ...LAPTOP, ...more }) as MyProduct
const WHICH = 'HP ProBook, Good, 1Y 2M used, added Nov 2, 2026, $449.50'

it.each(['sold', 'delete'] as const)('the confirmation of %s says what happens to the orders', (change) => {
  const said = (more: Partial<MyProduct>) => describe(laptop(more), CHANGES[change])
  expect(said({})).toBe(`${WHICH}.`)
  expect(said({ orders: 1 })).toBe(
    `${WHICH}. 1 person has ordered it. They can no longer pay; we will e-mail them.`,
  )
  expect(said({ orders: 3 })).toBe(
    `${WHICH}. 3 people have ordered it. They can no longer pay; we will e-mail them.`,
  )
})

it('the confirmation of a change that sends no mail promises none', () => {
  expect(describe(laptop({ orders: 3 }), CHANGES.boost)).toBe(
    `${WHICH}. 3 people have ordered it. It will be advertised for 14 days; this cannot be ended early.`,
  )
  expect(describe(laptop({ orders: 3, status: 'sold' }), CHANGES.delete)).toBe(
    `${WHICH}. 3 people have ordered it.`,
  )
})

it('the message after boosting an advertised laptop promises no further days', () => {
  const said = (modifiedCount: number) =>
    CHANGES.boost.done(LAPTOP.name, { acknowledged: true, modifiedCount })
  expect(said(1)).toBe('HP ProBook is advertised for 14 days.')
  expect(said(0)).toBe('HP ProBook was already advertised.')
})
