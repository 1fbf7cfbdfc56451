import { spawnSync } from 'node:child_process'

const NOBODY = 65_534

/** Runs Node with these arguments as a user who owns nothing. */
export const asNobody = (...args: string[]) =>
  spawnSync(process.execPath, args, { uid: NOBODY, gid: NOBODY, encoding: 'utf8' })

/** Only the superuser can become somebody else, who may not be let into a checkout in the superuser's home. */
export const canBeNobody = process.getuid?.() === 0 && asNobody('-e', 'fs.readdirSync(".")').status === 0
