import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The Node 24 that comes with the packages and runs everything but these scripts. */
export const runtime = inPackages('node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** A path in node_modules. */
export function inPackages(...parts) {
  return join(root, 'node_modules', ...parts)
}

/** Where what Node makes of the modules is kept: it halves the time of the next start. */
export const compiled = join(root, '.cache', 'compiled')
