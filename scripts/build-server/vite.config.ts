import { join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { IN_ASCII } from '../in-ascii.ts'
import { program, root } from '../places.mjs'

const folder = join(program, '..')

const OURS = /^(?:server|contract)[\\/]/

/** Has a module of our own find what lies beside its source there, wherever the project is. */
const BESIDE_ITS_SOURCE: Plugin = {
  name: 'beside-its-source',
  enforce: 'pre',
  transform(code, id) {
    if (OURS.test(relative(root, id))) return code.replaceAll('import.meta.url', placeOf(id))
  },
}

const placeOf = (file: string) =>
  `new URL(${JSON.stringify(relative(folder, file).replaceAll('\\', '/'))}, import.meta.url).href`

/** Packages that find parts of theirs in their own folder, or are there for working on the shop alone. */
const LEFT_IN_PLACE = [
  'sharp',
  '@node-rs/argon2',
  '@electric-sql/pglite',
  '@electric-sql/pglite-socket',
  'emulate',
  'vite',
]
/** Which pg looks for, and the shop does not have. */
const MISSING = ['pg-native', 'pg-cloudflare']

/** The server with its packages in a few files. Not minified: what an error says of its place can be read. */
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
    // All in the one folder from which they find what lies beside their sources.
    rollupOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
  },
})
