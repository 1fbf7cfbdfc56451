import type { z } from '@hono/zod-openapi'

/* The contract's calls as types only, so that the browser does not load its validation. */

type Calls = typeof import('#contract/api.ts')['api']
type Call = Calls[keyof Calls]
export type Method = Call['method']
export type Path<M extends Method> = Extract<Call, { method: M }>['path']
type At<M extends Method, P extends string> = Extract<Call, { method: M; path: P }>

type Json<S> = { content: { 'application/json': { schema: S } } }
type Part<C, Name extends string> = C extends { request: { [K in Name]: infer S extends z.ZodType } }
  ? object extends z.input<S>
    ? { [K in Name]?: z.input<S> }
    : { [K in Name]: z.input<S> }
  : unknown
type Body<C> = C extends { request: { body: Json<infer S extends z.ZodType> } }
  ? { body: z.input<S> }
  : unknown

/** What a call needs: body, query and params, as the contract has them. */
export type Input<M extends Method, P extends string> = Body<At<M, P>> &
  Part<At<M, P>, 'query'> &
  Part<At<M, P>, 'params'>

/** What a call answers. */
export type Answer<M extends Method, P extends string> =
  At<M, P> extends { responses: { 200: Json<infer S extends z.ZodType> } } ? z.output<S> : never

/** The arguments of a call: the input may be left out where nothing in it is needed. */
export type Arguments<M extends Method, P extends string> =
  object extends Input<M, P> ? [path: P, input?: Input<M, P>] : [path: P, input: Input<M, P>]
