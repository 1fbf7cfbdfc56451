import { type ApiDeps, createApi } from './api.ts'
import type { Replica } from './database/open-replica.ts'
import { readState } from './database/read-state.ts'
import { requireDatabase } from './database/wait-for-database.ts'
import { toProblem } from './failures.ts'
import {
  type AnyResponse,
  type ApiHandler,
  BufferedResponse,
  headOf,
  type RequestHead,
} from './http/buffered-response.ts'
import { methodNotAllowed } from './http/methods.ts'
import { cachePictures } from './http/picture-cache.ts'
import { preferReplica } from './http/prefer-replica.ts'
import { cachePublicReads } from './http/public-read-cache.ts'
import { requireUnencoded } from './http/readable-input.ts'
import { createRefusalCache, type RefusalCache } from './http/refusal-cache.ts'
import { inRequest } from './http/request-context.ts'
import { logRequest } from './http/request-log.ts'
import { pathOf, targetOf } from './http/request-target.ts'
import { transportHeaders, withSecurityHeaders } from './http/security-headers.ts'
import { createSendPublic } from './http/send-public.ts'
import { createSendResponse } from './http/send-response.ts'
import { shedLoad } from './http/shed-load.ts'
import { findExhausted } from './limits/exhausted-limits.ts'
import { Problem, problemResponse } from './problems.ts'
import { guardDashboard, isDashboard } from './web/guard-dashboard.ts'

type Fetch = (request: Request, address?: string) => Promise<Response>
/** A path with a handler of its own, such as the card sandbox's, which answers everything below it. */
export type ExtraRoute = { path: string; fetch: (request: Request) => Promise<Response> }
export type App = {
  fetch: Fetch
  /** Sends a public response, without calling `fetch`; returns whether it did. */
  sendPublic: ReturnType<typeof createSendPublic>
  /** Refuses a call that is known to be refused, without calling `fetch`; returns whether it did. */
  sendRefusal: RefusalCache['send']
  /** Answers a call that a page makes while it is rendered, by its target; it belongs to the request for that page. */
  read(target: string): Promise<BufferedResponse>
  /** Not ready from now on: load balancers send requests elsewhere. */
  drain(): void
}

type Parts = {
  https: boolean
  pages: (request: Request) => Promise<AnyResponse>
  /** Finds a cached page, or a file, that every cache may store. */
  findPublicPage?: (target: string, head: RequestHead) => BufferedResponse | undefined
  extra?: ExtraRoute[]
  /** The replica that public calls may be read from. */
  replica?: Replica | undefined
}

/** The only methods that pages and health checks take. */
const READING = ['GET', 'HEAD']

/** The whole shop as one function from Request to Response: calls, pages, and health checks. */
export function createApp(deps: ApiDeps, { https, pages, findPublicPage, extra = [], replica }: Parts): App {
  const sendResponse = createSendResponse({ https, log: deps.log })
  const refusals = createRefusalCache({
    endOf: (limit) => findExhausted(limit, deps.clock())?.ends,
    clock: deps.clock,
    send: sendResponse,
  })
  const calls = cachePictures(openCalls({ ...deps, cacheRefusal: refusals.store }, replica), deps.clock)
  const guarded = guardDashboard(deps, pages)
  const letIn = shedLoad(answer)
  let draining = false

  async function answer(request: Request, address: string | undefined): Promise<AnyResponse> {
    const pathname = pathOf(request)
    if (pathname === '/healthz' || pathname === '/readyz') {
      if (!READING.includes(request.method)) return methodNotAllowed(request.method, READING)
      const answer = await health(pathname)
      return request.method === 'HEAD' ? new Response(null, answer) : answer
    }
    if (/^\/(api|auth)(\/|$)/.test(pathname)) {
      if (!READING.includes(request.method)) requireUnencoded(request.headers)
      const handled = await calls.handle(request, address)
      return handled instanceof BufferedResponse ? handled.compressedFor(headOf(request)) : handled
    }
    const route = extra.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    // A Request cannot have it, and no part of the shop uses it.
    if (route && request.method === 'TRACE') return methodNotAllowed('TRACE', [...READING, 'POST'])
    if (route) return route.fetch(request)
    if (!READING.includes(request.method)) return methodNotAllowed(request.method, READING)
    return guarded(request)
  }

  async function health(pathname: '/healthz' | '/readyz'): Promise<Response> {
    if (pathname === '/healthz') return new Response('ok')
    if (draining) return notReady()
    return requireDatabase(deps.pool).then(() => new Response('ready'), notReady)
  }

  function findPublic(target: string, head: RequestHead) {
    if (draining || isDashboard(target)) return undefined
    if (!target.startsWith('/api/')) return findPublicPage?.(target, head)
    const found = calls.findPublic(target)
    if (found instanceof BufferedResponse) return found.to(head)
    return head.acceptEncoding ? found?.then((response) => response.compressedFor(head)) : found
  }

  const failed = (error: unknown) => problemResponse(toProblem(error, deps.log))

  /**
   * The same for responses that are sent before `fetch`. The request gets its id only here, so that the response and
   * its log lines share it.
   */
  const failPublic = (error: unknown) =>
    inRequest(undefined, async ({ id }) => ({ id, response: await toBuffered(failed(error)) }))

  function finish(handled: AnyResponse, id: string): Response {
    const own = {
      'x-request-id': id,
      ...(draining && { connection: 'close' }),
      ...transportHeaders({ https }),
    }
    if (handled instanceof BufferedResponse) return handled.toResponse(own)
    const response = withSecurityHeaders(handled, { https })
    for (const [name, value] of Object.entries(own)) response.headers.set(name, value)
    return response
  }

  return {
    fetch: (request, address) =>
      inRequest(address, async (context) => {
        const began = performance.now()
        const response = finish(await letIn(request, address).catch(failed), context.id)
        logRequest(deps.log, {
          id: context.id,
          method: request.method,
          path: pathOf(request),
          status: response.status,
          user: context.userId,
          ms: performance.now() - began,
        })
        return response
      }),
    sendPublic: createSendPublic({ find: findPublic, fail: failPublic, sendResponse }),
    // While the shop drains, every answer must close its connection, which only finish() does: so none is sent without
    // it.
    sendRefusal: (...asked) => !draining && refusals.send(...asked),
    async read(target) {
      try {
        const found = await calls.findPublic(target)
        return (
          found ?? toBuffered(await calls.handle(new Request(`http://shop.internal${target}`), undefined))
        )
      } catch (error) {
        return toBuffered(failed(error))
      }
    },
    drain() {
      draining = true
    },
  }
}

const toBuffered = async (answer: AnyResponse) =>
  answer instanceof BufferedResponse ? answer : BufferedResponse.of(answer)

function openCalls(deps: ApiDeps, replica: Replica | undefined): ApiHandler {
  const on = ({ pool, db }: Pick<ApiDeps, 'pool' | 'db'>) => {
    const { app, ...reads } = createApi({ ...deps, pool, db })
    const findPublic = cachePublicReads({
      readState: () => readState({ pool, db }),
      clock: deps.clock,
      ...reads,
    })
    const handle: ApiHandler['handle'] = async (request, address) =>
      (request.method === 'GET' && findPublic(targetOf(request))) || app.fetch(request, { address })
    return { handle, findPublic }
  }
  const primary = on(deps)
  if (!replica) return primary
  return {
    handle: preferReplica(primary.handle, on(replica).findPublic, { ...replica, log: deps.log }),
    findPublic: () => undefined,
  }
}

const notReady = () =>
  problemResponse(new Problem('database-unavailable', 'Not ready.', { retryAfterSeconds: 1 }))
