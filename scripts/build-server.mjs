import { join } from 'node:path'
import { onceFor } from './once-for.mjs'
import { inPackages, program, runtime } from './places.mjs'
import { quietly } from './quietly.mjs'

const CONFIG = 'scripts/build-server/vite.config.ts'
const INPUTS = [
  'server',
  'contract',
  CONFIG,
  'scripts/in-ascii.ts',
  'scripts/places.mjs',
  'package-lock.json',
]

/** Builds the server into `program`, unless the build there is of the same files. */
export function buildServer() {
  return onceFor(INPUTS, join(program, '..', 'built-from'), () =>
    quietly('Building the server…', runtime, [
      inPackages('vite', 'bin', 'vite.js'),
      'build',
      '--config',
      CONFIG,
    ]),
  )
}
