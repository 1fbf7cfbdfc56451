import { spawnSync } from 'node:child_process'

const NOBODY = 65_534

/** Runs Node with these arguments as a user who owns nothing. */
export const asNobody = (...args: string[]) =>
  spawnSync(process.execPath, args, { uid: NOBODY, gid: NOBODY, encoding: 'utf8' })

/** Only root can switch to another user, who may have no access to a checkout in root's home. */
export const canBeNobody = process.getuid?.() === 0 && asNobody('-e', 'fs.readdirSync(".")').status === 0
