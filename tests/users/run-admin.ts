import { runCommand } from '#tests/support/run-command.ts'

/** Runs the command that makes an admin, in a process of its own; returns its output and exit code. */
export const runAdmin = (args: string[], env: Record<string, string>) => runCommand('admin', args, env)

/** What the command adds if the person has not proven that the e-mail is theirs. */
export const UNPROVEN =
  'This e-mail address is not confirmed yet: make sure that the account is theirs, and have them follow the sign-up link.'
