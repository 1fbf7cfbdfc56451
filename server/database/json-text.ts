import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** JSON that is written already, and sent as it is; in pieces, where it was put together. */
export class JsonText<T> {
  readonly pieces: readonly string[]

  constructor(...pieces: string[]) {
    this.pieces = pieces
  }

  get text(): string {
    return this.pieces.join('')
  }

  /** What it says. */
  read(): T {
    return JSON.parse(this.text)
  }
}

/** A value that may be written already, or a list whose rows are. */
export type MaybeWritten<T> =
  | T
  | JsonText<T>
  | (T extends readonly (infer Row)[] ? readonly (Row | JsonText<Row>)[] : never)

/** An object with one more field: a list whose rows are written already. */
export function withRows<T extends object, Name extends string, Row>(
  object: T,
  name: Name,
  rows: readonly JsonText<Row>[],
): JsonText<T & Record<Name, Row[]>> {
  const fields = JSON.stringify(object).slice(0, -1)
  return new JsonText(`${fields},${JSON.stringify(name)}:`, ...listPieces(rows), '}')
}

/** A list of what is written already, or of anything else, as the pieces of its JSON. */
export function listPieces(rows: readonly unknown[]): string[] {
  const pieces = ['[']
  for (const row of rows) {
    if (pieces.length > 1) pieces.push(',')
    pieces.push(...piecesOf(row))
  }
  pieces.push(']')
  return pieces
}

/** Whatever it is, as the pieces of its JSON. */
export const piecesOf = (value: unknown): readonly string[] =>
  value instanceof JsonText ? value.pieces : [JSON.stringify(value)]

/** A column, which may be null only where the field may, or SQL that says what it gives. */
type Source<T> =
  | SQL<T>
  | (PgColumn & { _: { data: NonNullable<T>; notNull: null extends T ? boolean : true } })

/** What each field of a shape of the contract is taken from. That a joined row may be missing the types do not know. */
export type FieldsOf<Shape> = { [Name in keyof Shape]: Source<Shape[Name]> }

/**
 * A row as the JSON of a shape of the contract, written by the database: to make objects of what it answers, and JSON
 * of these, took the processor that answers everybody longer than all the rest of a list.
 */
export function jsonOf<Shape>(fields: FieldsOf<Shape>): SQL<JsonText<Shape>> {
  const named = Object.entries<SQLWrapper>(fields).map(
    ([name, value]) => sql`${value} as ${sql.identifier(name)}`,
  )
  // Not json_build_object(), which takes twice as long: it looks at the types anew for every row.
  return sql`(select row_to_json(shape)::text from (select ${sql.join(named, sql`, `)}) as shape)`.mapWith(
    (text: string) => new JsonText<Shape>(text),
  )
}

/**
 * The rows of a sorted subquery, written as JSON, in one value, a line each: JSON has no line break of its own. To take in
 * each row by itself takes this process a good part of its time for a list. A character that does not fit in a byte (’) has
 * the engine keep all rows in two bytes for each, which costs less than that.
 */
export function allRows<Shape>(row: SQL.Aliased<JsonText<Shape>>): SQL<JsonText<Shape>[]> {
  return sql`coalesce(string_agg(${row}, chr(10)), '')`.mapWith((lines: string) =>
    lines === '' ? [] : lines.split('\n').map((line) => new JsonText<Shape>(line)),
  )
}

/** A time as it travels, which is as `toISOString` writes it. */
export const isoTime = (at: SQLWrapper): SQL<string> =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Whole cents as dollars: see dollarsFromCents. */
export const dollars = (cents: SQLWrapper): SQL<number> => sql`${cents} / 100.0::float8`
