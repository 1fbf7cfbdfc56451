import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { BufferedResponse } from './buffered-response.ts'
import { logRequest } from './request-log.ts'
import { transportHeaders } from './security-headers.ts'

export type SendResponse = ReturnType<typeof createSendResponse>

/** Sends a buffered response without the usual request handling, with the request's id and a line in the log. */
export function createSendResponse({ https, log }: { https: boolean; log: Logger }) {
  const transport = Object.entries(transportHeaders({ https })).flat()

  /**
   * `began` is when the request came, by performance.now(); `own` are headers of this response, names and values in
   * turn; `id` is the request's id, if it has one.
   */
  return (
    buffered: BufferedResponse,
    { method = '', url = '' }: IncomingMessage,
    response: ServerResponse,
    began: number,
    { id = randomUUID(), own = [] }: { id?: string; own?: readonly string[] } = {},
  ): void => {
    // A client that has hung up meanwhile is logged all the same.
    if (!response.destroyed) buffered.send(response, ['x-request-id', id, ...transport, ...own])
    const path = url.split('?', 1)[0] ?? ''
    logRequest(log, { id, method, path, status: buffered.status, ms: performance.now() - began })
  }
}
