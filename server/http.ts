import type { OpenAPIHono, RouteConfig, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Who } from '#contract/endpoint.ts'
import { type Page, pageHeaders } from './paging.ts'
import { Problem } from './problems.ts'
import type { Caller } from './sign-in/caller.ts'
import type { Session } from './sign-in/sign-in.ts'

/** What stands beside a request: the network address it came from, and its number in the logs. */
export type Env = { Bindings: { address?: string }; Variables: { requestId: string; caller?: Caller } }
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
  address: string
  url: string
}
type Answer<T> = { status?: 200 | 201; body: T; headers?: Record<string, string> }

/** Answers one call of the contract. Who may make it is part of the contract, so no call is without a policy. */
export type Serve = <E extends Endpoint>(
  endpoint: E,
  answer: (call: Call<E>) => Promise<Answer<AnswerOf<E>>>,
) => void

export type Doors = {
  findCaller(request: Request): Promise<Caller | undefined>
  findSession(request: Request): Promise<Session | undefined>
  isOwnOrigin(origin: string): boolean
}

/** Makes `serve`: it registers a call of the contract with its guard, its validation and its place in OpenAPI. */
export function createServe(app: Api, doors: Doors): Serve {
  return (endpoint, answer) => {
    const guard = async (c: Context<Env>, next: () => Promise<void>) => {
      if (endpoint.who !== 'anyone' && endpoint.who !== 'session') {
        const caller = await doors.findCaller(c.req.raw)
        // A token that is no longer good is no guest: its owner would lose sight of what they order.
        if (!caller && c.req.header('authorization') !== undefined) throw signInAgain()
        admit(endpoint.who, caller)
        if (caller) c.set('caller', caller)
      }
      if ('body' in endpoint.request) requireJson(c.req.header('content-type'))
      await next()
    }
    const route = { ...endpoint, middleware: [guard] } as unknown as RouteConfig & {
      getRoutingPath(): string
    }
    app.openapi(route, async (c) => {
      const session = endpoint.who === 'session' ? await requireSession(doors, c.req.raw) : undefined
      const valid = (target: 'json' | 'query' | 'param') => c.req.valid(target as never) as never
      const {
        status = 200,
        body,
        headers,
      } = await answer({
        who: (session ?? c.var.caller) as never,
        body: valid('json'),
        query: valid('query'),
        params: valid('param'),
        address: c.env?.address ?? 'unknown',
        url: c.req.url,
      })
      if (endpoint.who !== 'anyone') c.header('cache-control', 'no-store')
      return c.json(body as object, status, headers)
    })
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
  const origin = request.headers.get('origin')
  if (origin !== null && !doors.isOwnOrigin(origin))
    throw new Problem('foreign-origin', 'This call is made from the shop’s own pages only.')
  const session = await doors.findSession(request)
  if (!session) throw signInAgain()
  return session
}

/** JSON in UTF-8 is the only body that the calls take. */
export function requireJson(contentType: string | undefined): void {
  if (!/^application\/json(?:;\s*charset="?utf-8"?)?$/i.test(contentType ?? ''))
    throw new Problem('unsupported-type', 'Send JSON, with the content type application/json.')
}

/** The named e-mail must be the caller's own; the refusal is the same whether the other exists or not. */
export function requireOwnEmail(own: string, named: string): void {
  if (own !== named) throw new Problem('not-allowed', 'You can ask for your own e-mail address only.')
}

/** Answers a page of a list with its paging headers. */
export function paged<T>(url: string, page: Page<T>): Answer<T[]> {
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
