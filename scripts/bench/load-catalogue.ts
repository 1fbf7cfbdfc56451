import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { loadDemo } from '#server/demo/load-demo.ts'
import type { ImageStore } from '#server/outside/image-store.ts'

/** Rows per statement: enough that a million takes few statements, few enough to show the progress. */
const BATCH = 20_000

/** One in ten of the reports is undecided. */
const FULL_PAGES_OF_REPORTS = 250

type Step = { title: string; rows: number; sql: string }

/**
 * Fills a migrated database with `size` laptops and a matching number of people, orders, wishes, reports and audit
 * events, all older than those of the demonstration, which is loaded too: so the first pages of every list are those of
 * a real shop, with pictures, and the same at every size. Through plain SQL, with all triggers.
 */
export async function loadCatalogue(
  { pool, imageStore, now }: { pool: pg.Pool; imageStore: ImageStore; now: Date },
  size: number,
  show: (share: number) => void = () => {},
): Promise<void> {
  await loadDemo({ pool, imageStore, now })
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(await readSql('functions'))
    const steps = await listSteps(size)
    const total = steps.reduce((sum, { rows }) => sum + rows, 0)
    let done = 0
    for (const { rows, sql } of steps)
      for (let from = 1; from <= rows; from += BATCH) {
        const to = Math.min(rows, from + BATCH - 1)
        await client.query(sql, [from, to, size, now])
        done += to - from + 1
        show(done / total)
      }
    await client.query('vacuum analyze')
  } finally {
    // The connection is closed, and with it its settings and temporary functions.
    client.release(true)
  }
}

/** In the order of their references. Each statement inserts rows $1 to $2 of a catalogue of $3 laptops at time $4. */
async function listSteps(size: number): Promise<Step[]> {
  const share = (part: number) => Math.max(10, Math.floor(size / part))
  const steps = [
    { title: 'sellers', rows: share(20) },
    { title: 'buyers', rows: share(10) },
    { title: 'accounts', rows: Math.min(1_000, share(10)) },
    { title: 'images', rows: size },
    { title: 'products', rows: size },
    { title: 'orders', rows: Math.floor(size / 10) },
    { title: 'payments', rows: Math.floor(size / 20) },
    { title: 'wishes', rows: Math.floor(size / 5) },
    { title: 'reports', rows: Math.max(FULL_PAGES_OF_REPORTS, Math.floor(size / 200)) },
    { title: 'audit-events', rows: size },
  ]
  return Promise.all(steps.map(async (step) => ({ ...step, sql: await readSql(step.title) })))
}

const readSql = (name: string) => readFile(new URL(`./catalogue/${name}.sql`, import.meta.url), 'utf8')
