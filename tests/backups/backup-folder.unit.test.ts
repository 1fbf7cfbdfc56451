import { chmodSync, existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeBackupFolder } from '#server/backups/backup-folder.ts'
import { asNobody, canBeNobody } from '#tests/support/nobody.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

it.skipIf(!canBeNobody)('says so where the folder it is to make is somebody else’s', () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o777)
  const make = `const { makeBackupFolder } = await import('#server/backups/backup-folder.ts')
    await makeBackupFolder('${folder}').catch(({ constructor, message }) => console.log(constructor.name, message))`
  const { stdout } = asNobody('--input-type=module', '-e', make)
  expect(stdout).toMatch(
    /^BackupRefused \S+ cannot be kept from others \(EPERM.*\): name a folder that is new/,
  )
})

it.skipIf(!existsSync('/proc/self'))('says at once that a folder takes no folders', async () => {
  await expect(makeBackupFolder('/proc/no/backup')).rejects.toThrow(/ENOENT.*mkdir '\/proc\/no'/)
})
