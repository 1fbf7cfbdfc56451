import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openBackup, restoreBackup } from '#server/backups/restore-backup.ts'
import { writeBackup } from '#server/backups/write-backup.ts'
import { queriesOn } from '#server/database/with-transaction.ts'
import { sweepImages } from '#server/images/sweep-images.ts'
import type { ImageStore } from '#server/outside/image-store.ts'
import { plain } from '#tests/images/files.ts'
import { upload } from '#tests/images/upload.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { signUp } from '#tests/support/people.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { newPlace } from './places.ts'

/** When the clean-up finds the pictures of these tests old enough. */
const later = () => new Date(Date.now() + 2 * 24 * 60 * 60_000)

/** A shop with two pictures that nothing uses any more, and a sweep that finds them old enough. */
async function shopToSweep() {
  const shop = await openFrontDoor()
  onTestFinished(() => shop.close())
  const { token } = await signUp(shop, 'seller')
  for (let n = 0; n < 2; n++) await upload(shop, await plain('jpeg', 400, 300), { purpose: 'product', token })
  return { shop, sweep: (imageStore: ImageStore) => sweepImages({ ...shop.deps, imageStore, clock: later }) }
}

/** The store, with something that happens before the first picture is read. */
function beforeCopying(imageStore: ImageStore, happens: () => Promise<unknown>): ImageStore {
  let happened: Promise<unknown> | undefined
  return {
    ...imageStore,
    async read(key) {
      happened ??= happens()
      await happened
      return imageStore.read(key)
    },
  }
}

it('a backup is whole although the clean-up removes pictures before they are copied', async () => {
  const { shop, sweep } = await shopToSweep()
  const imageStore = beforeCopying(shop.deps.imageStore, () => sweep(shop.deps.imageStore))
  const folder = join(temporaryFolder(), 'new')
  const written = await writeBackup({ ...shop.deps, imageStore }, { folder })
  expect(written).toMatchObject({ pictures: 0, lost: [] })
  const restored = await newPlace('postgres')
  await restoreBackup(restored, await openBackup(folder))
  const db = queriesOn(restored.pool)
  // Their rows came back: the next clean-up removes those, too.
  expect(await sweepImages({ ...restored, db, clock: later })).toBe(2)
})

it('a backup does not call pictures lost whose files the clean-up has removed, and not yet the rows', async () => {
  const { shop, sweep } = await shopToSweep()
  const { imageStore } = shop.deps
  const halfSwept = {
    ...imageStore,
    async remove(keys: string[]) {
      await imageStore.remove(keys)
      throw new Error('the bucket is away')
    },
  }
  await expect(sweep(halfSwept)).rejects.toThrow('the bucket is away')
  const written = await writeBackup(shop.deps, { folder: join(temporaryFolder(), 'new') })
  expect(written).toMatchObject({ pictures: 0, lost: [] })
})
