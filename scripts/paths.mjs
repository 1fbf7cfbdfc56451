import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The Node 24 that is installed as a package, and runs everything but these scripts. */
export const runtime = inPackages('node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The built server, which `npm start` runs. */
export const program = join(root, 'build', 'program', 'main.js')

/** A path in node_modules. */
export function inPackages(...parts) {
  return join(root, 'node_modules', ...parts)
}

/** Where Node caches compiled modules: unbuilt code then starts in half the time. */
export const compiled = join(root, '.cache', 'compiled')

/**
 * Node's flags for the server, which keep a process below 200 MB. By default V8 takes gigabytes; the shop's own objects
 * are 30 MB.
 */
export const leanFlags = [
  // The space for young objects, in MB: by default V8 would let it grow under load and keep it.
  '--max-semi-space-size=8',
  // The space for old objects, in MB: without a cap it may take gigabytes.
  '--max-old-space-size=512',
  // How much old objects may grow between full collections. By default V8 collects far more often in so small a heap,
  // which took a quarter of the processor time of rendering pages. With less than 18 it does so no more often.
  '--heap-growing-percent=18',
  // By default V8 allocates objects as old right away where earlier ones survived. In so small a heap three of ten
  // processes kept changing that decision while they rendered pages, and recompiled the rendering code each time.
  '--no-allocation-site-pretenuring',
  // Frees the memory of V8's Maglev compiler at once: a background thread would wait until several have piled up.
  '--no-maglev-destroy-on-background',
]
export const leanEnvironment = {
  // One malloc heap for all threads: memory that is freed in a thread's own heap cannot be used by the others.
  MALLOC_ARENA_MAX: '1',
  // Free memory at the heap's end, in bytes, before it is returned to the system: by default the peak is kept. While
  // blocks of more than 64 kB were returned at once, requesting them anew for each page cost more than compressing it.
  MALLOC_TRIM_THRESHOLD_: '2097152',
  // From this size on, in bytes, an allocation is mapped alone and returned when freed. Larger ones in the heap leave
  // gaps, which are never returned as long as anything after them is in use.
  MALLOC_MMAP_THRESHOLD_: '262144',
}
