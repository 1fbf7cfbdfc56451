import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest)$/

/** Writes a .br and a .gz next to every text file, so that serving one needs no compression. */
async function compressFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  for (const file of files.filter((name) => COMPRESSIBLE.test(name))) {
    const path = join(folder, file)
    const content = await readFile(path)
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }))
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}

export default {
  ssr: true,
  appDirectory: 'app',
  buildDirectory: 'build/pages',
  // The whole route manifest is a few kilobytes; asking the server for pieces of it would cost more than it saves.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressFiles(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
