import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeBackupFolder } from '#server/backups/backup-folder.ts'
import { writeManifest } from '#server/backups/manifest.ts'
import { asNobody, canBeNobody } from '#tests/support/nobody.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

it.skipIf(!canBeNobody)('refuses a folder that belongs to another user', () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o777)
  const make = `const { makeBackupFolder } = await import('#server/backups/backup-folder.ts')
    await makeBackupFolder('${folder}').catch(({ constructor, message }) => console.log(constructor.name, message))`
  const { stdout } = asNobody('--input-type=module', '-e', make)
  expect(stdout).toMatch(/^BackupRefused \S+ cannot be made private \(EPERM.*\): name a new folder/)
})

it.skipIf(!existsSync('/proc/self'))('fails at once when the parent cannot contain folders', async () => {
  await expect(makeBackupFolder('/proc/no/backup')).rejects.toThrow(/ENOENT.*mkdir '\/proc\/no'/)
})

it('leaves a file unchanged that a concurrent backup has written', async () => {
  const folder = temporaryFolder()
  const { write, discard } = await makeBackupFolder(folder)
  const theirs = join(folder, 'jobs.jsonl')
  writeFileSync(theirs, 'theirs')
  await expect(write('jobs.jsonl', ['ours'])).rejects.toThrow(/EEXIST/)
  await discard()
  expect(readFileSync(theirs, 'utf8')).toBe('theirs')
})

it('leaves no partial manifest when it cannot be written', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'manifest.json'))
  const manifest = { madeAt: '2026-01-01T00:00:00Z', migrations: [], rows: {}, files: {} }
  await expect(writeManifest(folder, manifest)).rejects.toThrow()
  expect(readdirSync(folder)).toEqual(['manifest.json'])
})
