import { createRoute, type RouteConfig, z } from '@hono/zod-openapi'
import { IdempotencyKey } from './idempotency-key.ts'
import { problemAnswers } from './problem-answers.ts'
import type { ProblemCode } from './problem-kinds.ts'

/**
 * Who may make a call. `anyone`: no sign-in needed. `session`: the sign-in service's cookie. `signed-in`:
 * any bearer of an access token. A role: a bearer with that role. `buyer or guest`: a buyer's token, or
 * none at all.
 */
export type Who = 'anyone' | 'session' | 'signed-in' | 'buyer' | 'seller' | 'admin' | 'buyer or guest'

type Options<M extends string, P extends string, W extends Who, A extends z.ZodType, B, Q, X> = {
  method: M
  path: P
  who: W
  summary: string
  answer: A
  /** Whether it answers 201 for what it has created. What was there before is answered with 200. */
  created?: true
  body?: B
  query?: Q
  params?: X
  /** The problems of this call, besides those that `problemsOf` derives from who may make it and what it takes. */
  problems?: readonly ProblemCode[]
  paged?: true
  /** The answer is for its caller alone: it is not stored, not even to be replayed for an idempotency key. */
  secret?: true
}

const PageHeaders = z.object({
  'X-Total-Count': z.int().openapi({ description: 'How many there are in all.' }),
  'X-Total-Relation': z
    .enum(['gte'])
    .optional()
    .openapi({ description: 'There are more than `X-Total-Count` says.' }),
  Link: z.string().optional().openapi({
    description: 'The next page (RFC 8288); there is none on the last page.',
    example: '</api/products?limit=24&after=MjAy…>; rel="next"',
  }),
})

/** The header of an answer that is replayed for an idempotency key. */
export const ReplayHeaders = z.object({
  'Idempotency-Replayed': z
    .enum(['true'])
    .optional()
    .openapi({ description: 'This is the first answer to the same `Idempotency-Key`, sent again.' }),
})

/**
 * Describes one call in one place: the server validates by it, the app takes its types from it, and OpenAPI is
 * generated from it.
 */
export function endpoint<
  const M extends 'get' | 'post' | 'put' | 'delete',
  const P extends string,
  const W extends Who,
  A extends z.ZodType,
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  X extends z.ZodObject | undefined = undefined,
>(options: Options<M, P, W, A, B, Q, X>): Endpoint<M, P, W, A, B, Q, X> {
  const { method, path, who, summary, answer, created, body, query, params, paged } = options
  const { secret = false } = options
  const changes = method !== 'get'
  const open = who === 'anyone'
  const success = {
    content: { 'application/json': { schema: answer } },
    ...(paged && { headers: PageHeaders }),
    ...(changes && !secret && { headers: ReplayHeaders }),
  }
  const route = createRoute({
    method,
    path,
    summary,
    security: open
      ? []
      : who === 'session'
        ? [{ session: [] }]
        : who === 'buyer or guest'
          ? [{ bearer: ['buyer'] }, {}]
          : [{ bearer: who === 'signed-in' ? [] : [who] }],
    request: {
      ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
      ...(query && { query }),
      ...(params && { params }),
      ...(changes && { headers: z.object({ 'Idempotency-Key': IdempotencyKey }) }),
    },
    responses: {
      200: { ...success, description: created ? 'It was there before; nothing was created.' : 'Done.' },
      ...(created && { 201: { ...success, description: 'Created.' } }),
      ...problemAnswers(problemsOf(options)),
    },
  } as RouteConfig)
  // Not enumerable, so that these two properties of our own stay out of the OpenAPI document.
  const own = { who: { value: who }, secret: { value: secret } }
  return Object.defineProperties(route, own) as unknown as Endpoint<M, P, W, A, B, Q, X>
}

type Traits = {
  method: string
  who: Who
  body?: unknown
  query?: unknown
  params?: unknown
  problems?: readonly ProblemCode[]
}

/** The problems of a call: those of who may make it, of its input and of every change, and its own. */
function problemsOf({ method, who, body, query, params, problems = [] }: Traits): ProblemCode[] {
  const changes = method !== 'get'
  const when = (holds: unknown, ...codes: ProblemCode[]) => (holds ? codes : [])
  return [
    ...when(body || query || changes, 'bad-input'),
    ...when(body, 'too-large', 'unsupported-type'),
    ...when(who !== 'anyone', 'not-signed-in'),
    ...when(!['anyone', 'session', 'signed-in'].includes(who), 'not-allowed'),
    // Other sites could make these through their visitors’ browsers.
    ...when(who === 'session' || (who === 'anyone' && changes && !body), 'foreign-origin'),
    ...when(params, 'not-found'),
    ...when(changes, 'key-reused', 'request-in-progress', 'too-many-requests'),
    ...problems,
  ]
}

type Json<A> = { description: string; content: { 'application/json': { schema: A } } }
type Endpoint<M, P extends string, W, A, B, Q, X> = {
  method: M
  path: P
  who: W
  secret: boolean
  request: (B extends z.ZodType
    ? { body: { required: true; content: { 'application/json': { schema: B } } } }
    : object) &
    (Q extends z.ZodObject ? { query: Q } : object) &
    (X extends z.ZodObject ? { params: X } : object)
  responses: { 200: Json<A>; 201: Json<A> }
  getRoutingPath(): string
}
