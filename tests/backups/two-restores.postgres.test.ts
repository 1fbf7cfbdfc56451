import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BackupRefused } from '#server/backups/manifest.ts'
import { openBackup, restoreBackup } from '#server/backups/restore-backup.ts'
import { writeBackup } from '#server/backups/write-backup.ts'
import { migrate } from '#server/database/migrate.ts'
import { listPictureFiles } from '#tests/support/picture-files.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { newPlace, type Place } from './places.ts'

const PICTURES = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
const FILES = PICTURES.map((id) => `${id}-320.webp`)

/** A backup with three pictures. */
async function makeBackup() {
  const { pool, imageStore, clock } = await newPlace('postgres')
  await migrate(pool)
  await pool.query(
    `insert into images (id, purpose, width, height, color) select unnest($1::text[]), 'product', 320, 240, '#aabbcc'`,
    [PICTURES],
  )
  for (const file of FILES) await imageStore.save(file, new Uint8Array(200))
  const folder = join(temporaryFolder(), 'backup')
  await writeBackup({ pool, imageStore, clock }, { folder })
  return openBackup(folder)
}

async function expectRestored({ pool, folder }: Place): Promise<void> {
  expect((await pool.query('select id from images order by 1')).rows.map(({ id }) => id)).toEqual(PICTURES)
  expect(listPictureFiles(join(folder, 'images'))).toEqual(FILES)
}

it.each(['postgres', 'embedded'] as const)(
  'of two concurrent restores one is refused, and removes nothing of the other: %s',
  async (engine) => {
    const backup = await makeBackup()
    const place = await newPlace(engine)
    const both = await Promise.allSettled([restoreBackup(place, backup), restoreBackup(place, backup)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both).toContainEqual({ status: 'rejected', reason: expect.any(BackupRefused) })
    await expectRestored(place)
  },
)

it('a restore is refused while another is being rolled back, and complete after that', async () => {
  const backup = await makeBackup()
  const place = await newPlace('postgres')
  const { save, remove } = place.imageStore
  const ending = new AbortController()
  let meanwhile: unknown
  const imageStore = {
    ...place.imageStore,
    save: (key: string, bytes: Uint8Array) => save(key, bytes).then(() => ending.abort(new Error('told to'))),
    async remove(keys: string[]) {
      meanwhile = await restoreBackup(place, backup).catch((error) => error)
      await remove(keys)
    },
  }
  const restoring = restoreBackup({ ...place, imageStore }, backup, { signal: ending.signal })
  await expect(restoring).rejects.toThrow('told to')
  expect(meanwhile).toBeInstanceOf(BackupRefused)
  expect(listPictureFiles(join(place.folder, 'images'))).toEqual([])
  await restoreBackup(place, backup)
  await expectRestored(place)
})
