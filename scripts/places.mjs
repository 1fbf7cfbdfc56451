import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The Node 24 that comes with the packages and runs everything but these scripts. */
export const runtime = inPackages('node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The server as it is built, which the shop is started with. */
export const program = join(root, 'build', 'program', 'main.js')

/** A path in node_modules. */
export function inPackages(...parts) {
  return join(root, 'node_modules', ...parts)
}

/** Where what Node makes of the modules is kept: what runs as it is written then starts in half the time. */
export const compiled = join(root, '.cache', 'compiled')

/**
 * How Node runs the server, so that a process stays below 200 MB. Left alone V8 takes gigabytes; the shop's own objects
 * are 30 MB.
 */
export const leanFlags = [
  // Room for young objects, in MB: V8 would let it grow under load and keep it.
  '--max-semi-space-size=8',
  // Old objects, in MB: without a cap they may take gigabytes.
  '--max-old-space-size=512',
  // How much old objects may grow between full collections. In so small a heap V8 collects far more often, which took a
  // quarter of the processor time of pages that are made anew.
  '--heap-growing-percent=35',
  // Where objects were seen to live V8 makes the next ones old at once. In so small a heap three of ten processes changed
  // their mind for as long as pages were made, and compiled what makes them again each time.
  '--no-allocation-site-pretenuring',
  // The memory of V8's Maglev compiler, freed at once: a background thread does so when several have piled up.
  '--no-maglev-destroy-on-background',
]
export const leanEnvironment = {
  // One malloc heap for all threads: what one of them frees in a heap of its own no other can use.
  MALLOC_ARENA_MAX: '1',
  // Free memory at the heap's end, in bytes, before it goes back to the system: otherwise the peak is kept. Brotli takes
  // 1.25 MB for a page, and to ask the system for that each time took four times as long as the packing.
  MALLOC_TRIM_THRESHOLD_: '2097152',
  // From this size on, in bytes, an allocation is mapped alone and goes back when freed. Brotli's largest is 0.55 MB.
  MALLOC_MMAP_THRESHOLD_: '1048576',
}
