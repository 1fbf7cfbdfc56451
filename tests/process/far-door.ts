import type pg from 'pg'
import type { Answer, FrontDoor, Sent } from '#tests/support/front-door.ts'

const KEYS = { secretKey: '', publishableKey: 'pk_test_clamshell_sandbox', webhookSecret: '' }

/**
 * The front door of a shop in a process of its own, for the steps that tests share: calls, including those to the card
 * sandbox, and a look at the database. A missing answer has the status 0. `url` is called each time: a restarted shop
 * has another one.
 */
export function farDoor(url: () => string, pool: pg.Pool): FrontDoor {
  const forward = async (prefix: string, request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const init = { method: request.method, headers: request.headers, redirect: 'manual' as const }
    const body = request.body ? { body: await request.arrayBuffer() } : {}
    return fetch(`${url()}${prefix}${pathname}${search}`, { ...init, ...body })
  }

  async function call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const { body, token, cookie, headers } = sent
    const request = new Request(`http://shop${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    try {
      const response = await forward('', request)
      const text = await response.text()
      const json = text.startsWith('{') || text.startsWith('[')
      return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
    } catch (error) {
      return { status: 0, headers: new Headers(), body: String(error) }
    }
  }

  const door = {
    call,
    sql: (text: string, values: unknown[] = []) => pool.query(text, values).then(({ rows }) => rows),
    keys: KEYS,
    app: { fetch: (request: Request) => forward('', request), drain() {} },
    sandbox: { fetch: (request: Request) => forward('/sandbox/stripe', request) },
    deps: { clock: () => new Date() },
  }
  // The steps use no more of it than this.
  return door as unknown as FrontDoor
}
