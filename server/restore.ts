import { openBackup, restoreBackup } from './backups/restore-backup.ts'
import { abortOnSignal } from './process/abort-on-signal.ts'
import { runCommand } from './process/run-command.ts'
import type { Show } from './process/show-progress.ts'
import { withStores } from './process/with-stores.ts'
import { ConfigError } from './setting-values.ts'

/*
 * `npm run restore -- <folder>`: restores a backup into the empty database and the image store of the current settings.
 * Prints one line that says what it did, or why not, and then exits with code 1.
 */

async function run(folder: string | undefined, show: Show): Promise<string> {
  if (!folder) throw new ConfigError('Say where from: npm run restore -- <the folder of a backup>')
  // Before the database is created: a refused backup leaves none behind.
  const backup = await openBackup(folder, show)
  const { rows, pictures, jobs } = await withStores({ mustExist: false }, (stores) =>
    abortOnSignal((signal) => restoreBackup(stores, backup, { signal, show })),
  )
  return `Restored from ${folder}. Rows: ${rows}, picture files: ${pictures}, mails waiting: ${jobs}.`
}

await runCommand(run)
