import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Histogram } from 'prom-client'
import { api } from '#contract/api.ts'

type Seen = { server: Server; request: IncomingMessage; response: ServerResponse }
export type Label = 'method' | 'route' | 'status'

/**
 * Observes how long each request of `server` takes, in seconds: from its headers until its response is handed to the
 * system. Node's own channels report both, so that no request takes a step more while nobody measures. Returns how to
 * stop.
 */
export function observeRequests(server: Server, histogram: Histogram<Label>): () => void {
  const began = new WeakMap<ServerResponse, number>()
  const onStart = (message: unknown) => {
    const seen = message as Seen
    if (seen.server === server) began.set(seen.response, performance.now())
  }
  const onFinish = (message: unknown) => {
    const { request, response } = message as Seen
    const since = began.get(response)
    if (since === undefined) return
    const labels = {
      method: request.method ?? '',
      route: routeOf(request.url ?? '/'),
      status: response.statusCode,
    }
    histogram.observe(labels, (performance.now() - since) / 1000)
  }
  subscribe('http.server.request.start', onStart)
  subscribe('http.server.response.finish', onFinish)
  return () => {
    unsubscribe('http.server.request.start', onStart)
    unsubscribe('http.server.response.finish', onFinish)
  }
}

/** Calls by the first part of their paths: what follows may be anything, and each route is a series of its own. */
const CALLS = new Set([...Object.values(api).map(({ path }) => path.split('/')[1]), 'images', 'webhooks'])
const FOLDERS = new Set(['auth', 'assets', 'dashboard'])

/** What a target is counted as: `/api/booking`, `/auth`, `/assets`, `/dashboard`, or `page` for any other. */
export function routeOf(target: string): string {
  const [, first = '', second = ''] = target.split(/[/?]/, 3)
  if (first === 'api') return CALLS.has(second) ? `/api/${second}` : '/api'
  return FOLDERS.has(first) ? `/${first}` : 'page'
}
