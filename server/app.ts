import { type ApiDeps, createApi } from './api.ts'
import { guardDashboard } from './guard-dashboard.ts'
import { Problem, problemResponse } from './problems.ts'
import { withSecurityHeaders } from './security-headers.ts'

type Fetch = (request: Request, address?: string) => Promise<Response>
/** A path that belongs to a part of its own, such as the card sandbox, and who answers below it. */
export type ExtraRoute = { path: string; fetch: (request: Request) => Promise<Response> }
export type App = {
  fetch: Fetch
  /** From now on not ready: whoever shares out requests sends them elsewhere. */
  drain(): void
}

type Parts = { https: boolean; pages: (request: Request) => Promise<Response>; extra?: ExtraRoute[] }

/** The whole shop as one function from Request to Response: calls, pages, and how it is. */
export function createApp(deps: ApiDeps, { https, pages, extra = [] }: Parts): App {
  const api = createApi(deps)
  const guarded = guardDashboard(deps, pages)
  let draining = false

  async function answer(request: Request, address: string | undefined): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/healthz') return new Response('ok')
    if (pathname === '/readyz') return (await isReady()) ? new Response('ready') : notReady()
    if (/^\/(api|auth)(\/|$)/.test(pathname)) return api.fetch(request, { address })
    const route = extra.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    return route ? route.fetch(request) : guarded(request)
  }

  async function isReady(): Promise<boolean> {
    if (draining) return false
    return deps.pool.query('select 1').then(
      () => true,
      () => false,
    )
  }

  return {
    fetch: async (request, address) => {
      const response = withSecurityHeaders(await answer(request, address), { https })
      if (draining) response.headers.set('connection', 'close')
      return response
    },
    drain() {
      draining = true
    },
  }
}

const notReady = () =>
  problemResponse(new Problem('database-unavailable', 'Not ready.', { retryAfterSeconds: 1 }))
