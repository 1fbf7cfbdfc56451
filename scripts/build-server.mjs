import { join } from 'node:path'
import { inPackages, program, runtime } from './paths.mjs'
import { runIfChanged } from './run-if-changed.mjs'
import { runQuietly } from './run-quietly.mjs'

const CONFIG = 'scripts/build-server/vite.config.ts'
const INPUTS = ['server', 'contract', CONFIG, 'scripts/in-ascii.ts', 'scripts/paths.mjs', 'package-lock.json']

/** Builds the server into `program`, unless the build there is of the same files. */
export function buildServer() {
  return runIfChanged(INPUTS, join(program, '..', 'built-from'), () =>
    runQuietly('Building the server…', runtime, [
      inPackages('vite', 'bin', 'vite.js'),
      'build',
      '--config',
      CONFIG,
    ]),
  )
}
