import { existsSync } from 'node:fs'
import { writeBackup } from './backups/write-backup.ts'
import { ConfigError, readConfig } from './config.ts'
import { openPlace } from './process/open-place.ts'
import { runCommand } from './process/run-command.ts'
import { untilToldToEnd } from './process/until-told-to-end.ts'

/*
 * `npm run backup -- <folder>`: writes all that the shop holds, whose settings are in the environment, into a new
 * folder. Says in one line what it wrote, or why not, and then ends with 1; also where the shop itself has lost pictures.
 */

async function run(folder: string | undefined): Promise<string> {
  if (!folder) throw new ConfigError('Say where to: npm run backup -- <a new folder>')
  const config = await readConfig(undefined, { makesFiles: false })
  if (!config.databaseUrl && !existsSync(`${config.dataDir}/database`))
    throw new ConfigError(`There is no shop in ${config.dataDir} yet.`)
  const place = await openPlace(config)
  try {
    const { rows, pictures, jobs, lost } = await untilToldToEnd((told) =>
      writeBackup(place, { folder, told }),
    )
    const done = `Backed up to ${folder}. Rows: ${rows}, picture files: ${pictures}, mails that wait: ${jobs}.`
    if (lost.length === 0) return done
    process.exitCode = 1
    return `${done} Pictures with lost files, which are not in it: ${lost.length} (${lost.slice(0, 3).join(', ')}).`
  } finally {
    await place.close()
  }
}

await runCommand(run)
