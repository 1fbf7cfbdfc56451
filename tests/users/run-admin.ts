import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Runs the command that makes an admin, in a process of its own; what it wrote, and its exit code. */
export async function runAdmin(args: string[], env: Record<string, string>) {
  const { PATH, HOME, TMPDIR } = process.env
  const command = spawn(
    process.execPath,
    ['--import', './server/process/lean-modules.ts', 'server/admin.ts', ...args],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH, HOME, TMPDIR, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [out, err, [code]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'exit') as Promise<[number | null]>,
  ])
  return { code, out, err }
}

/** What the command adds where whoever signed up has not shown that the e-mail is theirs. */
export const UNPROVEN =
  'Nobody has confirmed this e-mail yet: make sure that the account is theirs, and have them follow the link of the sign-up.'
