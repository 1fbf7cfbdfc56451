import { openBackup, restoreBackup } from './backups/restore-backup.ts'
import { ConfigError } from './config.ts'
import { abortOnSignal } from './process/abort-on-signal.ts'
import { runCommand } from './process/run-command.ts'
import { withStores } from './process/with-stores.ts'

/*
 * `npm run restore -- <folder>`: brings a backup back into the empty database and the picture store that the
 * settings name. Says in one line what it did, or why not, and then ends with 1.
 */

async function run(folder: string | undefined): Promise<string> {
  if (!folder) throw new ConfigError('Say where from: npm run restore -- <the folder of a backup>')
  // Before there is a database: what is refused leaves none behind.
  const backup = await openBackup(folder)
  const { rows, pictures, jobs } = await withStores({ mustExist: false }, (stores) =>
    abortOnSignal((signal) => restoreBackup(stores, backup, signal)),
  )
  return `Restored from ${folder}. Rows: ${rows}, picture files: ${pictures}, mails that wait: ${jobs}.`
}

await runCommand(run)
