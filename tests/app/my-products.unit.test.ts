import { expect, it } from 'vitest'
import { CHANGES, describe } from '#app/routes/my-products/changes.ts'
import type { MyProduct } from '#contract/products.ts'

const laptop = (more: Partial<MyProduct>) =>
  ({ name: 'HP ProBook', currentPrice: 449.5, status: 'available', orders: 0, ...more }) as MyProduct

it.each(['sold', 'delete'] as const)('says before %s what becomes of the orders', (change) => {
  const said = (more: Partial<MyProduct>) => describe(laptop(more), CHANGES[change])
  expect(said({})).toBe('HP ProBook, $449.50')
  expect(said({ orders: 1 })).toBe(
    'HP ProBook, $449.50. 1 person has ordered it. They can no longer pay, and are told by mail.',
  )
  expect(said({ orders: 3 })).toBe(
    'HP ProBook, $449.50. 3 people have ordered it. They can no longer pay, and are told by mail.',
  )
})

it('promises nobody a mail by a change that sends none', () => {
  expect(describe(laptop({ orders: 3 }), CHANGES.boost)).toBe(
    'HP ProBook, $449.50. 3 people have ordered it. It is advertised for 14 days; this cannot be ended earlier.',
  )
  expect(describe(laptop({ orders: 3, status: 'sold' }), CHANGES.delete)).toBe(
    'HP ProBook, $449.50. 3 people have ordered it.',
  )
})

it('promises no time to a laptop that was advertised already', () => {
  const said = (modifiedCount: number) =>
    CHANGES.boost.done(laptop({}), { acknowledged: true, modifiedCount })
  expect(said(1)).toBe('HP ProBook is advertised for 14 days.')
  expect(said(0)).toBe('HP ProBook was advertised already.')
})
