import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openBackup, restoreBackup } from '#server/backups/restore-backup.ts'
import { writeBackup } from '#server/backups/write-backup.ts'
import { createS3ImageStore } from '#server/outside/image-store.s3.ts'
import { ImageNotWhole } from '#server/outside/image-store.ts'
import { plain } from '#tests/images/files.ts'
import { upload } from '#tests/images/upload.ts'
import { openBucket, SECRET } from '#tests/outside/bucket.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { signUp } from '#tests/support/people.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { newPlace } from './places.ts'

const KEYS = { bucket: 'pictures', region: 'eu-central-1', accessKeyId: 'AKIA', secretAccessKey: SECRET }

it('a bucket is backed up; a restore replaces truncated pictures, and removes none on failure', async () => {
  const shop = await openFrontDoor()
  onTestFinished(() => shop.close())
  const { token } = await signUp(shop, 'seller')
  await upload(shop, await plain('jpeg', 1400, 900), { purpose: 'product', token })
  const folder = join(temporaryFolder(), 'kept')
  await writeBackup(shop.deps, { folder })

  const { endpoint, files } = await openBucket()
  const imageStore = createS3ImageStore({ endpoint, ...KEYS })
  const filled = { ...(await newPlace('postgres')), imageStore }
  await restoreBackup(filled, await openBackup(folder))
  const whole = new Map(files)
  expect(whole.size).toBeGreaterThan(0)
  const again = join(temporaryFolder(), 'again')
  await writeBackup(filled, { folder: again })
  const { manifest } = await openBackup(folder)
  expect((await openBackup(again)).manifest.files).toMatchObject(
    Object.fromEntries(Object.entries(manifest.files).filter(([name]) => name.startsWith('images/'))),
  )
  const [[path = '', picture = Buffer.of()] = []] = whole
  const halve = () => files.set(path, picture.subarray(0, picture.length / 2))
  halve()
  const half = join(temporaryFolder(), 'half')
  await expect(writeBackup(filled, { folder: half })).rejects.toThrow(ImageNotWhole)
  expect(existsSync(half)).toBe(false)
  await restoreBackup({ ...(await newPlace('postgres')), imageStore }, await openBackup(folder))
  expect(files).toEqual(whole)

  halve()
  let saved = 0
  const save = async (key: string, bytes: Uint8Array) => {
    saved += 1
    if (saved === whole.size) throw new Error('The bucket is full.')
    await imageStore.save(key, bytes)
  }
  const place = { ...(await newPlace('postgres')), imageStore: { ...imageStore, save } }
  await expect(restoreBackup(place, await openBackup(folder))).rejects.toThrow('The bucket is full.')
  expect([...files.keys()]).toEqual([...whole.keys()])
})
