import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncoding, type Encoding } from './encodings.ts'

/** How long a page that is the same for everyone is handed out again: what changed shows within a second. */
const KEPT_MS = 1000
const MOST_PAGES = 200
/** Addresses of pages that were good to keep: far more than there are of them at a time. */
const MOST_KNOWN = 1000
/** Below this a compressed answer saves nothing. */
const WORTH_COMPRESSING = 1000

type Fetch = (request: Request) => Promise<Response>
type Kept = {
  status: number
  headers: Headers
  body: Buffer<ArrayBuffer>
  packed: Map<Encoding, Promise<Buffer<ArrayBuffer>>>
}

/**
 * Renders a page once for all who ask for it within a second, and compresses it once for all of them.
 * Only GET pages that say `public` are kept; everything else is made for its own request. Pages that many ask
 * for are made at once; all others take turns, so that nobody who makes up addresses delays those.
 */
export function keepPages(make: Fetch, takeTurn: <T>(work: () => Promise<T>) => Promise<T>): Fetch {
  const pages = new Map<string, { at: number; page: Promise<Kept> }>()
  const known = new Set<string>()
  const render = (request: Request) =>
    known.has(request.url) ? make(request) : takeTurn(() => make(request))

  /** The ones that were asked for longest ago go first. */
  function know(url: string): void {
    known.delete(url)
    known.add(url)
    if (known.size > MOST_KNOWN) known.delete(firstOf(known))
  }

  return async (request) => {
    if (request.method !== 'GET') return takeTurn(() => make(request))
    const found = pages.get(request.url)
    if (found && performance.now() - found.at < KEPT_MS) return send(await found.page, request)
    const page = render(request).then(keep)
    if (pages.size >= MOST_PAGES) pages.delete(firstOf(pages.keys()))
    pages.delete(request.url)
    pages.set(request.url, { at: performance.now(), page })
    const forget = () => void (pages.get(request.url)?.page === page && pages.delete(request.url))
    try {
      const kept = await page
      if (kept.headers.get('Cache-Control')?.startsWith('public')) know(request.url)
      else forget()
      return await send(kept, request)
    } catch (error) {
      forget()
      throw error
    }
  }
}

const firstOf = (urls: Iterable<string>): string => urls[Symbol.iterator]().next().value ?? ''

async function keep(response: Response): Promise<Kept> {
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, body, packed: new Map() }
}

async function send({ status, headers, body, packed }: Kept, request: Request): Promise<Response> {
  const answer = new Headers(headers)
  answer.append('Vary', 'Accept-Encoding')
  const encoding = acceptedEncoding(request)
  if (!encoding || body.length < WORTH_COMPRESSING) {
    return new Response(body.length ? body : null, { status, headers: answer })
  }
  let bytes = packed.get(encoding)
  if (!bytes) {
    bytes = compress(body, encoding)
    packed.set(encoding, bytes)
  }
  answer.set('Content-Encoding', encoding)
  return new Response(await bytes, { status, headers: answer })
}

function compress(body: Buffer, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  return encoding === 'gzip'
    ? promisify(gzip)(body, { level: 6 })
    : promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}
