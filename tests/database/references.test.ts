import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** The tables whose rows the shop deletes while others may refer to them. */
const DELETED = `'{users, orders, images}'::regclass[]`

it('every foreign key to users, orders or images has an index of all its rows', async () => {
  const { rows } = await database.pool.query(
    `select format('%s.%s', conrelid::regclass, attname) as column
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = any (${DELETED}) and not exists (
       select from pg_index where indrelid = conrelid and indkey[0] = attnum
         and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))
     order by 1`,
  )
  expect(rows.map(({ column }) => column)).toEqual([])
})
