import { spawnSync } from 'node:child_process'

/** Runs code that may never end: in a process of its own, which is ended after half a minute. */
export const runApart = (code: string) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', timeout: 30_000 })
