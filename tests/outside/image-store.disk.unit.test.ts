import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDiskImageStore } from '#server/outside/image-store.disk.ts'
import { ImageStoreUnavailable } from '#server/outside/image-store.ts'
import { listPictureFiles } from '#tests/support/picture-files.ts'
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
    expect(listPictureFiles(folder)).toEqual(['a-1.webp', 'a-2.webp', 'a-3.webp'])
  })

  test('leaves no temporary or partial file when a save fails', async () => {
    const folder = temporaryFolder()
    // A folder with that name makes the rename fail, after the bytes were written.
    mkdirSync(join(folder, 'a-1.webp'))
    writeFileSync(join(folder, 'a-1.webp', 'inside'), '')
    const store = createDiskImageStore(folder)
    await expect(store.save('a-1.webp', bytes)).rejects.toThrow()
    expect(listPictureFiles(folder)).toEqual(['a-1.webp'])
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

  test.each([
    ['no folder', () => {}],
    ['an empty folder, on which a disk was mounted', mkdirSync],
  ])('reports unavailable, and leaves it as it is, where there is now %s', async (_what, putInPlace) => {
    const folder = join(temporaryFolder(), 'images')
    const saver = createDiskImageStore(folder)
    await saver.save('a-1.webp', bytes)
    const reader = createDiskImageStore(folder)
    await reader.read('a-1.webp')
    renameSync(folder, `${folder}-away`)
    putInPlace(folder)
    const before = readdirSync(dirname(folder), { recursive: true })
    for (const each of [saver, reader, createDiskImageStore(folder, { filled: true })]) {
      await expect(each.read('a-1.webp')).rejects.toThrow(/mount its disk/)
      await expect(each.save('b-1.webp', bytes)).rejects.toThrow(ImageStoreUnavailable)
      await expect(each.remove(['a-1.webp'])).rejects.toThrow(ImageStoreUnavailable)
    }
    expect(readdirSync(dirname(folder), { recursive: true })).toEqual(before)
    rmSync(folder, { recursive: true, force: true })
    renameSync(`${folder}-away`, folder)
    expect(await saver.read('a-1.webp')).toEqual(Buffer.from(bytes))
    await saver.save('b-1.webp', bytes)
  })

  test('uses a folder of pictures that has no mark, and still does when the last one is removed', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'a-1.webp'), bytes)
    const store = createDiskImageStore(folder, { filled: true })
    expect(await store.read('b-1.webp')).toBeUndefined()
    await store.remove(['a-1.webp'])
    expect(await store.read('a-1.webp')).toBeUndefined()
    await store.save('b-1.webp', bytes)
    expect(listPictureFiles(folder)).toEqual(['b-1.webp'])
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
