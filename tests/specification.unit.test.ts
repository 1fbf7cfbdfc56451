import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findFaults } from './specification/find-faults.ts'
import { numbersIn, readDecisions, readSpecification, titlesIn } from './specification/read-specification.ts'

const DECISIONS = 'docs/decisions/0010-where-the-specification-is-improved.md'
const readFile = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

describe('docs/specification.md', () => {
  it('numbers every statement and backs it by existing tests or decisions', () => {
    const specification = readSpecification()
    expect(specification.statements.length).toBeGreaterThan(300)
    expect(findFaults(specification, readDecisions(readFile(DECISIONS) ?? ''), readFile)).toEqual([])
  })
})

const FILES: Record<string, string> = {
  'tests/walk.test.ts': "await holds('1.1 1.3', async () => {})",
  'tests/one.test.ts': "test('an order\\'s price holds', async () => {})",
}
const ROWS = [
  '| 1.1 | The heading says `Orders`. | walk |',
  '| 1.2 | The price holds. | one, D1 |',
  '| 1.3 | There is a list. | walk |',
  '| 2.1 | How it looks is left open. | D2 |',
]
const NAMES = ['| walk | `tests/walk.test.ts` |', "| one | `tests/one.test.ts` › an order's price holds |"]
const faultsOf = (rows: string[], names = NAMES, decisions = ['D1', 'D2']) =>
  findFaults(readSpecification([...rows, ...names].join('\n')), decisions, (path) => FILES[path])
const withRow = (index: number, row: string) => ROWS.map((other, place) => (place === index ? row : other))

describe('the check', () => {
  it('finds no fault in a consistent specification', () => {
    expect(faultsOf(ROWS)).toEqual([])
  })

  it.each([
    [
      'a statement without tests or decisions',
      withRow(3, '| 2.1 | It is open. | |'),
      ['2.1 is held by nothing.'],
    ],
    ['a gap in the numbers', withRow(3, '| 2.2 | It is open. | D2 |'), ['2.2 stands where 1.4 should.']],
    ['a repeated number', [...ROWS, '| 2.1 | It is open. | D2 |'], ['2.1 stands where 2.2 should.']],
    ['a missing decision', withRow(3, '| 2.1 | It is open. | D9 |'), ['2.1 names D9, which is not there.']],
    [
      'an unknown test name',
      withRow(3, '| 2.1 | It is open. | other |'),
      ['2.1 names other, which is not there.'],
    ],
    [
      'a test that holds fewer or more statements than the page says',
      withRow(0, '| 1.1 | The heading. | D1 |').with(1, '| 1.2 | The price. | one, walk |'),
      [
        '1.2 is not held in tests/walk.test.ts, though it says so.',
        'tests/walk.test.ts holds 1.1, but the page does not say so.',
      ],
    ],
  ])('finds %s', (_what, rows, faults) => {
    expect(faultsOf(rows)).toEqual(faults)
  })

  it.each([
    [
      'a title that no test has',
      "| one | `tests/one.test.ts` › an order's price |",
      ['one: no test in tests/one.test.ts has the title "an order\'s price".'],
    ],
    [
      'a missing file',
      '| one | `tests/gone.test.ts` › any |',
      ['one names tests/gone.test.ts, which is not there.'],
    ],
  ])('finds %s', (_what, name, faults) => {
    expect(faultsOf(ROWS, NAMES.with(1, name))).toEqual(faults)
  })

  it('finds a test name without statements, and a decision out of order', () => {
    expect(
      faultsOf(ROWS, [...NAMES, '| idle | `tests/walk.test.ts` › none |'], ['D1', 'D2', 'D4']),
    ).toContain('idle holds no statement.')
    expect(faultsOf(ROWS, NAMES, ['D1', 'D2', 'D4'])).toEqual(['Decision D4 is out of its order.'])
  })

  it('reads titles in every notation, and numbers only where they come first', () => {
    const source = `it('one', f)\ntest(\n  "two's",\n f)\nit.each([1])('three %s', f)\nit.each([1])(\n\`four\`, f)`
    expect(titlesIn(source)).toEqual(['one', "two's", 'three %s', 'four'])
    expect(numbersIn("holds('2.1 2.12', f); [['3.4', x]]; price: '4.5'; f(x, '1.2')")).toEqual([
      '2.1',
      '2.12',
      '3.4',
    ])
  })
})
