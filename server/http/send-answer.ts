import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { ReadyAnswer } from './ready-answer.ts'
import { logRequest } from './request-log.ts'
import { transportHeaders } from './security-headers.ts'

export type SendAnswer = ReturnType<typeof createSendAnswer>

/** Sends a complete answer without the usual request handling, with the request's id and a line in the log. */
export function createSendAnswer({ https, log }: { https: boolean; log: Logger }) {
  const transport = Object.entries(transportHeaders({ https })).flat()

  /**
   * `began` is when the request came, by performance.now(); `own` are headers of this answer, names and values in turn;
   * `id` is the request's id, if it has one.
   */
  return (
    answer: ReadyAnswer,
    { method = '', url = '' }: IncomingMessage,
    response: ServerResponse,
    began: number,
    { id = randomUUID(), own = [] }: { id?: string; own?: readonly string[] } = {},
  ): void => {
    // A client that has hung up meanwhile is logged all the same.
    if (!response.destroyed) answer.send(response, ['x-request-id', id, ...transport, ...own])
    const path = url.split('?', 1)[0] ?? ''
    logRequest(log, { id, method, path, status: answer.status, ms: performance.now() - began })
  }
}
