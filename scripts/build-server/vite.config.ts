import { join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { IN_ASCII } from '../in-ascii.ts'
import { program, root } from '../paths.mjs'

const folder = join(program, '..')

const OURS = /^(?:server|contract)[\\/]/

/** Makes our modules find the files next to their sources, wherever the project is. */
const BESIDE_ITS_SOURCE: Plugin = {
  name: 'beside-its-source',
  enforce: 'pre',
  transform(code, id) {
    if (OURS.test(relative(root, id))) return code.replaceAll('import.meta.url', placeOf(id))
  },
}

const placeOf = (file: string) =>
  `new URL(${JSON.stringify(relative(folder, file).replaceAll('\\', '/'))}, import.meta.url).href`

/** Packages that look for their own files in their folder, or are only for development. */
const LEFT_IN_PLACE = [
  'sharp',
  '@node-rs/argon2',
  '@electric-sql/pglite',
  '@electric-sql/pglite-socket',
  'emulate',
  'vite',
]
/** Optional packages that pg looks for, and the shop does not have. */
const MISSING = ['pg-native', 'pg-cloudflare']

/** Bundles the server and its packages into a few files. Not minified, so that stack traces can be read. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [BESIDE_ITS_SOURCE, IN_ASCII],
  ssr: { noExternal: true, external: [...LEFT_IN_PLACE, ...MISSING] },
  build: {
    ssr: 'server/main.ts',
    outDir: folder,
    emptyOutDir: true,
    minify: false,
    target: 'node24',
    // All in one folder, since the paths to the files next to the sources start there.
    rollupOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
  },
})
