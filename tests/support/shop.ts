import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { program, root } from '../../scripts/paths.mjs'
import { PASSWORD } from './people.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { findSecrets } from './secrets.ts'
import { surroundings } from './surroundings.ts'

/**
 * A running shop: the real server in a process of its own. `log()` is all of its output, `complaints()` its standard
 * error; `stop()` ends it as an operator would and throws if it does not end well.
 */
export type Shop = {
  url: string
  pid: number
  /** Where it keeps its data, unless the settings say otherwise. */
  folder: string
  log(): string
  complaints(): string[]
  stop(): Promise<void>
  /** Ends it as a power cut would; what it has written stays. */
  kill(): void
  /** Tells it to end, and does not wait. */
  tell(signal: NodeJS.Signals): void
  /** Sends a message to the preloaded module, and waits for the reply. */
  say(message: object): Promise<void>
  /** Its exit code or signal, once it has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

type Options = {
  env?: Record<string, string>
  /** A module that is loaded into the server before its own. */
  preload?: URL
  /** Runs it unbuilt, and not built, as users start it. */
  asWritten?: boolean
}

const NAME = 'clamshell-shop-'
const READY_MS = 60_000

/** The settings that only the server may know. */
const secretsOf = (env: Record<string, string>) =>
  Object.entries(env).flatMap(([name, value]) => (/SECRET|PASSWORD/.test(name) && value ? [value] : []))

/** Starts the server on a free port, with an empty data folder and the demonstration data. */
export async function startShop({
  env = {},
  preload: extra,
  asWritten = false,
}: Options = {}): Promise<Shop> {
  removeLeftovers(NAME)
  const folder = mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`))
  const main = asWritten ? join(root, 'server', 'main.ts') : program
  // With this and the channel below, the server ends with the tests, however they end.
  const preload = new URL('../../scripts/end-with-parent.mjs', import.meta.url).href
  const preloads = [preload, ...(extra ? [extra.href] : [])].flatMap((module) => ['--import', module])
  const server = spawn(process.execPath, [...preloads, main], {
    cwd: root,
    env: { ...surroundings(), PORT: '0', DATA_DIR: folder, DEMO: '1', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(server, 'exit').then(([code, signal]) => ({ code, signal }))
  const lines: string[] = []
  const complaints: string[] = []
  const output = createInterface(server.stdout!).on('line', (line) => lines.push(line))
  createInterface(server.stderr!).on('line', (line) => {
    lines.push(line)
    complaints.push(line)
  })
  const log = () => lines.join('\n')
  const stop = async () => {
    if (isRunning(server)) server.kill('SIGTERM')
    const { code, signal } = await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    if (code !== 0) throw new Error(`The shop ended with ${signal ?? `exit code ${code}`}:\n${log()}`)
    if (complaints.length > 0) throw new Error(`The shop wrote to standard error:\n${complaints.join('\n')}`)
    const events = lines.filter((line) => line.startsWith('{')).join('\n')
    const secrets = findSecrets(events, {
      known: [PASSWORD, DEMO_PASSWORD, ...secretsOf(env)],
      personal: true,
    })
    if (secrets.length > 0) throw new Error(`The shop wrote secrets to its log:\n${secrets.join('\n')}`)
  }
  try {
    const url = await address(server, output, log)
    await ready(url, server, log)
    return {
      url,
      pid: server.pid ?? 0,
      folder,
      log,
      complaints: () => [...complaints],
      stop,
      kill: () => void server.kill('SIGKILL'),
      tell: (signal) => void server.kill(signal),
      async say(message) {
        const heard = once(server, 'message')
        server.send(message)
        await heard
      },
      ended,
    }
  } catch (error) {
    server.kill('SIGKILL')
    await stop().catch(() => {})
    throw error
  }
}

/** The server logs its address once it answers there. */
async function address(server: ChildProcess, output: Interface, log: () => string): Promise<string> {
  return new Promise((found, fail) => {
    output.on('line', (line) => {
      const [url] = /http:\/\/localhost:\d+/.exec(line) ?? []
      if (url) found(url)
    })
    server.once('exit', () => fail(new Error(`The shop ended before it answered:\n${log()}`)))
  })
}

async function ready(url: string, server: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (isRunning(server) && Date.now() < deadline) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await pause(50)
  }
  throw new Error(`The shop did not become ready:\n${log()}`)
}

function isRunning(server: ChildProcess): boolean {
  return server.exitCode === null && server.signalCode === null
}
