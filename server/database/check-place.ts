import type pg from 'pg'
import { ConfigError } from '../setting-values.ts'

type Asking = Pick<pg.Pool, 'query'>

export const WHO_OWNS_IT =
  'The role in DATABASE_URL must own the database, or have CREATE on it and on its schema public.'

/** Throws ConfigError where the shop cannot be made in this database, or not as it is to be: before anything is. */
export async function requirePlace(pool: Asking): Promise<void> {
  const { rows } = await pool.query<{ encoding: string; dates: string; isolation: string }>(
    `select current_setting('server_encoding') as encoding, current_setting('DateStyle') as dates,
       current_setting('transaction_isolation') as isolation`,
  )
  const { encoding, dates, isolation } = rows[0] ?? {}
  // Another one lacks letters that people write; SQL_ASCII takes them all, and neither sorts nor searches them.
  if (encoding !== 'UTF8')
    throw new ConfigError(
      `The database in DATABASE_URL has the encoding ${encoding}: make it with encoding 'UTF8' template template0.`,
    )
  // Times come as text, which the driver reads in this form alone.
  if (!dates?.startsWith('ISO'))
    throw new ConfigError(
      `The role in DATABASE_URL reads times as ${dates}, not as ISO: alter role … set DateStyle = ISO.`,
    )
  // Who has waited for a row reads it as it is then: another level refuses that, in the middle of a payment, too.
  if (isolation !== 'read committed')
    throw new ConfigError(
      `The role in DATABASE_URL has transactions ${isolation}, not read committed: alter role … set default_transaction_isolation = 'read committed'.`,
    )
  await requirePublic(pool)
}

/** Throws ConfigError where names without a schema lead elsewhere: a backup looks for the shop's tables in `public`. */
export async function requirePublic(pool: Asking): Promise<void> {
  const { rows } = await pool.query<{ schema: string | null }>('select current_schema() as schema')
  const schema = rows[0]?.schema
  if (schema === 'public') return
  throw new ConfigError(
    schema
      ? `The role in DATABASE_URL must make its tables in the schema public, and search_path leads to ${schema}: alter role … set search_path = public.`
      : `The database has no schema public that the role in DATABASE_URL may use. ${WHO_OWNS_IT}`,
  )
}
