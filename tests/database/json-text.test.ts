import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dollarsFromCents } from '#contract/money.ts'
import { allRows, dollars, type FieldsOf, isoTime, jsonOf, withRows } from '#server/database/json-text.ts'
import { brands } from '#server/database/schema.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** One row with these fields, as in a list. */
async function rowOf<Shape>(fields: FieldsOf<Shape>, zone = 'UTC') {
  const client = await database.pool.connect()
  await client.query(`set timezone = '${zone}'`)
  const [found] = await drizzle(client)
    .select({ row: jsonOf<Shape>(fields) })
    .from(brands)
    .limit(1)
  client.release(true)
  if (!found) throw new Error('There is no brand.')
  return found.row
}

it.each([
  'a "quoted" \\ word',
  'two\nlines\tand \u0001\u001f\u007f\u2028',
  'seller’s 😀',
  '</script><!--',
  '',
])('a text is unchanged after its round trip through JSON: %j', async (text) => {
  expect((await rowOf<{ text: string }>({ text: sql`${text}::text` })).read()).toEqual({ text })
})

it('a missing value is null, and fields keep their names and order', async () => {
  const row = await rowOf({ _id: sql`1`, theName: sql`null::text`, 'a "b"': sql`true` })
  expect(row.text).toBe(`{"_id":1,"theName":null,"a \\"b\\"":true}`)
})

it.each([0, 50, 101, 44950, 44901, 1_000_000, 99_999_999])(
  '%i cents become the same dollars as in JavaScript',
  async (cents) => {
    const { text } = await rowOf({ price: dollars(sql`${cents}::int`) })
    expect(text).toBe(JSON.stringify({ price: dollarsFromCents(cents) }))
  },
)

it.each(['UTC', 'Asia/Dhaka', 'America/New_York'])(
  'a time is written in UTC with milliseconds when the time zone of the session is %s',
  async (zone) => {
    for (const time of ['2026-11-21T09:30:00.000Z', '2026-03-08T07:00:00.007Z', '1999-12-31T23:59:59.999Z']) {
      const row = await rowOf({ at: isoTime(sql`${time}::timestamptz(3)`) }, zone)
      expect(row.read()).toEqual({ at: time })
    }
  },
)

it('an object with rows that are already JSON is written as by JSON.stringify', async () => {
  const rows = [await rowOf({ n: sql`1` }), await rowOf({ n: sql`2` })]
  const object = { name: 'seller’s "own"' }
  for (const some of [rows, rows.slice(1), []])
    expect(withRows(object, 'rows', some).text).toBe(
      JSON.stringify({ ...object, rows: some.map((row) => row.read()) }),
    )
})

it('all rows are returned in one value, in order, whatever they contain', async () => {
  const db = drizzle(database.pool)
  const select = (texts: string[]) => {
    const rows = sql`(select * from unnest(${sql.param(texts)}::text[]) with ordinality as t (text, n))`
    const shown = db
      .select({ row: jsonOf<{ text: string }>({ text: sql`t.text` }).as('row') })
      .from(sql`${rows} as t`)
      .orderBy(sql`n desc`)
      .as('shown')
    return db.select({ rows: allRows(shown.row), total: sql<number>`7` }).from(shown)
  }
  const texts = ['first', 'two\nlines\r\n', 'seller’s 😀', '', '\\n']
  const [found] = await select(texts)
  expect(found?.rows.map((row) => row.read().text)).toEqual(texts.toReversed())
  expect(await select([])).toEqual([{ rows: [], total: 7 }])
})
