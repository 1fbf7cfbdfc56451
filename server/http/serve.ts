import type { OpenAPIHono, RouteConfig, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Who } from '#contract/endpoint.ts'
import type { JsonText, MaybeWritten } from '../database/json-text.ts'
import type { AnswerOnce } from '../idempotency/answer-once.ts'
import { type Page, pageHeaders } from '../paging.ts'
import { Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { requireOwnSite } from '../sign-in/own-site.ts'
import type { Session } from '../sign-in/sign-in.ts'
import { networkOf } from './client-address.ts'
import { jsonBytes } from './json-bytes.ts'
import { requirePlainJson } from './plain-json.ts'
import type { PublicReads } from './public-reads.ts'

/** What stands beside a request: the network address it came from, and who makes it. */
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
  /** What limits are counted by: see networkOf. What anyone may read has none, since one answer is for many. */
  address: E extends { method: 'get'; who: 'anyone' } ? undefined : string
  url: string
}
export type Answer<T> = { status?: 200 | 201; body: MaybeWritten<T>; headers?: Record<string, string> }

/** Answers one call of the contract. Who may make it is part of the contract, so no call is without a policy. */
export type Serve = <E extends Endpoint>(
  endpoint: E,
  answer: (call: Call<E>) => Promise<Answer<AnswerOf<E>>>,
) => void

export type Doors = {
  findCaller(request: Request): Promise<Caller | undefined>
  findSession(request: Request): Promise<Session | undefined>
  isOwnOrigin(origin: string): boolean
  answerOnce: AnswerOnce
  publicReads: PublicReads
}

/** Makes `serve`: it registers a call of the contract with its guard, its validation and its place in OpenAPI. */
export function createServe(app: Api, doors: Doors): Serve {
  return (endpoint, answer) => {
    const guard = async (c: Context<Env>, next: () => Promise<void>) => {
      // Who asks comes first: nobody learns from a refusal of the input what they may not ask at all.
      if (endpoint.who === 'session') c.set('session', await requireSession(doors, c.req.raw))
      else if (endpoint.who !== 'anyone') {
        const caller = await doors.findCaller(c.req.raw)
        // A bad token makes nobody a guest: its owner would not find the order among theirs.
        if (!caller && c.req.header('authorization') !== undefined) throw signInAgain()
        admit(endpoint.who, caller)
        if (caller) c.set('caller', caller)
      }
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
    if (endpoint.method === 'get' && endpoint.who === 'anyone')
      doors.publicReads.add(endpoint, (asked) => answer(asked as never))
    app.openapi(route, async (c) => {
      const valid = (target: 'json' | 'query' | 'param') => c.req.valid(target as never) as never
      const address = networkOf(c.env?.address ?? 'unknown') as never
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
      if (endpoint.method === 'get') return answerCall()
      const owner = c.var.session?.userId ?? c.var.caller?.id ?? address
      return doors.answerOnce({ ...keyOf(c), owner, secret: endpoint.secret }, answerCall)
    })
  }
}

/** What a request says of itself for its Idempotency-Key: its call, the key, and the rest of what it asks. */
function keyOf(c: Context<Env>) {
  return {
    call: `${c.req.method} ${c.req.path}`,
    key: c.req.header('idempotency-key'),
    content: async () => [new URL(c.req.url).search, await c.req.text()],
  }
}

const signInAgain = () => new Problem('not-signed-in', 'Please sign in, or sign in again.')

/** Role before object: who may never make a call learns nothing about what it would have touched. */
export function admit(who: Who, caller: Caller | undefined): void {
  if (who === 'buyer or guest' && !caller) return
  if (!caller) throw signInAgain()
  const role = who === 'buyer or guest' ? 'buyer' : who
  if (role !== 'signed-in' && caller.userType !== role)
    throw new Problem(
      'not-allowed',
      `Only ${role}s can do this. You are signed in as ${caller.userType ?? 'neither buyer nor seller'}.`,
    )
}

async function requireSession(doors: Doors, request: Request): Promise<Session> {
  requireOwnSite(request, doors.isOwnOrigin)
  const session = await doors.findSession(request)
  if (!session) throw signInAgain()
  return session
}

/** JSON in UTF-8 is the only body that the calls take. */
export function requireJson(contentType: string | undefined): void {
  if (!/^application\/json(?:;\s*charset=(?:utf-8|"utf-8"))?$/i.test(contentType ?? ''))
    throw new Problem('unsupported-type', 'Send JSON, with the content type application/json.')
}

/** A query whose escapes stand for no text (`%zz`, `%ff`) would be guessed at, by each reader in its own way. */
function requireReadableQuery(url: string): void {
  try {
    decodeURIComponent(/\?[^#]*/.exec(url)?.[0] ?? '')
  } catch {
    throw new Problem('bad-input', 'The query cannot be read: an escape in it stands for no text.', {
      errors: [{ pointer: '/query', message: 'Is not text.' }],
    })
  }
}

/** The named e-mail must be the caller's own; the refusal is the same whether the other exists or not. */
export function requireOwnEmail(own: string, named: string): void {
  if (own !== named) throw new Problem('not-allowed', 'You can ask for your own e-mail address only.')
}

/** Answers a page of a list with its paging headers. */
export function paged<T>(url: string, page: Page<T | JsonText<T>>): Answer<T[]> {
  return { body: page.rows, headers: pageHeaders(url, page) }
}

/** Answers 201 with the id of what was made, or 200 with that of what was there already. */
export function inserted({ id, isNew }: { id: string; isNew: boolean }) {
  return {
    status: isNew ? (201 as const) : (200 as const),
    body: { acknowledged: true as const, insertedId: id },
  }
}

/** Answers how many rows changed. */
export function modified(count: number) {
  return { body: { acknowledged: true as const, modifiedCount: count } }
}

/** Answers how many rows went. */
export function deleted(count: number) {
  return { body: { acknowledged: true as const, deletedCount: count } }
}
