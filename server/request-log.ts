import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Env } from './http.ts'

/** One line for each request: its number, who made it, what was answered. Never a query, a body or a header. */
export function logRequests(log: Logger): MiddlewareHandler<Env> {
  return async (c, next) => {
    const began = performance.now()
    c.set('requestId', randomUUID())
    await next()
    c.header('x-request-id', c.var.requestId)
    log.info({
      event: 'request',
      id: c.var.requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      user: c.var.caller?.id,
      ms: Math.round(performance.now() - began),
    })
  }
}
