import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBackup, restoreBackup } from '#server/backups/restore-backup.ts'
import { writeBackup } from '#server/backups/write-backup.ts'
import { migrate } from '#server/database/migrate.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { newPlace, type Place } from './places.ts'

/** More than one batch of reading or writing. */
const MANY = 1_201

const readNames = ({ pool }: Place) =>
  pool.query('select name from users order by id').then(({ rows }) => rows)

it('a backup has every row of a table once, even when they exceed one batch', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool)
  await place.pool.query(
    `insert into users (id, name, email)
     select gen_random_uuid(), 'Person ' || n, n || '@example.com' from generate_series(1, ${MANY}) as n`,
  )
  const folder = join(temporaryFolder(), 'long')
  await writeBackup(place, { folder })
  const backup = await openBackup(folder)
  expect(backup.manifest.rows['public.users']).toBe(MANY)
  const other = await newPlace('postgres')
  await restoreBackup(other, backup)
  expect(await readNames(other)).toEqual(await readNames(place))
})

it('of two concurrent backups into one folder, one succeeds and is complete', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool)
  const folder = join(temporaryFolder(), 'one')
  const both = await Promise.allSettled([writeBackup(place, { folder }), writeBackup(place, { folder })])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await openBackup(folder)
})
