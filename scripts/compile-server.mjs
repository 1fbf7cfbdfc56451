import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onceFor } from './once-for.mjs'
import { compiled, leanFlags, runtime } from './places.mjs'
import { quietly } from './quietly.mjs'

const INPUTS = ['server', 'contract', 'scripts/places.mjs', 'package-lock.json']

/** The modules of the server that lead to all others: the process, and what it loads when it is needed. */
export const entries = [
  'main',
  'process/open-shop',
  'demo/load-demo',
  'images/sharp',
  'outside/mail.smtp',
  'sign-in/google.better-auth',
]

/**
 * Has Node compile the server's modules into its cache (`compiled`), unless it has for the same files. Otherwise the
 * first start does it, and holds Node's compiler of TypeScript, 10 MB and more, until it ends. A module that cannot be
 * loaded is no failure here: the shop tells of it, if it comes to need it.
 */
export function compileServer() {
  const load = entries.map((name) => `import('./server/${name}.ts')`).join(',')
  const flags = [...leanFlags, '--import', './server/process/lean-modules.ts', '--input-type=module']
  try {
    mkdirSync(compiled, { recursive: true })
    accessSync(compiled, constants.W_OK)
  } catch {
    return // Nothing can be kept here: each start does it anew.
  }
  return onceFor(INPUTS, join(compiled, 'compiled-from'), () =>
    quietly('Compiling the server…', runtime, [...flags, '--eval', `await Promise.allSettled([${load}])`], {
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    }),
  )
}
