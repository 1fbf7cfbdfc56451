import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { prepareDataFolder } from './embedded-data.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import { lockFolder } from './embedded-lock.ts'
import { socketIn, socketUrl } from './embedded-socket.ts'
import { DatabaseUnusable } from './wait-for-database.ts'

/**
 * The process of the embedded database: PGlite behind a socket that speaks PostgreSQL's protocol. Started
 * by startEmbedded() with the folder, the folder of the socket (empty: a loopback port instead) and the
 * parent's pid. It ends when the channel to its parent closes: on stop, and however the parent dies.
 */
const [folder = '', socketFolder = '', parent = ''] = process.argv.slice(2)

/** The message to the parent: where to connect, or in one line why not. */
export type EmbeddedReport = { url: string } | { failure: string }

// A Ctrl-C in the terminal reaches this process too, but its parent still needs it while it drains.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.umask(0o077)
new Worker(new URL('./embedded-watchdog.ts', import.meta.url), { workerData: Number(parent) }).unref()

/** The engine's last output, which says why it failed: the error that it throws does not. */
let lastWords = ''
function onStderr(line: string): boolean {
  lastWords = /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? lastWords
  return false
}

let close = async () => {}
process.once('disconnect', () => {
  close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})

try {
  const lock = lockFolder(folder, Number(parent))
  const data = join(folder, 'data')
  await prepareDataFolder(data)
  const engine = new EmbeddedEngine({ dataDir: data, extensions: { pg_trgm }, onStderr })
  await engine.waitReady
  const server = new PGLiteSocketServer({ db: engine, maxConnections: 100, ...address() })
  await server.start()
  close = async () => {
    await server.stop()
    await engine.close()
    if (socketFolder) rmSync(socketIn(socketFolder), { force: true })
    lock.close()
  }
  report({ url: url(server.getServerConn()) })
} catch (error) {
  report({ failure: error instanceof DatabaseUnusable ? error.message : whyUnusable(error) })
}

/** The engine also throws values that are no Error: for failures of its files, an object with a name and a number. */
function whyUnusable(error: unknown): string {
  const cannot = `The embedded database in ${folder} cannot be opened`
  if (lastWords)
    return `${cannot} (${lastWords}). If its files are damaged, or of another version, use another DATA_DIR and restore a backup.`
  const { message, name, errno } = error as Partial<NodeJS.ErrnoException>
  const why = message || [name, errno].join(' ').trim() || String(error)
  return `${cannot} (${why}): check that its disk is writable and not full.`
}

function address(): { path: string } | { host: string; port: number } {
  if (!socketFolder) return { host: '127.0.0.1', port: 0 }
  const path = socketIn(socketFolder)
  // Only a killed process can have left something there: this process holds the folder's lock.
  rmSync(path, { force: true })
  return { path }
}

function url(address: string): string {
  return socketFolder ? socketUrl(socketFolder) : `postgresql://postgres@${address}/postgres`
}

function report(message: EmbeddedReport): void {
  // Refused once the parent is gone; then the channel has closed and this process is on its way out.
  process.send?.(message, () => 'failure' in message && process.exit(1))
}
