import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { BufferedResponse, headOf, type RequestHead } from './http/buffered-response.ts'
import { pathOf, targetOf } from './http/request-target.ts'
import { LONGEST_WAIT_MS, limitConcurrency } from './limit-concurrency.ts'
import { ConfigError } from './setting-values.ts'
import { openAssets } from './web/assets.ts'
import { createPageCache } from './web/page-cache.ts'
import { preparePage } from './web/prepare-page.ts'

/**
 * Rendering a page takes the processor that answers everybody, and five hundred requests may come at the same moment.
 * While one page waits for the database another is rendered.
 */
const UNUSUAL_PAGES = { atOnce: 2, mostWaiting: 600, longestWaitMs: LONGEST_WAIT_MS }

type Read = (target: string) => Promise<BufferedResponse>
type Pages = {
  createPages: (deps: {
    read: Read
    nonce: string
    contactEmail: string
    google: boolean
    report: (error: unknown) => void
  }) => (request: Request) => Promise<Response>
  pageTarget: (target: string) => string
}

type WebOptions = {
  mode: 'production' | 'development'
  /** Answers the calls that pages make while they are rendered: `/api/...`, path and query. */
  read: Read
  /** Whether the real card provider is configured, whose script and frames the payment page then needs. */
  realCards: boolean
  /** The shop's public address, for links; without a trailing slash. */
  publicUrl: string
  /** The e-mail address for contact. */
  contactEmail: string
  /** Whether people can sign in with Google. */
  google: boolean
  /** Called for every error because of which a page could not be rendered. */
  report: (error: unknown) => void
  /** Identifies the state of the data that pages are rendered from. */
  readState?: (() => Promise<string>) | undefined
  /** The project's folder; only tests set it. */
  root?: string
  /** Development: the listening server, whose port hot reloading then shares. */
  httpServer?: Server
}

type Web = {
  fetch: (request: Request) => Promise<BufferedResponse>
  /** Finds a file, or a cached page, that every cache may store. */
  findPublic: (target: string, head: RequestHead) => BufferedResponse | undefined
  /** Development only: Vite's own files. Call it before anything else. */
  nodeMiddleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  close: () => Promise<void>
}

/**
 * Opens the pages and their files. In production `npm run build` must have run; otherwise it throws a ConfigError that
 * says so.
 */
export async function createWeb(options: WebOptions): Promise<Web> {
  const root = options.root ?? fileURLToPath(new URL('..', import.meta.url))
  return options.mode === 'production' ? built(root, options) : live(root, options)
}

async function built(root: string, options: WebOptions): Promise<Web> {
  const pagesFile = join(root, 'build/pages/server/index.js')
  if (!existsSync(pagesFile)) throw new ConfigError('The pages are not built yet: run npm run build.')
  const { createPages, pageTarget }: Pages = await import(pathToFileURL(pagesFile).href)
  const assets = await openAssets(join(root, 'build/pages/client'))
  const nonce = newNonce()
  const pages = createPages({ ...options, nonce })
  const cache = createPageCache({
    // Rendered without cookies, headers or a visitor's abort signal, so that it is the same for everyone, and under the
    // shop's public name, whatever `Host` says.
    make: async (target) => {
      const request = new Request(options.publicUrl + target)
      return preparePage(await pages(request), pathOf(request), { ...options, nonce })
    },
    takeTurn: limitConcurrency(UNUSUAL_PAGES),
    takeCachedTurn: limitConcurrency(UNUSUAL_PAGES),
    readState: options.readState,
  })
  return {
    async fetch(request) {
      const head = headOf(request)
      return assets(pathOf(request), head) ?? cache.get(pageTarget(readable(targetOf(request))), head)
    },
    findPublic(target, head) {
      const response = assets(target, head) ?? cache.getCached(target, head)
      return response?.headers['cache-control']?.startsWith('public') ? response : undefined
    },
    close: async () => {},
  }
}

async function live(root: string, options: WebOptions): Promise<Web> {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const { httpServer } = options
  const vite = await createServer({
    root,
    server: { middlewareMode: true, ...(httpServer && { hmr: { server: httpServer } }) },
  })
  const ssr = vite.environments.ssr
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot run the pages in this process.')
  const nonce = newNonce()
  return {
    async fetch(request) {
      const { createPages }: Pages = await ssr.runner.import('/app/server.ts')
      const asked = new Request(options.publicUrl + readable(targetOf(request)))
      const page = await createPages({ ...options, nonce })(asked)
      const { status, headers, body } = await preparePage(page, pathOf(asked), {
        ...options,
        nonce,
        development: true,
      })
      return new BufferedResponse(body, { status, headers: Object.fromEntries(headers) }).to(headOf(request))
    },
    findPublic: () => undefined,
    nodeMiddleware: vite.middlewares,
    close: () => vite.close(),
  }
}

/** Unguessable, so that nothing but this program's own code can have marked a script with it. */
const newNonce = () => randomBytes(16).toString('base64')

/** A target whose escapes decode to no text is taken literally: no such page exists. */
function readable(target: string): string {
  const [path = '', ...query] = target.split(/(?=\?)/)
  return [isText(path) ? path : path.replaceAll('%', '%25'), ...query].join('')
}

function isText(escaped: string): boolean {
  try {
    // The comparison keeps the build from removing a call whose result is unused, though it may throw.
    return decodeURIComponent(escaped) !== undefined
  } catch {
    return false
  }
}
