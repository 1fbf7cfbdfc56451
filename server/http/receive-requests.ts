import cluster from 'node:cluster'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { TICKET_HEADER } from '#contract/images.ts'
import { Problem } from '../problems.ts'
import { BufferedResponse } from './buffered-response.ts'
import { refusal, tooSlow, unreadable } from './http-server.ts'
import { namesOneHost } from './names-one-host.ts'
import { createBodyReader, hasBody, isMisframed, leaveBody, OF_CALLS, OF_PICTURES } from './request-body.ts'
import { createRequestScheduler } from './request-scheduler.ts'
import { normalTarget } from './request-target.ts'
import { limitRequestsPerConnection } from './requests-per-connection.ts'

/**
 * The most requests on one connection where there are several workers. The next connection goes to an idle worker:
 * long-lived connections, such as a proxy's, would otherwise stay with the worker that happened to get them.
 */
const MOST_OF_WORKER = 100

type Serve = (request: IncomingMessage, response: ServerResponse) => void
type Parts = {
  https: boolean
  serve: Serve
  /** Sends the public response, if the request is for one; returns whether it did. */
  sendPublic: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Refuses a call that is known to be refused; returns whether it did. */
  sendRefusal: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** Passes the requests that a server receives to `serve`, once they have arrived whole and can be parsed. */
export function receiveRequests(server: Server, { https, serve, sendPublic, sendRefusal }: Parts): void {
  const readCall = createBodyReader(OF_CALLS)
  const readPicture = createBodyReader(OF_PICTURES)
  const letIn = createRequestScheduler()
  const isTooMany = limitRequestsPerConnection(cluster.isWorker ? MOST_OF_WORKER : undefined)

  async function refuse(response: ServerResponse, problem: Problem): Promise<void> {
    const buffered = await BufferedResponse.of(refusal(problem, { https }))
    buffered.send(response, [])
  }

  server.on('request', (request, response) => {
    if (isTooMany(request, response)) return
    if (!namesOneHost(request) || isMisframed(request)) return refuse(response, unreadable())
    request.url = normalTarget(request.url ?? '/')
    if (sendRefusal(request, response)) return hasBody(request) && leaveBody(request, response)
    if (hasBody(request) || !sendPublic(request, response)) receive(request, response)
  })

  // Node would answer with nothing but a status.
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

/** Whether the body is read first. That of a picture without token or ticket is not: the call will be refused. */
function isRead(request: IncomingMessage): boolean {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD' || !hasBody(request)) return false
  return !isPicture(request) || 'authorization' in headers || TICKET_HEADER in headers
}

const isPicture = ({ url = '' }: IncomingMessage) => /^\/api\/images(?:\?|$)/.test(url)
