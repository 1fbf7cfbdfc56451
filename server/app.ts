import { type ApiDeps, createApi } from './api.ts'
import type { Replica } from './database/open-replica.ts'
import { readState } from './database/read-state.ts'
import { requireDatabase } from './database/wait-for-database.ts'
import { toProblem } from './failures.ts'
import { keepAnswers } from './http/keep-answers.ts'
import { keepPictures } from './http/keep-pictures.ts'
import { createKnownRefusals, type KnownRefusals } from './http/known-refusals.ts'
import { methodNotAllowed } from './http/methods.ts'
import { preferReplica } from './http/prefer-replica.ts'
import { type Answer, type AnswerCalls, type Asking, askingOf, ReadyAnswer } from './http/ready-answer.ts'
import { inRequest } from './http/request-context.ts'
import { logRequest } from './http/request-log.ts'
import { pathOf, targetOf } from './http/request-target.ts'
import { transportHeaders, withSecurityHeaders } from './http/security-headers.ts'
import { createSendAnswer } from './http/send-answer.ts'
import { createSendReady } from './http/send-ready.ts'
import { shedLoad } from './http/shed-load.ts'
import { endOfLimit } from './limits/run-out.ts'
import { Problem, problemResponse } from './problems.ts'
import { guardDashboard, isDashboard } from './web/guard-dashboard.ts'

type Fetch = (request: Request, address?: string) => Promise<Response>
/** A path with a handler of its own, such as the card sandbox's, which answers everything below it. */
export type ExtraRoute = { path: string; fetch: (request: Request) => Promise<Response> }
export type App = {
  fetch: Fetch
  /** Sends a ready answer, without calling `fetch`; returns whether it did. */
  sendReady: ReturnType<typeof createSendReady>
  /** Refuses a call that is known to be refused, without calling `fetch`; returns whether it did. */
  sendRefusal: KnownRefusals['send']
  /** Answers a call that a page makes while it is rendered, by its target; it belongs to the request for that page. */
  read(target: string): Promise<ReadyAnswer>
  /** Not ready from now on: load balancers send requests elsewhere. */
  drain(): void
}

type Parts = {
  https: boolean
  pages: (request: Request) => Promise<Answer>
  /** Finds a ready page or file that every cache may keep. */
  readyPages?: (target: string, asking: Asking) => ReadyAnswer | undefined
  extra?: ExtraRoute[]
  /** The replica that public calls may be read from. */
  replica?: Replica | undefined
}

/** The only methods that pages and health checks take. */
const READING = ['GET', 'HEAD']

/** The whole shop as one function from Request to Response: calls, pages, and health checks. */
export function createApp(deps: ApiDeps, { https, pages, readyPages, extra = [], replica }: Parts): App {
  const sendAnswer = createSendAnswer({ https, log: deps.log })
  const refusals = createKnownRefusals({
    endOf: (limit) => endOfLimit(limit, deps.clock()),
    clock: deps.clock,
    send: sendAnswer,
  })
  const calls = keepPictures(openCalls({ ...deps, keepRefusal: refusals.keep }, replica), deps.clock)
  const guarded = guardDashboard(deps, pages)
  const letIn = shedLoad(answer)
  let draining = false

  async function answer(request: Request, address: string | undefined): Promise<Answer> {
    const pathname = pathOf(request)
    if (pathname === '/healthz' || pathname === '/readyz') {
      if (!READING.includes(request.method)) return methodNotAllowed(request.method, READING)
      const answer = await health(pathname)
      return request.method === 'HEAD' ? new Response(null, answer) : answer
    }
    if (/^\/(api|auth)(\/|$)/.test(pathname)) {
      const called = await calls.call(request, address)
      return called instanceof ReadyAnswer ? called.packedFor(askingOf(request)) : called
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

  function findReady(target: string, asking: Asking) {
    if (draining || isDashboard(target)) return undefined
    if (!target.startsWith('/api/')) return readyPages?.(target, asking)
    const ready = calls.ready(target)
    if (ready instanceof ReadyAnswer) return ready.to(asking)
    return asking.acceptEncoding ? ready?.then((answer) => answer.packedFor(asking)) : ready
  }

  const failed = (error: unknown) => problemResponse(toProblem(error, deps.log))

  /**
   * The same for answers that are sent before `fetch`. The request gets its id only here, so that the answer and its
   * log lines share it.
   */
  const failReady = (error: unknown) =>
    inRequest(undefined, async ({ id }) => ({ id, answer: await toReady(failed(error)) }))

  function finish(answered: Answer, id: string): Response {
    const own = {
      'x-request-id': id,
      ...(draining && { connection: 'close' }),
      ...transportHeaders({ https }),
    }
    if (answered instanceof ReadyAnswer) return answered.toResponse(own)
    const response = withSecurityHeaders(answered, { https })
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
    sendReady: createSendReady({ find: findReady, fail: failReady, sendAnswer }),
    // While the shop drains, every answer must close its connection, which only finish() does: so none is sent without
    // it.
    sendRefusal: (...asked) => !draining && refusals.send(...asked),
    async read(target) {
      try {
        const ready = await calls.ready(target)
        return ready ?? toReady(await calls.call(new Request(`http://shop.internal${target}`), undefined))
      } catch (error) {
        return toReady(failed(error))
      }
    },
    drain() {
      draining = true
    },
  }
}

const toReady = async (answer: Answer) => (answer instanceof ReadyAnswer ? answer : ReadyAnswer.of(answer))

function openCalls(deps: ApiDeps, replica: Replica | undefined): AnswerCalls {
  const on = ({ pool, db }: Pick<ApiDeps, 'pool' | 'db'>) => {
    const { app, ...reads } = createApi({ ...deps, pool, db })
    const ready = keepAnswers({ readState: () => readState({ pool, db }), clock: deps.clock, ...reads })
    const call: AnswerCalls['call'] = async (request, address) =>
      (request.method === 'GET' && ready(targetOf(request))) || app.fetch(request, { address })
    return { call, ready }
  }
  const primary = on(deps)
  if (!replica) return primary
  return { call: preferReplica(primary.call, on(replica).ready, replica), ready: () => undefined }
}

const notReady = () =>
  problemResponse(new Problem('database-unavailable', 'Not ready.', { retryAfterSeconds: 1 }))
