import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDiskImageStore } from '#server/outside/image-store.disk.ts'
import { ImageStoreUnavailable } from '#server/outside/image-store.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const bytes = new Uint8Array([1, 2, 3])

describe('the disk image store', () => {
  test('creates its folder and reads back what was saved', async () => {
    const store = createDiskImageStore(join(temporaryFolder(), 'not', 'there'))
    await store.save('abc-320.webp', bytes)
    expect(await store.read('abc-320.webp')).toEqual(Buffer.from(bytes))
  })

  test('leaves no temporary files after concurrent saves', async () => {
    const folder = temporaryFolder()
    const store = createDiskImageStore(folder)
    await Promise.all([1, 2, 3].map((one) => store.save(`a-${one}.webp`, bytes)))
    expect(readdirSync(folder).sort()).toEqual(['a-1.webp', 'a-2.webp', 'a-3.webp'])
  })

  test('leaves no temporary or partial file when a save fails', async () => {
    const folder = temporaryFolder()
    // A folder with that name makes the rename fail, after the bytes were written.
    mkdirSync(join(folder, 'a-1.webp'))
    writeFileSync(join(folder, 'a-1.webp', 'inside'), '')
    const store = createDiskImageStore(folder)
    await expect(store.save('a-1.webp', bytes)).rejects.toThrow()
    expect(readdirSync(folder)).toEqual(['a-1.webp'])
  })

  test('returns undefined for a missing key, and removes one without an error', async () => {
    const store = createDiskImageStore(temporaryFolder())
    expect(await store.read('a-1.webp')).toBeUndefined()
    await store.save('b-1.webp', bytes)
    await store.remove(['a-1.webp', 'b-1.webp'])
    expect(await store.read('b-1.webp')).toBeUndefined()
  })

  test('throws when a read fails, instead of reporting the picture as missing', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'a-1.webp'))
    await expect(createDiskImageStore(folder).read('a-1.webp')).rejects.toThrow(/EISDIR/)
  })

  test('reports unavailable on save, read and remove when its folder is unusable', async () => {
    const folder = join(temporaryFolder(), 'images')
    writeFileSync(folder, 'a file in its place')
    const store = createDiskImageStore(folder)
    const tries = [
      () => store.save('a-1.webp', bytes),
      () => store.read('a-1.webp'),
      () => store.remove(['a-1.webp']),
    ]
    for (const attempt of tries) await expect(attempt()).rejects.toThrow(ImageStoreUnavailable)
  })

  test('reports unavailable, and makes no folder, in the place of a disk that is gone', async () => {
    const folder = join(temporaryFolder(), 'images')
    const store = createDiskImageStore(folder)
    await store.save('a-1.webp', bytes)
    const opened = createDiskImageStore(folder)
    renameSync(folder, `${folder}-away`)
    for (const each of [store, opened]) {
      await expect(each.read('a-1.webp')).rejects.toThrow(ImageStoreUnavailable)
      await expect(each.save('b-1.webp', bytes)).rejects.toThrow(ImageStoreUnavailable)
    }
    expect(existsSync(folder)).toBe(false)
    renameSync(`${folder}-away`, folder)
    expect(await store.read('a-1.webp')).toEqual(Buffer.from(bytes))
    await store.save('b-1.webp', bytes)
  })

  test.each(['../a.webp', 'a/b.webp', '', '.htaccess', 'a', 'A.webp', 'a\0.webp'])(
    'refuses the key %j',
    async (key) => {
      const store = createDiskImageStore(temporaryFolder())
      await expect(store.save(key, bytes)).rejects.toThrow(/plain lower-case file name/)
      await expect(store.read(key)).rejects.toThrow(/plain lower-case file name/)
      await expect(store.remove([key])).rejects.toThrow(/plain lower-case file name/)
    },
  )
})
