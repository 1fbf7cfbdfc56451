import { expect, it } from 'vitest'
import { purchaseMonths } from '#contract/purchase-months.ts'

it.each([
  ['1Y 2M', 14],
  ['1y2m', 14],
  ['14M', 14],
  ['14 months', 14],
  ['2 years', 24],
  ['1y', 12],
  ['1 yr', 12],
  ['1.5 years', 18],
  ['1,5y', 18],
  ['1.3 years', 16],
  ['1.1 years', 13],
  ['1 year, 2 months', 14],
  ['2 Years and 1 month', 25],
  ['3 mos.', 3],
  [' 0M ', 0],
  ['50Y', 600],
])('%j is parsed as %i months', (typed, months) => expect(purchaseMonths(typed)).toBe(months))

it.each([
  '',
  '2',
  '2021',
  '0',
  '-1Y',
  '999Y',
  '50Y 1M',
  'new',
  'Y',
  '1Y 2',
  '1M 2Y',
  '<b>1Y</b>',
  '１Y',
  '1e3M',
])('%j is not parsed', (typed) => expect(purchaseMonths(typed)).toBeNull())
