import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Whether a column has one of these values, however many: they are passed as one parameter, since a statement takes at
 * most 65,535.
 */
export const oneOf = (column: PgColumn, values: string[]): SQL =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(column.getSQLType())}[])`
