import type { RouterContextProvider } from 'react-router'
import { data } from 'react-router'
import { freshToken, readToken, renewToken } from './access-token.ts'
import { ApiProblem, readProblem, unreachable } from './api-problem.ts'
import type { Answer, Arguments, Method, Path } from './api-types.ts'
import { pagesContext } from './pages-context.ts'

type Send = (request: Request) => Promise<Response>
type AnyInput = { body?: unknown; query?: Record<string, unknown>; params?: Record<string, string> }

/**
 * A part of a list: its rows, how many there are in all, or with `atLeast` that there are more than so many, and the
 * mark after which the next part begins.
 */
export type Page<T> = { data: T; total: number; atLeast?: true | undefined; next: string | undefined }

type Api = ReturnType<typeof createApi>

/** The contract's calls over any way of sending them. They answer what it says or throw an ApiProblem. */
function createApi(origin: () => string, send: Send) {
  async function call(method: Method, path: string, input: AnyInput = {}): Promise<Response> {
    const request = new Request(urlOf(origin(), path, input), {
      method: method.toUpperCase(),
      headers: {
        Accept: 'application/json',
        ...(input.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    })
    const response = await send(request)
    if (!response.ok) throw await readProblem(response)
    return response
  }
  const answering =
    <M extends Method>(method: M) =>
    async <P extends Path<M>>(...[path, input]: Arguments<M, P>): Promise<Answer<M, P>> =>
      (await call(method, path, input as AnyInput)).json()
  return {
    get: answering('get'),
    post: answering('post'),
    put: answering('put'),
    delete: answering('delete'),
    /** A list that comes in parts. */
    async page<P extends Path<'get'>>(
      ...[path, input]: Arguments<'get', P>
    ): Promise<Page<Answer<'get', P>>> {
      const response = await call('get', path, input as AnyInput)
      return {
        data: await response.json(),
        total: Number(response.headers.get('X-Total-Count') ?? 0),
        ...(response.headers.get('X-Total-Relation') === 'gte' && { atLeast: true }),
        next: nextMark(response.headers.get('Link')),
      }
    },
  }
}

/** The calls as the browser makes them: with the person's token, renewed when it was about to end or has. */
export const api: Api = createApi(
  () => location.origin,
  async (request) => {
    const again = request.clone()
    const token = await freshToken()
    const response = await reach(request, token)
    if (response.status !== 401 || !token) return response
    const renewed = readToken() === token ? await renewToken() : readToken()
    // Without a new one, whoever asks is a visitor now: what is public still answers.
    return renewed || again.method === 'GET' ? reach(again, renewed) : response
  },
)

async function reach(request: Request, token: string | undefined): Promise<Response> {
  if (token) request.headers.set('Authorization', `Bearer ${token}`)
  try {
    return await fetch(request)
  } catch {
    throw unreachable()
  }
}

/** The calls as a loader makes them on the server: in this process, for nobody in particular. */
export function serverApi(context: Readonly<RouterContextProvider>, request: Request): Api {
  return createApi(() => new URL(request.url).origin, context.get(pagesContext).api)
}

/** Gives a refused call its status as a page: what is not there is a page that is not there. */
export function asPageError(error: unknown): unknown {
  if (!(error instanceof ApiProblem)) return error
  return data(error.message, { status: error.status === 404 ? 404 : error.status || 503 })
}

function urlOf(origin: string, path: string, { query = {}, params = {} }: AnyInput): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const url = new URL(`/api${filled}`, origin)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

/** The `after` mark of a Link header's next page (RFC 8288). */
function nextMark(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  return target ? (new URL(target, 'http://localhost').searchParams.get('after') ?? undefined) : undefined
}
