import { expect, it } from 'vitest'
import { createBoundedCache } from '#server/bounded-cache.ts'

const on = (cache: ReturnType<typeof createBoundedCache<string>>, names: string[]) =>
  names.filter((name) => cache.get(name) !== undefined)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `${from + n}`)

it('keeps an entry until it is removed or replaced', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  cache.put('a', 'one', 10)
  expect(cache.get('a')).toBe('one')
  cache.put('a', 'two', 20)
  expect(cache.get('a')).toBe('two')
  cache.remove('a')
  expect(cache.get('a')).toBeUndefined()
  cache.remove('a')
  expect(cache.get('nothing')).toBeUndefined()
})

it('stays within its byte limit, and evicts entries that were not read', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  for (const name of numbers(1, 40)) {
    cache.put(name, name, 10)
    cache.get('1')
  }
  expect(cache.get('1')).toBe('1')
  const kept = on(cache, numbers(2, 40).reverse())
  expect(kept.length).toBeLessThanOrEqual(9)
  expect(kept.slice(0, 4)).toEqual(['40', '39', '38', '37'])
  for (const name of ['a', 'b', 'c']) cache.put(name, name, 50)
  expect(on(cache, ['a', 'b', 'c'])).toEqual(['b', 'c'])
})

it('keeps at least the most recent entries that fit in half of its bytes', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  for (const name of numbers(1, 99)) {
    cache.put(name, name, 10)
    const last = numbers(Math.max(1, Number(name) - 4), Number(name))
    expect(on(cache, last)).toEqual(last)
  }
})

it('removes an entry that has not been read recently, too', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  for (const name of numbers(1, 6)) cache.put(name, name, 10)
  cache.remove('1')
  expect(on(cache, numbers(1, 6))).toEqual(numbers(2, 6))
})

it('has the same capacity after an entry is replaced or removed a hundred times', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  cache.put('stays', 'stays', 10)
  for (let n = 0; n < 100; n++) cache.put('same', 'same', 10)
  for (let n = 0; n < 100; n++) {
    cache.put('other', 'other', 10)
    cache.remove('other')
  }
  expect(on(cache, ['stays', 'same', 'other'])).toEqual(['stays', 'same'])
})

it('counts the new size of an entry that is replaced by one of another size', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  for (let n = 0; n < 50; n++) cache.put('same', 'same', n % 2 ? 40 : 1)
  cache.put('other', 'other', 10)
  expect(on(cache, ['same', 'other'])).toEqual(['same', 'other'])
  cache.remove('same')
  for (const name of ['a', 'b', 'c', 'd']) cache.put(name, name, 10)
  expect(on(cache, ['other', 'a', 'b', 'c', 'd'])).toHaveLength(5)
})

it('remembers a marked name without a value, and counts it towards its limit', () => {
  const cache = createBoundedCache<string>({ mostBytes: 2_000 })
  expect(cache.knows('once')).toBe(false)
  cache.mark('once')
  expect([cache.knows('once'), cache.get('once')]).toEqual([true, undefined])
  cache.put('once', 'now a thing', 10)
  expect([cache.knows('once'), cache.get('once')]).toEqual([true, 'now a thing'])
  for (const name of numbers(1, 99)) cache.mark(name)
  expect(numbers(1, 99).filter(cache.knows).length).toBeLessThanOrEqual(6)
})

it('does not keep an entry that takes more than half of its bytes', () => {
  const cache = createBoundedCache<string>({ mostBytes: 100 })
  cache.put('small', 'small', 10)
  cache.put('large', 'large', 51)
  expect(on(cache, ['small', 'large'])).toEqual(['small'])
  cache.put('small', 'grown', 51)
  expect(cache.get('small')).toBeUndefined()
})

it('a lookup among 30,000 entries takes less than twenty times as long as among one', () => {
  const timeOf = (names: string[]) => {
    const cache = createBoundedCache<string>({ mostBytes: 1e9 })
    for (const name of names) cache.put(name, name, 1)
    const began = performance.now()
    for (let n = 0; n < 100_000; n++) cache.get('1')
    return performance.now() - began
  }
  // The minimum of each, measured in turn: other work on the machine only adds time.
  const rounds = numbers(1, 9).map(() => [timeOf(numbers(1, 30_000)), timeOf(['1'])])
  const [many = 0, one = 0] = [0, 1].map((at) => Math.min(...rounds.map((times) => times[at] ?? 0)))
  expect(many).toBeLessThan(20 * one)
})
