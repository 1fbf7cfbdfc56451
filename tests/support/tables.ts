import { createHash } from 'node:crypto'
import type { FrontDoor } from './front-door.ts'

/**
 * What any request may touch, refused or not: what is counted against limits, when somebody was last active,
 * the audit trail, and the queue's own housekeeping.
 */
const NOTES = ['rate_limits', 'audit_events', 'migrations']
const NOTED_COLUMNS: Record<string, string[]> = {
  users: ['last_seen_at'],
  sessions: ['updated_at', 'expires_at'],
}

export type Tables = Record<string, string>

/** One hash for each table of the shop and of its card sandbox: two are equal if and only if no row differs. */
export async function hashTables(shop: FrontDoor): Promise<Tables> {
  const tables = await shop.sql(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema !~ '^(pg_|information_schema$|jobs$)' order by 1, 2`,
  )
  const hashes: Tables = {}
  for (const { schema, name } of tables) {
    if (NOTES.includes(name)) continue
    const without = (NOTED_COLUMNS[name] ?? []).map((column) => ` - '${column}'`).join('')
    const [{ rows }] = await shop.sql(
      `select coalesce(string_agg(row, e'\\n' order by row), '') as rows
       from (select (to_jsonb(t)${without})::text as row from "${schema}"."${name}" t) as all_rows`,
    )
    hashes[`${schema}.${name}`] = createHash('sha256').update(rows).digest('hex')
  }
  return hashes
}
