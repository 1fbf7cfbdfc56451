import { writeBackup } from './backups/write-backup.ts'
import { abortOnSignal } from './process/abort-on-signal.ts'
import { runCommand } from './process/run-command.ts'
import type { Show } from './process/show-progress.ts'
import { withStores } from './process/with-stores.ts'
import { ConfigError } from './setting-values.ts'

/*
 * `npm run backup -- <folder>`: writes everything that the shop of the current settings holds into a new folder. Prints
 * one line that says what it wrote, or why not, and then exits with code 1; also if the shop itself has lost pictures.
 */

async function run(folder: string | undefined, show: Show): Promise<string> {
  if (!folder) throw new ConfigError('Say where: npm run backup -- <a new folder>')
  const { rows, pictures, jobs, lost } = await withStores({ mustExist: true }, (stores) =>
    abortOnSignal((signal) => writeBackup(stores, { folder, signal, show })),
  )
  const done = `Backed up to ${folder}. Rows: ${rows}, picture files: ${pictures}, mails waiting: ${jobs}.`
  if (lost.length === 0) return done
  process.exitCode = 1
  return `${done} Pictures not in it, as their files are lost: ${lost.length} (${lost.slice(0, 3).join(', ')}).`
}

await runCommand(run)
