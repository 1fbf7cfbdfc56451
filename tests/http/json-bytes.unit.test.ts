import { expect, it } from 'vitest'
import { JsonText } from '#server/database/json-text.ts'
import { jsonBytes } from '#server/http/json-bytes.ts'

const row = {
  name: 'HP ZBook',
  price: 440.5,
  note: 'a "seller’s" words\n– 😀',
  none: null,
  when: new Date(0),
}

it.each([
  ['an object', row],
  ['no row', []],
  ['one row', [row]],
  ['rows', [row, { name: 'plain' }, ['a', 1], 'text', null, true]],
  ['a string', 'Münze'],
  ['null', null],
])('writes %s as JSON.stringify does', (_what, value) => {
  expect(Buffer.from(jsonBytes(value)).toString()).toBe(JSON.stringify(value))
})

it('writes text that is already JSON unchanged', () => {
  const written = new JsonText(JSON.stringify(row))
  expect(Buffer.from(jsonBytes(written)).toString()).toBe(JSON.stringify(row))
  expect(Buffer.from(jsonBytes([written, row, written])).toString()).toBe(JSON.stringify([row, row, row]))
})

it('writes every byte of its output, even for text that is not well-formed', () => {
  const halves = '"\ud83d x \ude00"'
  expect(Buffer.from(jsonBytes([new JsonText(halves), halves]))).toEqual(
    Buffer.from(`[${halves},${JSON.stringify(halves)}]`),
  )
})

it('writes text of three-byte characters completely, whatever its length', () => {
  for (let length = 25_000; length < 1_000_000; length *= 2) {
    const text = JSON.stringify('’'.repeat(length))
    expect(jsonBytes(new JsonText(text))).toHaveLength(3 * length + 2)
  }
})

it('writes a list longer than any before, then a short one, without overwriting results', () => {
  const rows = Array.from({ length: 400 }, (_, n) => ({ ...row, n, note: '’'.repeat(n) }))
  expect(Buffer.from(jsonBytes(rows)).toString()).toBe(JSON.stringify(rows))
  expect(Buffer.from(jsonBytes([row])).toString()).toBe(JSON.stringify([row]))
  const first = jsonBytes(['kept'])
  jsonBytes(['other'])
  expect(Buffer.from(first).toString()).toBe('["kept"]')
})

it('keeps no more memory than the bytes that it writes', () => {
  expect(jsonBytes([row]).buffer.byteLength).toBe(jsonBytes([row]).length)
})
