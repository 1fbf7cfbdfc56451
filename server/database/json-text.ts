import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** JSON that is serialised already and sent as it is, possibly in several pieces. */
export class JsonText<T> {
  readonly pieces: readonly string[]

  constructor(...pieces: string[]) {
    this.pieces = pieces
  }

  get text(): string {
    return this.pieces.join('')
  }

  /** The parsed value. */
  read(): T {
    return JSON.parse(this.text)
  }
}

/** A value that may be serialised already, or a list whose rows may be. */
export type MaybeWritten<T> =
  | T
  | JsonText<T>
  | (T extends readonly (infer Row)[] ? readonly (Row | JsonText<Row>)[] : never)

/** An object with one more field: a list whose rows are serialised already. */
export function withRows<T extends object, Name extends string, Row>(
  object: T,
  name: Name,
  rows: readonly JsonText<Row>[],
): JsonText<T & Record<Name, Row[]>> {
  const fields = JSON.stringify(object).slice(0, -1)
  return new JsonText(`${fields},${JSON.stringify(name)}:`, ...listPieces(rows), '}')
}

/** A list, of serialised or other values, as the pieces of its JSON. */
export function listPieces(rows: readonly unknown[]): string[] {
  const pieces = ['[']
  for (const row of rows) {
    if (pieces.length > 1) pieces.push(',')
    pieces.push(...piecesOf(row))
  }
  pieces.push(']')
  return pieces
}

/** Any value, as the pieces of its JSON. */
export const piecesOf = (value: unknown): readonly string[] =>
  value instanceof JsonText ? value.pieces : [JSON.stringify(value)]

/** A column, nullable only if the field is, or SQL that declares its type. */
type Source<T> =
  | SQL<T>
  | (PgColumn & { _: { data: NonNullable<T>; notNull: null extends T ? boolean : true } })

/** The source of each field of a shape. The types do not know that a joined row may be missing. */
export type FieldsOf<Shape> = { [Name in keyof Shape]: Source<Shape[Name]> }

/**
 * A row as the JSON of a shape of the contract, serialised by the database: parsing its rows into objects, and
 * serialising those, took the processor that answers everybody longer than all the rest of a list.
 */
export function jsonOf<Shape>(fields: FieldsOf<Shape>): SQL<JsonText<Shape>> {
  const named = Object.entries<SQLWrapper>(fields).map(
    ([name, value]) => sql`${value} as ${sql.identifier(name)}`,
  )
  // Not json_build_object(), which takes twice as long: it looks up the types again for every row.
  return sql`(select row_to_json(shape)::text from (select ${sql.join(named, sql`, `)}) as shape)`.mapWith(
    (text: string) => new JsonText<Shape>(text),
  )
}

/**
 * The rows of a sorted subquery as JSON, one per line of a single value: JSON itself has no line breaks here. Reading
 * each row by itself is a good part of the time that this process takes for a list. A character outside Latin-1 (’)
 * makes V8 store all rows with two bytes per character, which still costs less than that.
 */
export function allRows<Shape>(row: SQL.Aliased<JsonText<Shape>>): SQL<JsonText<Shape>[]> {
  return sql`coalesce(string_agg(${row}, chr(10)), '')`.mapWith((lines: string) =>
    lines === '' ? [] : lines.split('\n').map((line) => new JsonText<Shape>(line)),
  )
}

/** A time as `toISOString` writes it. */
export const isoTime = (at: SQLWrapper): SQL<string> =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Whole cents as dollars: see dollarsFromCents. */
export const dollars = (cents: SQLWrapper): SQL<number> => sql`${cents} / 100.0::float8`
