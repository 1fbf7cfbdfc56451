import { hash } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BackupRefused, writeManifest } from '#server/backups/manifest.ts'
import { openBackup } from '#server/backups/restore-backup.ts'
import { asNobody, canBeNobody } from '#tests/support/nobody.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const EMPTY = { madeAt: '2026-01-01T00:00:00Z', migrations: [], rows: {}, files: {} }

it('reports in one line that DATA_DIR cannot contain the embedded database', async () => {
  const folder = temporaryFolder()
  await writeManifest(folder, EMPTY)
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  expect(await runCommand('restore', [folder], { DATA_DIR: file })).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^The embedded database in \S+ cannot be opened \(EEXIST[^\n]+\): check that its disk is writable and not full\.\n$/,
    ),
  })
})

it.skipIf(!canBeNobody).each(['', 'manifest.json', 'jobs.jsonl'])(
  'reports in one line that a backup exists but is not readable: %s',
  async (kept) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'jobs.jsonl'), '')
    await writeManifest(folder, {
      ...EMPTY,
      files: { 'jobs.jsonl': { bytes: 0, sha256: hash('sha256', '') } },
    })
    for (const name of ['', 'manifest.json', 'jobs.jsonl'])
      chmodSync(join(folder, name), name === kept ? 0o700 : 0o755)
    const { status, stdout, stderr } = asNobody('server/restore.ts', folder)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^It did not work: EACCES: permission denied, open [^\n]+\n$/)
  },
)

it('refuses a backup of a newer version, or of another format', async () => {
  const folder = temporaryFolder()
  for (const [changed, words] of [
    [{ migrations: ['9999-later.sql'] }, /^This backup was made by a newer version of Clamshell: update/],
    [{ format: 2 }, /^This backup was made by another version of Clamshell\.$/],
  ] as const) {
    await writeManifest(folder, { ...EMPTY, ...(changed as object) })
    const opening = openBackup(folder)
    await expect(opening).rejects.toThrow(BackupRefused)
    await expect(opening).rejects.toThrow(words)
  }
})
