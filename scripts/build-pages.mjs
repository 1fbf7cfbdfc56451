import { join } from 'node:path'
import { inPackages, root, runtime } from './paths.mjs'
import { runIfChanged } from './run-if-changed.mjs'
import { runQuietly } from './run-quietly.mjs'

/** What the built pages depend on. */
const INPUTS = [
  'app',
  'contract',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/in-ascii.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Builds the pages into build/pages/, unless the build there is of the same files. */
export function buildPages() {
  return runIfChanged(INPUTS, join(root, 'build', 'pages', 'built-from'), () =>
    runQuietly('Building the pages…', runtime, [inPackages('@react-router', 'dev', 'bin.cjs'), 'build'], {
      env: { ...process.env, NODE_ENV: 'production' },
    }),
  )
}
