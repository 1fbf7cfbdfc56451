import { expect, it } from 'vitest'
import { median, quantile, spread } from '../../scripts/bench/statistics.ts'

it('the median is the middle value, or the mean of the two in the middle, in any order', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([10, 2, 4, 1])).toBe(3)
  expect(median([])).toBeNaN()
})

it('the p99 of a hundred figures is the second largest, that of few is the largest', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => at + 1)
  expect(quantile(hundred, 0.99)).toBe(99)
  expect(quantile(hundred, 0.5)).toBe(50)
  expect(quantile([1, 2, 3], 0.99)).toBe(3)
  expect(quantile([], 0.5)).toBeNaN()
})

it('the spread is the interquartile range relative to the median, so that one outlier is ignored', () => {
  expect(spread([100, 100, 100, 100])).toBe(0)
  expect(spread([1, 100, 100, 100, 9999])).toBe(0)
  expect(spread([80, 90, 100, 110, 1000])).toBeCloseTo(0.2)
})
