import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBackup, restoreBackup } from '#server/backups/restore-backup.ts'
import { writeBackup } from '#server/backups/write-backup.ts'
import { migrate } from '#server/database/migrate.ts'
import { createDiskImageStore } from '#server/outside/image-store.disk.ts'
import { plain } from '#tests/images/files.ts'
import { upload } from '#tests/images/upload.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { signUp } from '#tests/support/people.ts'
import { listPictureFiles } from '#tests/support/picture-files.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { newPlace, type Place } from './places.ts'

let shop: FrontDoor
let kept: string
beforeAll(async () => {
  shop = await openFrontDoor()
  const { token } = await signUp(shop, 'seller')
  await upload(shop, await plain('jpeg', 1400, 900), { purpose: 'product', token })
  kept = join(temporaryFolder(afterAll), 'kept')
  await writeBackup(shop.deps, { folder: kept })
})
afterAll(() => shop?.close())

/** Signals a command to end while it waits for a table, then releases the table. */
const whileItWaitsFor =
  ({ pool }: Pick<Place, 'pool'>, table: string, signal: NodeJS.Signals) =>
  async (tell: (signal: NodeJS.Signals) => void) => {
    const holder = await pool.connect()
    await holder.query(`begin; lock table ${table}`)
    const waiting = 'select from pg_locks where relation = $1::regclass and not granted'
    await expect.poll(async () => (await pool.query(waiting, [table])).rowCount).toBe(1)
    tell(signal)
    await holder.query('rollback')
    holder.release()
  }

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)(
  'a backup stopped by %s leaves nothing behind, and exits with the code of the signal',
  async (signal, code) => {
    const place = await newPlace('postgres')
    await migrate(place.pool)
    const env = { DATABASE_URL: place.url, DATA_DIR: place.folder }
    const told = whileItWaitsFor(place, 'wishlist', signal)
    expect(await runCommand('backup', [join(place.folder, 'new/inner')], env, told)).toEqual({
      code,
      out: '',
      err: `It was told to stop (${signal}) and is not done.\n`,
    })
    expect(readdirSync(place.folder)).toEqual([])
  },
)

it('a restore stopped by SIGTERM leaves no rows and pictures, and can be repeated', async () => {
  const place = await newPlace('postgres')
  await migrate(place.pool)
  const env = { DATABASE_URL: place.url, DATA_DIR: place.folder }
  const told = whileItWaitsFor(place, 'brands', 'SIGTERM')
  expect(await runCommand('restore', [kept], env, told)).toMatchObject({ code: 143, out: '' })
  expect(listPictureFiles(join(place.folder, 'images'))).toEqual([])
  await restoreBackup(place, await openBackup(kept))
})

it.each(['a backup', 'a restore'])('%s that is aborted ends at the next file and is undone', async (what) => {
  const ending = new AbortController()
  const folder = join(temporaryFolder(), 'images')
  const store = what === 'a backup' ? shop.deps.imageStore : createDiskImageStore(folder)
  const endAfter = <T>(done: T) => {
    ending.abort(new Error('told to'))
    return done
  }
  const imageStore = {
    ...store,
    read: (key: string) => store.read(key).then(what === 'a backup' ? endAfter : (found) => found),
    save: (key: string, bytes: Uint8Array) => store.save(key, bytes).then(endAfter),
  }
  const target = join(temporaryFolder(), 'new')
  const working =
    what === 'a backup'
      ? writeBackup({ ...shop.deps, imageStore }, { folder: target, signal: ending.signal })
      : restoreBackup({ ...(await newPlace('postgres')), imageStore }, await openBackup(kept), {
          signal: ending.signal,
        })
  await expect(working).rejects.toThrow('told to')
  expect([existsSync(target), existsSync(folder) ? listPictureFiles(folder) : []]).toEqual([false, []])
})
