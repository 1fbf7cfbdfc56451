import { JsonText } from '../database/json-text.ts'

/**
 * JSON as it is sent. A list is written row by row: one character that does not fit in a byte (’) has the engine keep
 * all that is written with it in two bytes for each, and the whole list then takes three times as long.
 */
export function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  if (!Array.isArray(value)) return Buffer.from(write(value))
  const rows = value.map((row, index) => Buffer.from(`${index ? ',' : '['}${write(row)}`))
  return Buffer.concat([...rows, Buffer.from(rows.length ? ']' : '[]')])
}

const write = (value: unknown): string => (value instanceof JsonText ? value.text : JSON.stringify(value))
