import type { OpenAPIHono, RouteConfig, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Who } from '#contract/endpoint.ts'
import type { MaybeWritten } from '../database/json-text.ts'
import type { AnswerOnce } from '../idempotency/answer-once.ts'
import { admit, signInAgain } from '../sign-in/admit.ts'
import type { Caller } from '../sign-in/caller.ts'
import { requireSameOrigin } from '../sign-in/require-same-origin.ts'
import type { Session } from '../sign-in/sign-in.ts'
import { networkOf } from './client-address.ts'
import { jsonBytes } from './json-bytes.ts'
import { requirePlainJson } from './plain-json.ts'
import type { PublicReads } from './public-reads.ts'
import { requireJson, requireReadableQuery } from './readable-input.ts'

/** What is known beside the request: the network address it came from, and who makes it. */
export type Env = {
  Bindings: { address?: string }
  Variables: { caller?: Caller; session?: Session }
}
export type Api = OpenAPIHono<Env>

type Whose = {
  anyone: undefined
  session: Session
  'signed-in': Caller
  buyer: Caller
  seller: Caller
  admin: Caller
  'buyer or guest': Caller | undefined
}
type Json<T> = { content: { 'application/json': { schema: T } } }
type Endpoint = {
  method: string
  path: string
  who: Who
  secret: boolean
  request: object
  responses: { 200: Json<z.ZodType> }
  getRoutingPath(): string
}
type Output<T> = T extends z.ZodType ? z.output<T> : undefined
type BodyOf<E> = E extends { request: { body: Json<infer S> } } ? Output<S> : undefined
type QueryOf<E> = E extends { request: { query: infer S } } ? Output<S> : undefined
type ParamsOf<E> = E extends { request: { params: infer S } } ? Output<S> : undefined
type AnswerOf<E extends Endpoint> = z.input<E['responses'][200]['content']['application/json']['schema']>

type Call<E extends Endpoint> = {
  who: Whose[E['who']]
  body: BodyOf<E>
  query: QueryOf<E>
  params: ParamsOf<E>
  /** The key of the limits: see networkOf. Public reads have none, since one answer serves many. */
  address: E extends { method: 'get'; who: 'anyone' } ? undefined : string
  url: string
}
export type CallResult<T> = { status?: 200 | 201; body: MaybeWritten<T>; headers?: Record<string, string> }

/** Answers one call of the contract. Who may make it is part of the contract, so no call is without a policy. */
export type Serve = <E extends Endpoint>(
  endpoint: E,
  answer: (call: Call<E>) => Promise<CallResult<AnswerOf<E>>>,
) => void

export type ServeDeps = {
  findCaller(request: Request): Promise<Caller | undefined>
  findSession(request: Request): Promise<Session | undefined>
  origins: string[]
  answerOnce: AnswerOnce
  publicReads: PublicReads
}

/** Makes `serve`: it registers a call of the contract with its guard, its validation and its place in OpenAPI. */
export function createServe(app: Api, deps: ServeDeps): Serve {
  return (endpoint, answer) => {
    const guard = async (c: Context<Env>, next: () => Promise<void>) => {
      // The caller is checked first: a refusal of the input must tell nobody about a call that they may not make.
      if (endpoint.who === 'session') c.set('session', await requireSession(deps, c.req.raw))
      else if (endpoint.who !== 'anyone') {
        const caller = await deps.findCaller(c.req.raw)
        // A bad token is refused and not taken for a guest's: its owner would not find the order under My Orders.
        if (!caller && c.req.header('authorization') !== undefined) throw signInAgain()
        admit(endpoint.who, caller)
        if (caller) c.set('caller', caller)
      }
      // A call that takes no JSON body could be made from any site through its visitors' browsers, which would use up
      // the limits of their addresses.
      else if (endpoint.method !== 'get' && !('body' in endpoint.request))
        requireSameOrigin(c.req.raw, deps.origins)
      if ('query' in endpoint.request) requireReadableQuery(c.req.url)
      if ('body' in endpoint.request) {
        requireJson(c.req.header('content-type'))
        requirePlainJson(await c.req.arrayBuffer())
      }
      await next()
    }
    const route = { ...endpoint, middleware: [guard] } as unknown as RouteConfig & {
      getRoutingPath(): string
    }
    const isPublic = endpoint.method === 'get' && endpoint.who === 'anyone'
    if (isPublic) deps.publicReads.add(endpoint, (asked) => answer(asked as never))
    app.openapi(route, async (c) => {
      const valid = (target: 'json' | 'query' | 'param') => c.req.valid(target as never) as never
      const address = networkOfCall(c) as never
      const answerCall = async () => {
        const {
          status = 200,
          body,
          headers,
        } = await answer({
          who: (c.var.session ?? c.var.caller) as never,
          body: valid('json'),
          query: valid('query'),
          params: valid('param'),
          address,
          url: c.req.url,
        })
        return c.body(jsonBytes(body), status, { ...headers, 'content-type': 'application/json' })
      }
      // Requests that the cache in front does not look up, such as HEAD.
      if (isPublic) return deps.publicReads.takeTurn(answerCall)
      if (endpoint.method === 'get') return answerCall()
      const owner = c.var.session?.userId ?? c.var.caller?.id ?? address
      return deps.answerOnce({ ...keyOf(c), owner, secret: endpoint.secret }, answerCall)
    })
  }
}

/** The network that a call came from: the key of the limits. */
export const networkOfCall = (c: Context<Env>): string => networkOf(c.env?.address ?? 'unknown')

/** What a request is compared by under its Idempotency-Key: its call, the key, and the rest of its input. */
function keyOf(c: Context<Env>) {
  return {
    call: `${c.req.method} ${c.req.path}`,
    key: c.req.header('idempotency-key'),
    content: async () => [new URL(c.req.url).search, await c.req.text()],
  }
}

async function requireSession(deps: ServeDeps, request: Request): Promise<Session> {
  requireSameOrigin(request, deps.origins)
  const session = await deps.findSession(request)
  if (!session) throw signInAgain()
  return session
}
