import { expect, it } from 'vitest'
import { createShelf } from '#server/http/shelf.ts'

const on = (shelf: ReturnType<typeof createShelf<string>>, names: string[]) =>
  names.filter((name) => shelf.get(name) !== undefined)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `${from + n}`)

it('keeps what was put on it, until it is taken away or something else stands there', () => {
  const shelf = createShelf<string>({ mostBytes: 100 })
  shelf.put('a', 'one', 10)
  expect(shelf.get('a')).toBe('one')
  shelf.put('a', 'two', 20)
  expect(shelf.get('a')).toBe('two')
  shelf.remove('a')
  expect(shelf.get('a')).toBeUndefined()
  shelf.remove('a')
  expect(shelf.get('nothing')).toBeUndefined()
})

it('has no more on it than has place, and lets go of what nobody asked for', () => {
  const shelf = createShelf<string>({ mostBytes: 100 })
  for (const name of numbers(1, 40)) {
    shelf.put(name, name, 10)
    shelf.get('1')
  }
  expect(shelf.get('1')).toBe('1')
  const kept = on(shelf, numbers(2, 40).reverse())
  expect(kept.length).toBeLessThanOrEqual(9)
  expect(kept.slice(0, 4)).toEqual(['40', '39', '38', '37'])
})

it('keeps for half of its bytes at least what came last', () => {
  const shelf = createShelf<string>({ mostBytes: 100 })
  for (const name of numbers(1, 99)) {
    shelf.put(name, name, 10)
    const last = numbers(Math.max(1, Number(name) - 4), Number(name))
    expect(on(shelf, last)).toEqual(last)
  }
})

it('takes away also what nobody asked for lately', () => {
  const shelf = createShelf<string>({ mostBytes: 100 })
  for (const name of numbers(1, 6)) shelf.put(name, name, 10)
  shelf.remove('1')
  expect(on(shelf, numbers(1, 6))).toEqual(numbers(2, 6))
})

it('has as much place after things were put anew, or taken away, a hundred times', () => {
  const shelf = createShelf<string>({ mostBytes: 100 })
  shelf.put('stays', 'stays', 10)
  for (let n = 0; n < 100; n++) shelf.put('same', 'same', 10)
  for (let n = 0; n < 100; n++) {
    shelf.put('other', 'other', 10)
    shelf.remove('other')
  }
  expect(on(shelf, ['stays', 'same', 'other'])).toEqual(['stays', 'same'])
})

it('counts anew what takes another number of bytes than before', () => {
  const shelf = createShelf<string>({ mostBytes: 100 })
  for (let n = 0; n < 50; n++) shelf.put('same', 'same', n % 2 ? 40 : 1)
  shelf.put('other', 'other', 10)
  expect(on(shelf, ['same', 'other'])).toEqual(['same', 'other'])
  shelf.remove('same')
  for (const name of ['a', 'b', 'c', 'd']) shelf.put(name, name, 10)
  expect(on(shelf, ['other', 'a', 'b', 'c', 'd'])).toHaveLength(5)
})

it('does not keep what would leave no place for anything else', () => {
  const shelf = createShelf<string>({ mostBytes: 100 })
  shelf.put('small', 'small', 10)
  shelf.put('large', 'large', 51)
  expect(on(shelf, ['small', 'large'])).toEqual(['small'])
  shelf.put('small', 'grown', 51)
  expect(shelf.get('small')).toBeUndefined()
})

it('finds a thing among thirty thousand as quickly as among one', () => {
  const timeOf = (names: string[]) => {
    const shelf = createShelf<string>({ mostBytes: 1e9 })
    for (const name of names) shelf.put(name, name, 1)
    const began = performance.now()
    for (let n = 0; n < 100_000; n++) shelf.get('1')
    return performance.now() - began
  }
  const among = (names: string[]) => Math.min(...[1, 2, 3].map(() => timeOf(names)))
  expect(among(numbers(1, 30_000))).toBeLessThan(20 * among(['1']))
})
