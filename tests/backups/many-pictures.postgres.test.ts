import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openBackup, restoreBackup } from '#server/backups/restore-backup.ts'
import { writeBackup } from '#server/backups/write-backup.ts'
import { migrate } from '#server/database/migrate.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { newPlace } from './places.ts'

const MANY = 20

async function placeWithPictures() {
  const place = await newPlace('postgres')
  await migrate(place.pool)
  await place.pool.query(
    `insert into images (id, purpose, width, height, color)
     select md5(n::text), 'product', 320, 240, '#000000' from generate_series(1, ${MANY}) as n`,
  )
  return place
}

/** An image store far away, which has every picture, and the most calls that it had at a time. */
function farStore() {
  let underWay = 0
  const seen = { most: 0 }
  async function call<T>(answer: T): Promise<T> {
    underWay++
    seen.most = Math.max(seen.most, underWay)
    await pause(20)
    underWay--
    return answer
  }
  const imageStore = {
    read: () => call(new Uint8Array([1])),
    save: () => call(undefined),
    remove: () => call(undefined),
  }
  return { imageStore, seen }
}

it('a backup and a restore do not wait for one picture after the other', async () => {
  const folder = join(temporaryFolder(), 'new')
  const [from, to] = [farStore(), farStore()]
  await writeBackup({ ...(await placeWithPictures()), ...from }, { folder })
  const restored = await restoreBackup({ ...(await newPlace('postgres')), ...to }, await openBackup(folder))
  expect(restored.pictures).toBe(MANY)
  expect(from.seen.most).toBeGreaterThan(4)
  expect(to.seen.most).toBeGreaterThan(4)
})

it('a backup and a restore say how far they are', async () => {
  const folder = join(temporaryFolder(), 'new')
  const { imageStore } = farStore()
  const [written, restored]: [string[], string[]] = [[], []]
  await writeBackup(
    { ...(await placeWithPictures()), imageStore },
    { folder, show: (text) => written.push(text) },
  )
  const show = (text: string) => restored.push(text)
  const backup = await openBackup(folder, show)
  await restoreBackup({ ...(await newPlace('postgres')), imageStore }, backup, { show })
  const rows = Object.values(backup.manifest.rows).reduce((sum, n) => sum + n, 0)
  expect(written).toEqual(
    expect.arrayContaining([`Rows: ${rows}`, 'Pictures: 1 of 20', 'Pictures: 20 of 20']),
  )
  const said = ['Files checked: 20 of', 'Picture files: 8 of 20', `Rows: ${rows} of ${rows}`]
  for (const words of said) expect(restored).toContainEqual(expect.stringContaining(words))
})

it('a backup that fails at a picture leaves nothing behind, also of those that it reads meanwhile', async () => {
  const folder = join(temporaryFolder(), 'new')
  const { imageStore } = farStore()
  let left = 3
  const read = () => (--left === 0 ? Promise.reject(new Error('the bucket is away')) : imageStore.read())
  const place = { ...(await placeWithPictures()), imageStore: { ...imageStore, read } }
  await expect(writeBackup(place, { folder })).rejects.toThrow('the bucket is away')
  await pause(100)
  expect(existsSync(folder)).toBe(false)
})
