import { expect } from 'vitest'
import { type Database, openDatabase } from '#server/database/open.ts'
import type { FrontDoor } from '#tests/support/front-door.ts'

type Reads = Record<string, { passedOver: number; found: number }>

/**
 * How many rows `work` had the database read of each table, by sequential scan and by index, including reads for
 * references and triggers, which no plan shows. It gets connections of its own, since PostgreSQL's counts of a
 * connection are only certain once it has ended.
 */
export async function readsOf(
  shop: FrontDoor,
  work: (database: Database) => Promise<unknown>,
): Promise<Reads> {
  const url = new URL(shop.deps.pool.options.connectionString ?? '')
  const before = await readCounters(shop)
  const database = openDatabase(url.href, { onIdleError: () => {} })
  await work(database)
  await database.close()
  const open = `select from pg_stat_activity where datname = current_database() and application_name = 'clamshell'`
  await expect.poll(() => shop.sql(open)).toEqual([])
  const after = await readCounters(shop)
  const changed = Object.entries(after).map(([table, { passedOver, found }]) => [
    table,
    {
      passedOver: passedOver - (before[table]?.passedOver ?? 0),
      found: found - (before[table]?.found ?? 0),
    },
  ])
  return Object.fromEntries(changed)
}

async function readCounters(shop: FrontDoor): Promise<Reads> {
  const rows = await shop.sql(
    `select relname, seq_tup_read::int as "passedOver", (
       select sum(idx_tup_read)::int from pg_stat_user_indexes as of_index where of_index.relid = of_table.relid
     ) as found from pg_stat_user_tables as of_table`,
  )
  return Object.fromEntries(rows.map(({ relname, ...read }) => [relname, read]))
}
