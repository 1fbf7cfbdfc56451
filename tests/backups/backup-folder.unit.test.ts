import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const NOBODY = 65_534

const asNobody = (...args: string[]) =>
  spawnSync(process.execPath, args, { uid: NOBODY, gid: NOBODY, encoding: 'utf8' })

/** Only the superuser can become somebody else, who may not be let into a checkout in the superuser's home. */
const canBeNobody = process.getuid?.() === 0 && asNobody('-e', 'fs.readdirSync(".")').status === 0

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
