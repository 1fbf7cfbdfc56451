import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { BufferedResponse, type RequestHead } from '../http/buffered-response.ts'
import { acceptedEncoding, type Encoding } from '../http/encodings.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}
const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

/** A file and its compressed forms, each with all its headers. */
type Asset = Partial<Record<Encoding, BufferedResponse>> & { plain: BufferedResponse }

/**
 * Reads the built files once and serves them from memory; undefined for a path that is none of them. Files whose name
 * carries a hash of their content may be cached for a year, the others for an hour.
 */
export async function openAssets(
  folder: string,
): Promise<(path: string, head: RequestHead) => BufferedResponse | undefined> {
  const assets = await readAssets(folder)
  return (path, head) => {
    const asset = assets.get(path)
    if (!asset) return undefined
    const encoding = acceptedEncoding(head.acceptEncoding)
    return ((encoding && asset[encoding]) ?? asset.plain).to(head)
  }
}

async function readAssets(folder: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Set(entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name)))
  for (const file of files) {
    const type = TYPES[extname(file)]
    // A file without a type is a compressed form, or nothing that a page requests.
    if (!type) continue
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const content = await readFile(file)
    const tag = hash('sha256', content, 'base64url').slice(0, 20)
    const headers = headersOf(path, type)
    const buffer = (body: Buffer<ArrayBuffer>, encoding?: Encoding) =>
      new BufferedResponse(body, {
        status: 200,
        headers: {
          ...headers,
          etag: `"${tag}-${encoding ?? 'identity'}"`,
          ...(encoding && { 'content-encoding': encoding }),
        },
      })
    const asset: Asset = { plain: buffer(content) }
    for (const encoding of ['br', 'gzip'] as const) {
      const twin = file + ENDINGS[encoding]
      if (files.has(twin)) asset[encoding] = buffer(await readFile(twin), encoding)
    }
    assets.set(path, asset)
  }
  return assets
}

const headersOf = (path: string, type: string): Record<string, string> => ({
  'content-type': type,
  'cache-control': path.startsWith('/assets/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=3600',
  vary: 'Accept-Encoding',
  // A drawing opened by itself is a document: it may draw and nothing else.
  ...(type === TYPES['.svg'] && {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  }),
})
