import type { FrontDoor } from '#tests/support/front-door.ts'

/** Counters, incidental notes and internal tables, which differ between two equal calls. */
const PASSING = ['rate_limits', 'idempotency_keys', 'migrations', 'counts']
const NOTED = ['last_seen_at', 'updated_at', 'expires_at', 'window_start']

/** The tests use this year for nothing else, so a date that was sent is recognised by it. */
export const LONG_AGO = '1999-12-31T23:59:59.000Z'

/** Returns a function that reads every row of the shop, as text. */
export async function rowReader(shop: FrontDoor): Promise<() => Promise<Set<string>>> {
  const tables = await shop.sql(
    `select table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema = 'public' and table_name <> all($1)`,
    [PASSING],
  )
  const each = tables.map(
    ({ name }) => `select '${name} ' || (to_jsonb(t) - array(
      select key from jsonb_each_text(to_jsonb(t))
      where key = any('{${NOTED}}') and coalesce(value, '') not like '1999-%'))::text as row from "${name}" t`,
  )
  return async () => new Set((await shop.sql(each.join(' union all '))).map(({ row }) => row))
}

/** The rows that a call made, changed (as they are now) or removed, without the parts that differ each time. */
export function changesBetween(before: Set<string>, after: Set<string>, sent: readonly string[]): string[] {
  const made = [...after].filter((row) => !before.has(row)).map((row) => `+ ${row}`)
  const gone = [...before].filter((row) => !after.has(row)).map((row) => `- ${row}`)
  return [...made, ...gone].map((row) => withoutChance(row, sent)).sort()
}

/**
 * Ids, times, hashes, tokens and made-up addresses are replaced by their kind. Most sent values are of these kinds, and
 * are marked first: an id that was taken from a body is not just any id.
 */
export function withoutChance(text: string, sent: readonly string[] = []): string {
  return sent
    .map(asWritten)
    .filter((value) => withoutChance(value) !== value)
    .reduce((marked, value) => marked.replaceAll(value, 'SENT'), text)
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

/** The part of a time that is the same in all of its formats: an answer ends in `.000Z`, a row in `+00:00`. */
const asWritten = (value: string) => value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d).*$/, '$1')
