import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { EmbeddedReport } from './embedded-process.ts'
import { socketIn } from './embedded-socket.ts'
import { DatabaseUnusable } from './wait-for-database.ts'

/** How an embedded database's process ended. */
type EmbeddedExit = { code: number | null; signal: NodeJS.Signals | null }

/** A running embedded database: `url` is for `pg`; `exited` resolves when its process has ended, asked or not. */
export type Embedded = {
  url: string
  pid: number | undefined
  stop(): Promise<void>
  exited: Promise<EmbeddedExit>
}

/** Longest path of a Unix socket that every system takes (macOS: 104 bytes with the closing zero). */
const LONGEST_SOCKET_PATH = 100
const STOP_MS = 10_000
/**
 * V8 would compile the engine a second time, to run it faster; that costs more than a shop that is tried out gains by
 * it: half of the processor time of a start, and 100 MB.
 */
const ONE_COMPILER = ['--liftoff-only']

/**
 * Starts the embedded PostgreSQL (PGlite) on `folder`, which is made when missing, in a process of its own
 * that ends with this one, however this one ends. It answers over a Unix socket, or over a loopback port
 * where there are none (Windows; `loopback` asks for it elsewhere). All connections share one session: one
 * transaction runs at a time, `SET` is seen by all and named prepared statements collide. It does not fsync:
 * killing the process loses nothing acknowledged, a power cut may.
 *
 * Throws DatabaseUnusable when the folder is in use by another process or the engine does not start.
 */
export async function startEmbedded({
  folder,
  log,
  loopback = process.platform === 'win32',
}: {
  folder: string
  log: { error(line: string): void }
  loopback?: boolean
}): Promise<Embedded> {
  const home = resolve(folder)
  const fits = Buffer.byteLength(socketIn(home)) <= LONGEST_SOCKET_PATH
  const temporary = loopback || fits ? undefined : mkdtempSync(join(tmpdir(), 'clamshell-'))
  const socketFolder = loopback ? '' : (temporary ?? home)
  const child = fork(
    fileURLToPath(new URL('./embedded-process.ts', import.meta.url)),
    [home, socketFolder, String(process.pid)],
    { execArgv: ONE_COMPILER, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  )
  if (child.stderr) createInterface(child.stderr).on('line', (line) => log.error(line))
  const exited = new Promise<EmbeddedExit>((settle) => {
    const end = (code: EmbeddedExit['code'], signal: EmbeddedExit['signal']) => {
      if (temporary) rmSync(temporary, { recursive: true, force: true })
      settle({ code, signal })
    }
    child.once('exit', end)
    // A child emits `exit` unless it was never started.
    child.on('error', () => child.pid === undefined && end(null, null))
  })
  try {
    return { url: await ready(child, exited), pid: child.pid, exited, stop: () => stop(child, exited) }
  } catch (error) {
    await stop(child, exited)
    throw error
  }
}

async function ready(child: ChildProcess, exited: Promise<EmbeddedExit>): Promise<string> {
  const report = new Promise<EmbeddedReport>((settle, fail) => {
    child.once('error', ({ message }) =>
      fail(new DatabaseUnusable(`The embedded database cannot be started: ${message}.`)),
    )
    child.on('message', (message: EmbeddedReport) => {
      // A process under `node --watch` sends messages of its own.
      if ('url' in message || 'failure' in message) settle(message)
    })
  })
  const ended = exited.then(({ code, signal }) => ({
    failure: `The embedded database ended while starting (${signal ?? `exit code ${code}`}).`,
  }))
  const first = await Promise.race([report, ended])
  if ('failure' in first) throw new DatabaseUnusable(first.failure)
  return first.url
}

async function stop(child: ChildProcess, exited: Promise<EmbeddedExit>): Promise<void> {
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await exited
  clearTimeout(timer)
}
