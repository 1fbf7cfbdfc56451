import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#server/process/free-port.ts'
import { compiled, leanEnvironment, leanFlags, program, root, runtime } from '../paths.mjs'

/** The shop as an operator runs it, in a process of its own. */
export type BenchShop = {
  port: number
  pid: number
  /** From its start to the first answer that it is ready. */
  startMs: number
  process: ChildProcess
  stop(): Promise<void>
}

/** Signs the tokens of the people that the bench signs in. */
export const SECRET = 'a secret of the bench, long enough for it'
const READY_MS = 120_000

type Settings = {
  /** The folder of its pictures and its log. */
  folder: string
  /** Without one it runs as for somebody who tries it out, with the embedded database. */
  databaseUrl?: string
  /** A module that is loaded before the shop's own. The shop then runs unbuilt: the build contains its packages. */
  preload?: URL
}

/** Starts the shop as `npm start` does and waits until it is ready. Its log goes to a file, as if to a disk or pipe. */
export async function startShop({ folder, databaseUrl, preload }: Settings): Promise<BenchShop> {
  const port = await freePort()
  const logFile = join(folder, `shop-${port}.log`)
  const log = openSync(logFile, 'a')
  const endWithParent = new URL('../end-with-parent.mjs', import.meta.url)
  const imports = [endWithParent, ...(preload ? [preload] : [])].flatMap(({ href }) => ['--import', href])
  const began = performance.now()
  const server = spawn(runtime, [...leanFlags, ...imports, preload ? 'server/main.ts' : program], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: compiled,
      ...leanEnvironment,
      PORT: String(port),
      DATA_DIR: folder,
      SECRET,
      // The bench acts as many visitors, whose addresses it sends as a proxy does.
      TRUSTED_PROXIES: '127.0.0.1',
      ...(databaseUrl && { NODE_ENV: 'production', ALLOW_SANDBOX: '1', DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', log, log, 'ipc'],
  })
  const ended = once(server, 'exit')
  const running = () => server.exitCode === null && server.signalCode === null
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.ok
      },
      () => false,
    )
  while (!(await ready())) {
    if (!running() || performance.now() - began > READY_MS)
      throw new Error(`The shop did not become ready:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
    await pause(10)
  }
  return {
    port,
    pid: server.pid ?? 0,
    startMs: performance.now() - began,
    process: server,
    async stop() {
      if (running()) server.kill('SIGTERM')
      await ended
    },
  }
}
