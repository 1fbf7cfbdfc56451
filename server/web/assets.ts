import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { acceptedEncoding, type Encoding } from './encodings.ts'

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

type Asset = {
  type: string
  tag: string
  bodies: Partial<Record<Encoding | 'identity', Buffer<ArrayBuffer>>>
}

/**
 * Reads the built files once and answers from memory; undefined for a path that is none of them. Files
 * whose name carries a hash of their content are kept for a year, the others are asked for again each hour.
 */
export async function openAssets(folder: string): Promise<(request: Request) => Response | undefined> {
  const assets = await readAssets(folder)
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const path = new URL(request.url).pathname
    const asset = assets.get(path)
    if (!asset) return undefined
    const accepted = acceptedEncoding(request)
    const encoding = accepted && asset.bodies[accepted] ? accepted : 'identity'
    const tag = `"${asset.tag}-${encoding}"`
    const headers = new Headers({
      'Content-Type': asset.type,
      'Cache-Control': path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      ETag: tag,
      Vary: 'Accept-Encoding',
    })
    if (asset.type === TYPES['.svg']) {
      // A drawing opened by itself is a document: it may draw and nothing else.
      headers.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    }
    if (request.headers.get('If-None-Match') === tag) return new Response(null, { status: 304, headers })
    const body = asset.bodies[encoding]
    if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
    headers.set('Content-Length', String(body?.length ?? 0))
    return new Response(request.method === 'HEAD' ? null : body, { headers })
  }
}

async function readAssets(folder: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Set(entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name)))
  for (const file of files) {
    const type = TYPES[extname(file)]
    // What has no type is a compressed twin, or nothing that a page asks for.
    if (!type) continue
    const identity = await readFile(file)
    const bodies: Asset['bodies'] = { identity }
    for (const encoding of ['br', 'gzip'] as const) {
      if (files.has(file + ENDINGS[encoding])) bodies[encoding] = await readFile(file + ENDINGS[encoding])
    }
    const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 20)
    assets.set(`/${relative(folder, file).split(sep).join('/')}`, { type, tag, bodies })
  }
  return assets
}
