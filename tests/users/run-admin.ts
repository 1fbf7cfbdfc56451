import { runCommand } from '#tests/support/run-command.ts'

/** Runs the command that makes an admin, in a process of its own; what it wrote, and its exit code. */
export const runAdmin = (args: string[], env: Record<string, string>) => runCommand('admin', args, env)

/** What the command adds where whoever signed up has not shown that the e-mail is theirs. */
export const UNPROVEN =
  'Nobody has confirmed this e-mail yet: make sure that the account is theirs, and have them follow the link of the sign-up.'
