import pg from 'pg'
import { expect, test } from 'vitest'
import { addPipeline, openPipeline, pipelineOf } from '#server/database/pipeline.ts'
import { prepared } from '#server/database/prepared.ts'
import * as schema from '#server/database/schema.ts'
import { queriesOn } from '#server/database/with-transaction.ts'

/** A pool that never connects: only the queries built for it are checked. */
const open = () => queriesOn(new pg.Pool())
/** The same with a pipeline, whose connections each have a session of their own. */
function openNamed() {
  const db = open()
  addPipeline(
    db,
    openPipeline({}, () => {}),
  )
  return db
}

/** A query that records the names under which it was prepared, its row limits, and which databases it was built for. */
function noted(name?: string, options?: { pipelined: boolean }) {
  const names: string[] = []
  const limits: string[] = []
  const writtenFor = new Set<unknown>()
  const query = prepared<unknown>(
    (db, limit) => {
      writtenFor.add(db)
      limits.push(/ limit (.*)$/.exec(db.select().from(schema.brands).limit(limit).toSQL().sql)?.[1] ?? '')
      return {
        prepare(given) {
          names.push(given)
          return { execute: async (values) => values }
        },
      }
    },
    name,
    options,
  )
  return { query, names, limits, writtenFor }
}

test('a statement has one name per row limit, and is built once for each', async () => {
  const db = openNamed()
  const { query, names } = noted('laptops')
  for (const limit of [25, 101, 25, 101]) expect(await query(db, { limit, a: 1 })).toEqual({ limit, a: 1 })
  expect(names).toEqual(['laptops_25', 'laptops_101'])
})

test('a statement without a row limit has its plain name', async () => {
  const { query, names } = noted('caller')
  await query(openNamed(), { id: 1 })
  expect(names).toEqual(['caller'])
})

test('four statements cover every row limit from 1 to 101', async () => {
  const db = openNamed()
  const { query, names, limits } = noted('laptops')
  for (let limit = 101; limit >= 1; limit--) await query(db, { limit })
  expect(names).toEqual(['laptops_101', 'laptops_51', 'laptops_25', 'laptops_2'])
  expect(limits).toEqual(['101', '51', '25', '2'])
})

test('a statement without a name has exactly the requested row limit', async () => {
  const { query, limits } = noted()
  for (const limit of [3, 26]) await query(openNamed(), { limit })
  expect(limits).toEqual(['3', '26'])
})

test('a pipelined statement uses the pipeline for every row limit', async () => {
  const db = openNamed()
  const { query, writtenFor } = noted('laptops', { pipelined: true })
  for (let limit = 1; limit <= 101; limit++) await query(db, { limit })
  const isPipeline = (each: unknown) => each === pipelineOf(db)?.db
  expect([...writtenFor].map(isPipeline)).toEqual([true])
})

test('a statement is unnamed without a pipeline, or when no name is given', async () => {
  const shared = noted('laptops')
  await shared.query(open(), { limit: 25 })
  expect(shared.names).toEqual([''])
  const search = noted()
  await search.query(openNamed(), { limit: 25 })
  expect(search.names).toEqual([''])
})

test('the row limit is inlined, and can only be a number', () => {
  const db = open()
  const written: string[] = []
  const query = prepared<unknown>((_db, limit) => {
    written.push(db.select().from(schema.brands).limit(limit).toSQL().sql)
    return { prepare: () => ({ execute: async () => [] }) }
  })
  query(db, { limit: 25 })
  query(db, { limit: '1; drop table users' })
  expect(written[0]).toMatch(/ limit 25$/)
  expect(written[1]).toMatch(/ limit NaN$/)
})
