import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeManifest } from '#server/backups/manifest.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { runCommand } from './places.ts'

it('says in one line that there can be no database in the folder of the shop', async () => {
  const folder = temporaryFolder()
  await writeManifest(folder, { madeAt: '2026-01-01T00:00:00Z', migrations: [], rows: {}, files: {} })
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  expect(await runCommand('restore', [folder], { DATA_DIR: file })).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^The embedded database in \S+ cannot be opened \(ENOTDIR[^\n]+\): see whether its disk is full and may be written\.\n$/,
    ),
  })
})
