import type { FrontDoor } from '#tests/support/front-door.ts'

/** What is counted, noted in passing, or the machinery's own, and so differs between two equal calls. */
const PASSING = ['rate_limits', 'idempotency_keys', 'migrations', 'counts']
const NOTED = ['last_seen_at', 'updated_at', 'expires_at', 'window_start']

/** How to read every row of the shop, as text. */
export async function rowReader(shop: FrontDoor): Promise<() => Promise<Set<string>>> {
  const tables = await shop.sql(
    `select table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema = 'public' and table_name <> all($1)`,
    [PASSING],
  )
  const each = tables.map(
    ({ name }) => `select '${name} ' || (to_jsonb(t) - '{${NOTED}}'::text[])::text as row from "${name}" t`,
  )
  return async () => new Set((await shop.sql(each.join(' union all '))).map(({ row }) => row))
}

/** The rows that a call made, changed (as they are now) or removed, without what is another at each time. */
export function changesBetween(before: Set<string>, after: Set<string>): string[] {
  const made = [...after].filter((row) => !before.has(row)).map((row) => `+ ${row}`)
  const gone = [...before].filter((row) => !after.has(row)).map((row) => `- ${row}`)
  return [...made, ...gone].map(withoutChance).sort()
}

/** Ids, times, hashes, tokens and made-up addresses are replaced by what they are. */
export function withoutChance(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)?/g, 'time')
    .replaceAll(/(canary|person)-[\w-]+@example\.com/g, 'somebody@example.com')
    .replaceAll(/Person \d+/g, 'Somebody')
    .replaceAll(/10\.\d+\.\d+\.\d+/g, 'address')
    .replaceAll(/\$argon2[^"]+/g, 'hash')
    .replaceAll(/\b(pi|pm|ch|evt|re|req)_\w+/g, '$1')
    .replaceAll(/"(created|at)": \d+/g, '"$1": time')
    .replaceAll(/(?<=[" ])[\w-]{24,}(?:\.[\w-]+)*/g, 'random')
    .replaceAll(/[0-9a-f]{32}/g, 'hex')
}
