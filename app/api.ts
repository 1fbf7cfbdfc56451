import type { RouterContextProvider } from 'react-router'
import { data } from 'react-router'
import { readProblem } from './api-problem.ts'
import type { Answer, Arguments, Method, Path } from './api-types.ts'
import { fetchShop } from './fetch-shop.ts'
import { pagesContext } from './pages-context.ts'
import { freshToken, ownToken, readToken, replaceToken, somebodyElse } from './session/access-token.ts'

/** The answer to a call. Header names are in lower case. */
type Answered = { status: number; json(): unknown; header(name: string): string | null | undefined }
/** Makes a call to a target (path and query), or throws its ApiProblem. */
type Send = (asked: { method: string; target: string; body: unknown }) => Promise<Answered>
type AnyInput = { body?: unknown; query?: Record<string, unknown>; params?: Record<string, string> }

/**
 * A page of a list: its rows, how many there are in all (with `atLeast`: more than that many), and the cursor after
 * which the next page begins.
 */
export type Page<T> = { data: T; total: number; atLeast?: true | undefined; next: string | undefined }

type Api = ReturnType<typeof createApi>

/** The contract's calls over any transport. They return what the contract says or throw an ApiProblem. */
function createApi(send: Send) {
  function call(method: Method, path: string, input: AnyInput = {}): Promise<Answered> {
    return send({ method: method.toUpperCase(), target: targetOf(path, input), body: input.body })
  }
  const answering =
    <M extends Method>(method: M) =>
    async <P extends Path<M>>(...[path, input]: Arguments<M, P>): Promise<Answer<M, P>> =>
      (await call(method, path, input as AnyInput)).json() as Answer<M, P>
  return {
    get: answering('get'),
    post: answering('post'),
    put: answering('put'),
    delete: answering('delete'),
    /** Adds something; `isNew` is false if it existed already, and then that is answered. */
    async insert<P extends Path<'post'>>(
      ...[path, input]: Arguments<'post', P>
    ): Promise<{ answer: Answer<'post', P>; isNew: boolean }> {
      const answered = await call('post', path, input as AnyInput)
      return { answer: (await answered.json()) as Answer<'post', P>, isNew: answered.status === 201 }
    },
    /** A list in pages. */
    async page<P extends Path<'get'>>(
      ...[path, input]: Arguments<'get', P>
    ): Promise<Page<Answer<'get', P>>> {
      const answered = await call('get', path, input as AnyInput)
      return {
        data: (await answered.json()) as Answer<'get', P>,
        total: Number(answered.header('x-total-count') ?? 0),
        ...(answered.header('x-total-relation') === 'gte' && { atLeast: true }),
        next: nextCursor(answered.header('link')),
      }
    },
  }
}

/** The calls from the browser: with the person's token, which is renewed when it is about to expire or has expired. */
export const api: Api = createApi(async ({ method, target, body }) => {
  const request = new Request(location.origin + target, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await reachAs(request)
  if (!response.ok) throw await readProblem(response)
  const { status, headers } = response
  return { status, json: () => response.json(), header: (name) => headers.get(name) }
})

async function reachAs(request: Request): Promise<Response> {
  const again = request.clone()
  const token = await (request.method === 'GET' ? freshToken() : ownToken())
  const response = await reachWith(token, request)
  if (response.status !== 401 || !token) return response
  const renewed = await replaceToken(token)
  // Without a new token the caller is a visitor now: public calls still answer.
  if (renewed || again.method === 'GET') return reachWith(renewed, again)
  if (readToken()) throw somebodyElse()
  return response
}

function reachWith(token: string | undefined, request: Request): Promise<Response> {
  if (token) request.headers.set('Authorization', `Bearer ${token}`)
  return fetchShop(request)
}

/**
 * What loaders read on the server: in this process, for nobody in particular. A refused call gives the page its status:
 * if the thing does not exist, neither does the page.
 */
export function serverApi(context: Readonly<RouterContextProvider>): Pick<Api, 'get' | 'page'> {
  const { read } = context.get(pagesContext)
  return createApi(async ({ target }) => {
    const { status, headers, body } = await read(target)
    if (status !== 200) {
      const { message } = await readProblem(new Response(body, { status, headers }))
      throw data({ problem: message }, { status })
    }
    return {
      status,
      json: () => JSON.parse(new TextDecoder().decode(body ?? undefined)),
      header: (name) => headers[name],
    }
  })
}

function targetOf(path: string, { query = {}, params = {} }: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  const asked = String(search)
  return `/api${filled}${asked && `?${asked}`}`
}

/** The `after` cursor of a Link header's next page (RFC 8288). */
function nextCursor(link: string | null | undefined): string | undefined {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  return target ? (new URL(target, 'http://localhost').searchParams.get('after') ?? undefined) : undefined
}
