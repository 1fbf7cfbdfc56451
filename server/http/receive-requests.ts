import cluster from 'node:cluster'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { TICKET_HEADER } from '#contract/images.ts'
import { Problem } from '../problems.ts'
import { refusal, tooSlow, unreadable } from './http-server.ts'
import { namesOneHost } from './names-one-host.ts'
import { ReadyAnswer } from './ready-answer.ts'
import { createBodyReader, hasBody, leaveBody, OF_CALLS, OF_PICTURES } from './request-body.ts'
import { createRequestScheduler } from './request-scheduler.ts'
import { normalTarget } from './request-target.ts'
import { limitRequestsPerConnection } from './requests-per-connection.ts'

/**
 * Requests of one connection with one of several workers. The next connection goes to whoever is idle: those that stay, as
 * a proxy's do, would otherwise stay where they all happened to come.
 */
const MOST_OF_WORKER = 100

type Serve = (request: IncomingMessage, response: ServerResponse) => void
type Parts = {
  https: boolean
  serve: Serve
  /** Sends what is ready, if that is what is asked for; answers whether it did. */
  sendReady: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Refuses what is known to be refused; answers whether it did. */
  sendRefusal: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** Hands the requests that a server receives to `serve`, once they have arrived and can be read. */
export function receiveRequests(server: Server, { https, serve, sendReady, sendRefusal }: Parts): void {
  const readCall = createBodyReader(OF_CALLS)
  const readPicture = createBodyReader(OF_PICTURES)
  const letIn = createRequestScheduler()
  const isTooMany = limitRequestsPerConnection(cluster.isWorker ? MOST_OF_WORKER : undefined)

  async function refuse(response: ServerResponse, problem: Problem): Promise<void> {
    const answer = await ReadyAnswer.of(refusal(problem, { https }))
    answer.send(response, [])
  }

  server.on('request', (request, response) => {
    if (isTooMany(request, response)) return
    if (!namesOneHost(request)) return refuse(response, unreadable())
    request.url = normalTarget(request.url ?? '/')
    if (sendRefusal(request, response)) return hasBody(request) && leaveBody(request, response)
    if (hasBody(request) || !sendReady(request, response)) receive(request, response)
  })

  // Node itself would answer with a status alone.
  server.on('checkExpectation', (_request, response) => refuse(response, unknownExpectation()))

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const reader = !isRead(request) ? undefined : isPicture(request) ? readPicture : readCall
    const arrival = reader ? await reader(request) : 'whole'
    if (arrival === 'too slow') return refuse(response, tooSlow())
    if (arrival !== 'whole') return
    if (hasBody(request)) leaveBody(request, response)
    letIn(() => serve(request, response))
  }
}

const unknownExpectation = () =>
  new Problem('unknown-expectation', 'This request expects something that the shop does not know (Expect).')

/** Whether the body is read first. A picture from somebody without token or ticket is not: it will be refused. */
function isRead(request: IncomingMessage): boolean {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD' || !hasBody(request)) return false
  return !isPicture(request) || 'authorization' in headers || TICKET_HEADER in headers
}

const isPicture = ({ url = '' }: IncomingMessage) => /^\/api\/images(?:\?|$)/.test(url)
