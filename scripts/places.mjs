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

/**
 * How Node runs the server, so that a process stays near 200 MB. V8 takes as much memory as it may, which is
 * gigabytes; the shop's own objects are 50 MB. So what is young has 16 MB of room, all threads share one heap, since
 * what one of them gave back no other takes, and what has become free at its end goes back to the system: otherwise it
 * keeps as much as was ever taken at once. What is larger than 64 kB, as a page is before it is packed, has memory of
 * its own, which goes back from wherever it stands. What one of V8's compilers has used is given back by the thread
 * that asked for it: another one is so late that what several have used stands there at once. What has grown old is
 * looked through when it has grown by 40 %: in a heap that may not be large V8 does so much more often, which took a
 * quarter of the processor time of pages that are made anew.
 */
export const leanFlags = [
  '--max-semi-space-size=8',
  '--max-old-space-size=512',
  '--heap-growing-percent=40',
  '--no-maglev-destroy-on-background',
]
export const leanEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '65536',
}
