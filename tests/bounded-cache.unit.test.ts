import { expect, it } from 'vitest'
import { createBoundedCache } from '#server/bounded-cache.ts'

const on = (cache: ReturnType<typeof createBoundedCache<string>>, keys: string[]) =>
  keys.filter((key) => cache.get(key) !== undefined)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `${from + n}`)

it('keeps an entry until it is removed or replaced', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  cache.set('a', 'one', 10)
  expect(cache.get('a')).toBe('one')
  cache.set('a', 'two', 20)
  expect(cache.get('a')).toBe('two')
  cache.delete('a')
  expect(cache.get('a')).toBeUndefined()
  cache.delete('a')
  expect(cache.get('nothing')).toBeUndefined()
})

it('stays within its byte limit, and evicts entries that were not read', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  for (const key of numbers(1, 40)) {
    cache.set(key, key, 10)
    cache.get('1')
  }
  expect(cache.get('1')).toBe('1')
  const kept = on(cache, numbers(2, 40).reverse())
  expect(kept.length).toBeLessThanOrEqual(9)
  expect(kept.slice(0, 4)).toEqual(['40', '39', '38', '37'])
  for (const key of ['a', 'b', 'c']) cache.set(key, key, 50)
  expect(on(cache, ['a', 'b', 'c'])).toEqual(['b', 'c'])
})

it('keeps at least the most recent entries that fit in half of its bytes', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  for (const key of numbers(1, 99)) {
    cache.set(key, key, 10)
    const last = numbers(Math.max(1, Number(key) - 4), Number(key))
    expect(on(cache, last)).toEqual(last)
  }
})

it('removes an entry that has not been read recently, too', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  for (const key of numbers(1, 6)) cache.set(key, key, 10)
  cache.delete('1')
  expect(on(cache, numbers(1, 6))).toEqual(numbers(2, 6))
})

it('has the same capacity after an entry is replaced or removed a hundred times', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  cache.set('stays', 'stays', 10)
  for (let n = 0; n < 100; n++) cache.set('same', 'same', 10)
  for (let n = 0; n < 100; n++) {
    cache.set('other', 'other', 10)
    cache.delete('other')
  }
  expect(on(cache, ['stays', 'same', 'other'])).toEqual(['stays', 'same'])
})

it('counts the new size of an entry that is replaced by one of another size', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  for (let n = 0; n < 50; n++) cache.set('same', 'same', n % 2 ? 40 : 1)
  cache.set('other', 'other', 10)
  expect(on(cache, ['same', 'other'])).toEqual(['same', 'other'])
  cache.delete('same')
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key, 10)
  expect(on(cache, ['other', 'a', 'b', 'c', 'd'])).toHaveLength(5)
})

it('remembers a marked key without a value, and counts it towards its limit', () => {
  const cache = createBoundedCache<string>({ mostBytes: 2_000 })
  expect(cache.has('once')).toBe(false)
  cache.mark('once')
  expect([cache.has('once'), cache.get('once')]).toEqual([true, undefined])
  cache.set('once', 'now a value', 10)
  expect([cache.has('once'), cache.get('once')]).toEqual([true, 'now a value'])
  for (const key of numbers(1, 99)) cache.mark(key)
  expect(numbers(1, 99).filter(cache.has).length).toBeLessThanOrEqual(6)
})

it('does not keep an entry that takes more than half of its bytes', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  cache.set('small', 'small', 10)
  cache.set('large', 'large', 51)
  expect(on(cache, ['small', 'large'])).toEqual(['small'])
  cache.set('small', 'grown', 51)
  expect(cache.get('small')).toBeUndefined()
})

it('a lookup among 30,000 entries takes less than twenty times as long as among one', () => {
  const timeOf = (keys: string[]) => {
    const cache = createBoundedCache<string>({ mostBytes: 1e9 })
    for (const key of keys) cache.set(key, key, 1)
    const began = performance.now()
    for (let n = 0; n < 100_000; n++) cache.get('1')
    return performance.now() - began
  }
  // The minimum of each, measured in turn: other work on the machine only adds time.
  const rounds = numbers(1, 9).map(() => [timeOf(numbers(1, 30_000)), timeOf(['1'])])
  const [many = 0, one = 0] = [0, 1].map((at) => Math.min(...rounds.map((times) => times[at] ?? 0)))
  expect(many).toBeLessThan(20 * one)
})
