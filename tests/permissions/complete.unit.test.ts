import { OpenAPIHono } from '@hono/zod-openapi'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { createApi } from '#server/api.ts'
import { createPublicReads } from '#server/http/public-reads.ts'
import { createServe, type Env } from '#server/http/serve.ts'
import { MATRIX } from './matrix.ts'

/** What is mounted beside the calls of the contract, and why it needs no policy of its own. */
const BESIDE: Record<string, string> = {
  'GET /api/openapi.json': 'describes the calls, for everyone',
  'GET /api/docs': 'the same for people',
  'POST /api/images': 'a form and not JSON: admits by the same rule where it is read',
  'GET /api/images/:id': 'pictures are for everyone, and no JSON',
  'POST /api/webhooks/stripe': 'proven by the provider’s signature, whoever sends it',
}

/** Only the mounted routes are checked; no request is made. */
const log = { info() {}, warn() {}, error() {} }
const { app } = createApi({ log, clock: () => new Date(), origins: [], cards: {}, jobs: {} } as never)
const mounted = app.routes
  .filter(({ method }) => method !== 'ALL')
  .map(({ method, path }) => `${method} ${path}`)
const inMatrix = new Set(MATRIX.map(({ call }) => call))
const ofContract = Object.values(api).map(({ method, path }) => `${method.toUpperCase()} ${path}`)

describe('every call of the API', () => {
  it('is in the permission matrix, and the matrix has no other', async () => {
    const document = await (await app.request('/api/openapi.json')).json()
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const beside = /^\w+ \/(auth\/callback|healthz|readyz|metrics|webhooks)\b/
    expect([...inMatrix].filter((call) => !beside.test(call)).sort()).toEqual(documented.sort())
  })

  it('is mounted from its contract, which names its callers, or is a named exception', () => {
    const known = [
      ...ofContract.map((call) => call.replace(' ', ' /api').replaceAll(/\{(\w+)\}/g, ':$1')),
      ...Object.keys(BESIDE),
    ]
    expect([...new Set(mounted)].sort()).toEqual(known.sort())
  })

  it('is mounted with the routes of its contract and no others', () => {
    for (const endpoint of Object.values(api)) {
      const alone = new OpenAPIHono<Env>()
      createServe(alone, { publicReads: createPublicReads() } as never)(endpoint, () =>
        Promise.reject(new Error('not asked')),
      )
      const route = `${endpoint.method.toUpperCase()} /api${alone.routes[0]?.path}`
      expect(mounted.filter((one) => one === route).length, route).toBe(alone.routes.length)
    }
  })

  it('requires no credentials, a token or a session cookie, as the matrix says', () => {
    for (const { method, path, who } of Object.values(api)) {
      const rows = MATRIX.filter(({ call }) => call === `${method.toUpperCase()} ${path}`)
      for (const { call, by, expects } of rows) {
        expect(by === 'cookie', call).toBe(who === 'session')
        if (expects[0] !== undefined) expect(expects[0] !== 401, call).toBe(/anyone|guest/.test(who))
      }
    }
  })
})
