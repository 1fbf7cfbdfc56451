import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createDiskImageStore } from '#server/outside/image-store.disk.ts'
import { embeddedForTest } from '#tests/database/embedded-for-test.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

export type Place = Awaited<ReturnType<typeof newPlace>>

/** An empty place to restore to: a new database without any table, on either engine, and a folder for pictures. */
export async function newPlace(engine: 'postgres' | 'embedded') {
  const folder = temporaryFolder()
  const imageStore = createDiskImageStore(join(folder, 'images'))
  const shared = { folder, imageStore, log: pino({ level: 'silent' }), clock: () => new Date() }
  if (engine === 'embedded') {
    const { url } = await embeddedForTest(join(folder, 'database'))
    const pool = new pg.Pool({ connectionString: url })
    onTestFinished(() => pool.end())
    return { ...shared, url, pool }
  }
  const { url, pool, close } = await createTestDatabase()
  await pool.query('drop schema public cascade; create schema public')
  onTestFinished(close)
  return { ...shared, url, pool }
}

/**
 * Runs one of the two commands in a process of its own; what it wrote, and its exit code. `meanwhile` may tell it something.
 */
export async function runCommand(
  name: 'backup' | 'restore',
  args: string[],
  env: Record<string, string>,
  meanwhile?: (tell: (signal: NodeJS.Signals) => void) => Promise<void>,
) {
  const { PATH, HOME, TMPDIR } = process.env
  const command = spawn(
    process.execPath,
    ['--import', './server/process/lean-modules.ts', `server/${name}.ts`, ...args],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH, HOME, TMPDIR, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  onTestFinished(() => void command.kill('SIGKILL'))
  const [out, err, [code]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'exit') as Promise<[number | null]>,
    meanwhile?.((signal) => void command.kill(signal)),
  ])
  return { code, out, err }
}
