import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { root } from '../../scripts/paths.mjs'
import { surroundings } from './surroundings.ts'

/**
 * Runs a command of the server in a process of its own; returns its output and exit code. `meanwhile` may send it
 * something.
 */
export async function runCommand(
  name: 'admin' | 'backup' | 'restore',
  args: string[],
  env: Record<string, string>,
  meanwhile?: (tell: (signal: NodeJS.Signals) => void) => Promise<void>,
) {
  const command = spawn(
    process.execPath,
    ['--import', './server/process/lean-modules.ts', `server/${name}.ts`, ...args],
    { cwd: root, env: { ...surroundings(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
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
