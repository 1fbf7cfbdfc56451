import type pg from 'pg'
import { ConfigError } from '../setting-values.ts'

type Queryable = Pick<pg.Pool, 'query'>

export const RIGHTS_NEEDED =
  'The role in DATABASE_URL must own the database, or have CREATE on it and on its schema public.'

/** Throws ConfigError, before anything is made, where the shop cannot run in this database, or not correctly. */
export async function requireSuitableDatabase(pool: Queryable): Promise<void> {
  const { rows } = await pool.query<{ encoding: string; dates: string; isolation: string }>(
    `select current_setting('server_encoding') as encoding, current_setting('DateStyle') as dates,
       current_setting('transaction_isolation') as isolation`,
  )
  const { encoding, dates, isolation } = rows[0] ?? {}
  // Other encodings lack letters that people write; SQL_ASCII takes them all, but neither sorts nor searches them.
  if (encoding !== 'UTF8')
    throw new ConfigError(
      `The database in DATABASE_URL has the encoding ${encoding}: make it with encoding 'UTF8' template template0.`,
    )
  // Times come as text, and the driver parses only this form.
  if (!dates?.startsWith('ISO'))
    throw new ConfigError(
      `The role in DATABASE_URL reads times as ${dates}, not as ISO: alter role … set DateStyle = ISO.`,
    )
  // A statement that has waited for a row lock must read the row as it is then. Other levels fail it instead, even in
  // the middle of a payment.
  if (isolation !== 'read committed')
    throw new ConfigError(
      `The role in DATABASE_URL has transactions ${isolation}, not read committed: alter role … set default_transaction_isolation = 'read committed'.`,
    )
  await requirePublicSchema(pool)
}

/** Throws ConfigError where unqualified names do not mean the schema `public`: a backup looks for the tables there. */
export async function requirePublicSchema(pool: Queryable): Promise<void> {
  const { rows } = await pool.query<{ schema: string | null }>('select current_schema() as schema')
  const schema = rows[0]?.schema
  if (schema === 'public') return
  throw new ConfigError(
    schema
      ? `The role in DATABASE_URL must make its tables in the schema public, and search_path leads to ${schema}: alter role … set search_path = public.`
      : `The search_path leads to no schema that the role in DATABASE_URL may use, and must lead to public. ${RIGHTS_NEEDED}`,
  )
}
