import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createTurns } from './http/turns.ts'
import { openAssets } from './web/assets.ts'
import { keepPages } from './web/page-cache.ts'
import { preparePage } from './web/prepare-page.ts'

/** To make a page takes the processor that answers everybody; five hundred may come at the same moment. */
const UNUSUAL_PAGES = { atOnce: 1, mostWaiting: 600, rests: true }

type Fetch = (request: Request) => Promise<Response>
type Pages = {
  createPages: (deps: {
    api: Fetch
    nonce: string
    contactEmail: string
    google: boolean
    report: (error: unknown) => void
  }) => Fetch
}

export type WebOptions = {
  mode: 'production' | 'development'
  /** Answers the calls that pages make while they are rendered: `/api/...`. */
  api: Fetch
  /** Whether the real card provider is configured, whose script and frames the payment page then needs. */
  realCards: boolean
  /** Where people write to. */
  contactEmail: string
  /** Whether people can sign in with Google. */
  google: boolean
  /** Hears of every error because of which a page could not be made. */
  report: (error: unknown) => void
  /** Where the project lies; found by itself unless a test says otherwise. */
  root?: string
  /** Development: the listening server, whose port hot reloading then shares. */
  httpServer?: Server
}

export type Web = {
  fetch: Fetch
  /** Development only: Vite's own files. To be asked before anything else. */
  nodeMiddleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  close: () => Promise<void>
}

/** Opens the pages and their files. Production needs `npm run build` to have run. */
export async function createWeb(options: WebOptions): Promise<Web> {
  const root = options.root ?? fileURLToPath(new URL('..', import.meta.url))
  return options.mode === 'production' ? built(root, options) : live(root, options)
}

async function built(
  root: string,
  { api, realCards, contactEmail, google, report }: WebOptions,
): Promise<Web> {
  // Secret, so that nothing but this program's own code can have marked a script with it.
  const nonce = randomBytes(16).toString('base64')
  const { createPages }: Pages = await import(pathToFileURL(join(root, 'build/server/index.js')).href)
  const pages = createPages({ api, nonce, contactEmail, google, report })
  const assets = await openAssets(join(root, 'build/client'))
  const kept = keepPages(
    async (request) => preparePage(await pages(forEveryone(request)), request, { nonce, realCards }),
    createTurns(UNUSUAL_PAGES),
  )
  return {
    fetch: async (request) => assets(request) ?? (await kept(request)),
    close: async () => {},
  }
}

async function live(
  root: string,
  { api, realCards, contactEmail, google, report, httpServer }: WebOptions,
): Promise<Web> {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({
    root,
    server: { middlewareMode: true, ...(httpServer && { hmr: { server: httpServer } }) },
  })
  const ssr = vite.environments.ssr
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot run the pages in this process.')
  const nonce = randomBytes(16).toString('base64')
  return {
    async fetch(request) {
      const { createPages }: Pages = await ssr.runner.import('/app/server.ts')
      const page = await createPages({ api, nonce, contactEmail, google, report })(forEveryone(request))
      return preparePage(page, request, { nonce, realCards, development: true })
    },
    nodeMiddleware: vite.middlewares,
    close: () => vite.close(),
  }
}

/** Neither cookies nor headers nor one visitor's hanging up reach a page: it is the same for everyone. */
const forEveryone = ({ url, method }: Request) => new Request(url, { method })
