import type { FrontDoor } from './front-door.ts'

/**
 * What any request may change, even a refused one: counters (for limits, and in lists), when somebody was last active,
 * the audit trail, and the queue's own housekeeping.
 */
export const NOTES = ['rate_limits', 'audit_events', 'counts', 'migrations']
export const NOTED_COLUMNS: Record<string, string[]> = {
  users: ['last_seen_at'],
  sessions: ['updated_at', 'expires_at'],
}

export type Tables = Record<string, string>

/** The query for each shop is kept, since its tables are many and do not change. */
const queries = new WeakMap<FrontDoor, string>()

/** One hash for each table of the shop and of its card sandbox: two are equal if and only if no row differs. */
export async function hashTables(shop: FrontDoor): Promise<Tables> {
  const query = queries.get(shop) ?? (await writeQuery(shop))
  queries.set(shop, query)
  const rows = await shop.sql(query)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** All tables in one query: hashes are read before and after each of many calls. */
async function writeQuery(shop: FrontDoor): Promise<string> {
  const tables = await shop.sql(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema !~ '^(pg_|information_schema$|jobs$)' order by 1, 2`,
  )
  return tables
    .filter(({ name }) => !NOTES.includes(name))
    .map(({ schema, name }) => {
      const without = (NOTED_COLUMNS[name] ?? []).map((column) => ` - '${column}'`).join('')
      return `select '${schema}.${name}' as name,
        md5(coalesce(string_agg(row, e'\\n' order by row), '')) as hash
        from (select (to_jsonb(t)${without})::text as row from "${schema}"."${name}" t) as all_rows`
    })
    .join(' union all ')
}
