import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const NOBODY = 65_534

/** Only the superuser can become somebody else. */
it.skipIf(process.getuid?.() !== 0)('says so where the folder it is to make is somebody else’s', () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o777)
  const make = `const { makeBackupFolder } = await import('#server/backups/backup-folder.ts')
    await makeBackupFolder('${folder}').catch(({ constructor, message }) => console.log(constructor.name, message))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', make], {
    uid: NOBODY,
    gid: NOBODY,
    encoding: 'utf8',
  })
  expect(stdout).toMatch(
    /^BackupRefused \S+ cannot be kept from others \(EPERM.*\): name a folder that is new/,
  )
})
