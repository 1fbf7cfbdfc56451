import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '#server/make-folder.ts'
import { runApart } from '#tests/support/run-apart.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

it('creates a folder and its missing parents, and returns those it created', () => {
  const outer = join(temporaryFolder(), 'a')
  const inner = join(outer, 'b')
  expect(makeFolder(inner, 0o700)).toEqual([outer, inner])
  expect(statSync(inner).mode & 0o777).toBe(0o700)
  expect(makeFolder(inner)).toEqual([])
})

it('accepts a folder that appears after its check', () => {
  const folder = join(temporaryFolder(), 'a')
  // Its last part, `.`, exists as soon as the one before it is created.
  expect(makeFolder(`${folder}/.`)).toEqual([folder])
})

it.runIf(process.platform === 'linux').each([
  ['the embedded database', 'database/embedded-lock.ts', 'lockFolder(folder, 1)'],
  [
    'the disk image store',
    'outside/image-store.disk.ts',
    `createDiskImageStore(folder).save('a.webp', new Uint8Array(1))`,
  ],
])('%s fails where its folder cannot be created', (_what, file, use) => {
  const code = `const folder = '/proc/shop/data'; await (await import('#server/${file}')).${use}`
  expect(runApart(code).stderr).toMatch(/ENOENT[^\n]+ '\/proc\/shop'/)
})
