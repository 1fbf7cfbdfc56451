import { afterAll, expect, test } from 'vitest'
import { loadDemo } from '#server/demo/load-demo.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const opened: TestDatabase[] = []
afterAll(() => Promise.all(opened.map(({ close }) => close())))

/** Every row of every table that the demonstration fills, without password hashes, which get a new salt each time. */
async function seed(now: Date): Promise<string> {
  const database = await createTestDatabase()
  opened.push(database)
  const imageStore = { save: async () => {}, read: async () => undefined, remove: async () => {} }
  expect(await loadDemo({ pool: database.pool, imageStore, now })).toEqual({ present: true, loaded: true })
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name <> 'migrations' order by 1`,
  )
  const dump: string[] = []
  for (const { name } of tables) {
    const { rows } = await database.pool.query(
      `select to_jsonb(t) - 'password' as row from ${name} t order by 1`,
    )
    dump.push(`${name}: ${rows.length}`, ...rows.map(({ row }) => JSON.stringify(row)))
  }
  return dump.join('\n')
}

/** The first lines that differ between two dumps, side by side. */
function difference(one: string, other: string): string[][] {
  const [left, right] = [one.split('\n'), other.split('\n')]
  return left
    .map((line, at) => [line, right[at] ?? ''])
    .filter(([a, b]) => a !== b)
    .slice(0, 3)
    .map((pair) => pair.map((line) => line.slice(0, 300)))
}

test('two seedings on one day are equal, and on another day only dates and IDs differ', {
  timeout: 60_000,
}, async () => {
  const morning = await seed(new Date('2026-03-04T00:00:01Z'))
  const night = await seed(new Date('2026-03-04T23:59:59Z'))
  expect(morning.length).toBeGreaterThan(400_000)
  expect(difference(night, morning)).toEqual([])

  const nextDay = await seed(new Date('2026-03-05T08:00:00Z'))
  expect(nextDay).not.toBe(morning)
  // Ids begin with their row's time (48 bits), and dates are dates; without both, two days are equal.
  const timeless = (dump: string) =>
    dump
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}(?=-7[0-9a-f]{3}-)/g, 'time')
      .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+\+00:00)?/g, 'time')
      .split('\n')
      .sort()
      .join('\n')
  expect(difference(timeless(nextDay), timeless(morning))).toEqual([])
})

test('without the card sandbox, the demo data has no paid orders and no payments', async () => {
  const { pool } = opened[0]!
  const { rows } = await pool.query(
    `select (select count(*)::int from orders where state = 'paid') as paid, (select count(*)::int from payments) as payments,
            (select count(*)::int from products where status = 'sold') as sold`,
  )
  expect(rows).toEqual([{ paid: 0, payments: 0, sold: 600 }])
})
