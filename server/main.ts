import './process/lean-modules.ts'
import cluster from 'node:cluster'
import { type Config, readConfig } from './config.ts'
import { startEmbedded } from './database/embedded.ts'
import { openWorkers, reportAlive, reportOpen } from './process/open-workers.ts'
import { sayWhereItIsOpen } from './process/say-where-it-is-open.ts'
import { whyNotStarted } from './process/why-not-started.ts'

/*
 * The process: settings, the embedded database if no other is named, the shop, and its end. The shop's modules are
 * loaded while the embedded database starts: together they are most of the time that a start takes. With WORKERS each
 * of them runs this file again.
 */

async function start(config: Config): Promise<() => Promise<void>> {
  const log = { error: (line: string) => void process.stderr.write(`${line}\n`) }
  const [embedded, { openShop }] = await Promise.all([
    config.databaseUrl ? undefined : startEmbedded({ folder: `${config.dataDir}/database`, log }),
    import('./process/open-shop.ts'),
  ])
  const shop = await openShop(config, config.databaseUrl ?? embedded?.url ?? '')
  if (cluster.isWorker) reportOpen(shop)
  else sayWhereItIsOpen(config, shop)
  let closing = false
  void embedded?.exited.then(() => {
    if (closing) return
    process.stderr.write('The embedded database has stopped, so the shop stops too. Start it again.\n')
    process.exit(1)
  })
  return async () => {
    closing = true
    await shop.close()
    await embedded?.stop()
  }
}

async function run(): Promise<void> {
  // The reader of the output may go away, and its disk may be full: that must not end the shop.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  // From the start on: it may wait long for the database, or for a migration.
  if (cluster.isWorker) reportAlive()
  let port: number | undefined
  try {
    const config = await readConfig()
    port = config.port
    const close = config.workers > 1 && cluster.isPrimary ? await openWorkers(config) : await start(config)
    let asked = false
    // SIGHUP comes when the terminal is closed, or from a supervisor.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (asked) return
        asked = true
        close().then(
          () => process.exit(0),
          (error: Error) => {
            process.stderr.write(`Clamshell did not stop cleanly: ${error.message}\n`)
            process.exit(1)
          },
        )
      })
  } catch (error) {
    process.stderr.write(`Clamshell cannot start: ${whyNotStarted(error, port)}\n`)
    process.exit(1)
  }
}

await run()
