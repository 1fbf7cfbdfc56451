import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeBackupFolder } from '#server/backups/backup-folder.ts'
import { writeManifest } from '#server/backups/manifest.ts'
import { asNobody, canBeNobody } from '#tests/support/nobody.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

it.skipIf(!canBeNobody)('says so where the folder it is to make is somebody else’s', () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o777)
  const make = `const { makeBackupFolder } = await import('#server/backups/backup-folder.ts')
    await makeBackupFolder('${folder}').catch(({ constructor, message }) => console.log(constructor.name, message))`
  const { stdout } = asNobody('--input-type=module', '-e', make)
  expect(stdout).toMatch(/^BackupRefused \S+ cannot be made private \(EPERM.*\): name a new folder/)
})

it.skipIf(!existsSync('/proc/self'))('says at once that a folder takes no folders', async () => {
  await expect(makeBackupFolder('/proc/no/backup')).rejects.toThrow(/ENOENT.*mkdir '\/proc\/no'/)
})

it('leaves what another backup has written there meanwhile as it is', async () => {
  const folder = temporaryFolder()
  const { write, discard } = await makeBackupFolder(folder)
  const theirs = join(folder, 'jobs.jsonl')
  writeFileSync(theirs, 'theirs')
  await expect(write('jobs.jsonl', ['ours'])).rejects.toThrow(/EEXIST/)
  await discard()
  expect(readFileSync(theirs, 'utf8')).toBe('theirs')
})

it('leaves nothing of a manifest that cannot be written', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'manifest.json'))
  const manifest = { madeAt: '2026-01-01T00:00:00Z', migrations: [], rows: {}, files: {} }
  await expect(writeManifest(folder, manifest)).rejects.toThrow()
  expect(readdirSync(folder)).toEqual(['manifest.json'])
})
