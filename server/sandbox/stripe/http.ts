import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type pg from 'pg'
import { withTransaction } from '#server/database/with-transaction.ts'
import { authenticateKey, type Keys, requireClientSecret } from './authenticate-key.ts'
import { apiVersion } from './events.ts'
import { expandAnswer } from './expand.ts'
import type { Fault, FaultyCall } from './faults.ts'
import { canonicalForm, type FormTree, parseForm } from './form.ts'
import { fingerprintOf, keyInUse, once, ownKey } from './idempotency.ts'
import { injectFault } from './inject-fault.ts'
import { newId } from './new-id.ts'
import type { IntentBody } from './new-intent.ts'
import { invalid, StripeProblem } from './problems.ts'
import { type Caller, errorText, failure, json, objectText, refusal } from './reply.ts'
import { type Route, routes } from './routes.ts'
import { readIntent } from './store.ts'
import type { Work } from './work.ts'

type HttpDeps = {
  pool: pg.Pool
  clock: () => Date
  keys: Keys
  takeFault(call: FaultyCall): Fault | undefined
  /** Called after every commit that may have left something to deliver. */
  onCommit(): void
  /** Told of what the caller only sees as a 500. */
  onError(error: unknown): void
}

/** Far more than any form this API takes, in bytes. */
const LONGEST_BODY = 64 * 1024
const LONGEST_KEY = 255

type Asked = { id: string; request: Work['request']; caller: Caller; form: FormTree }

/** The provider's API as a Hono application: keys, form-encoded requests, idempotency, JSON answers. */
export function createHttp(deps: HttpDeps): Hono {
  const app = new Hono()
  const inFlight = new Set<string>()
  app.use(bodyLimit({ maxSize: LONGEST_BODY, onError: () => refusal(tooLarge, 'browser') }))
  for (const route of routes) {
    const failing: Route = { ...route, act: async () => ({ object: {}, failed: true }) }
    app.on(route.method, route.path, (c) => {
      const run = (as: Route) => () => answer(deps, as, c, inFlight)
      return injectFault(deps.takeFault(route.call), c.req.raw.signal, run(route), run(failing))
    })
  }
  app.notFound((c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
    return refusal(new StripeProblem(404, { type: 'invalid_request_error', message }), 'browser')
  })
  // Only a connection that was told to break comes here: the caller shall see it break.
  app.onError((error) => {
    throw error
  })
  return app
}

const tooLarge = new StripeProblem(413, {
  type: 'invalid_request_error',
  message: 'The request is too large.',
})

async function answer(deps: HttpDeps, route: Route, c: Context, inFlight: Set<string>): Promise<Response> {
  const key = (route.method === 'POST' && c.req.header('Idempotency-Key')) || null
  const request = { id: newId('req'), idempotencyKey: key }
  let caller: Caller = 'browser'
  let response: Response
  try {
    const sent = await readForm(c)
    caller = authenticateKey(deps.keys, c.req.header('Authorization') ?? null, sent, route.browser)
    const { key: _, ...form } = sent
    if (key && key.length > LONGEST_KEY)
      throw invalid(`Idempotency keys may have at most ${LONGEST_KEY} characters.`)
    const asked = { id: readId(c), request, caller, form }
    response = await alone(inFlight, asked, () => act(deps, route, asked, c.req.path))
  } catch (error) {
    if (!(error instanceof StripeProblem)) deps.onError(error)
    response = refusal(error, caller)
  }
  response.headers.set('Request-Id', request.id)
  response.headers.set('Stripe-Version', c.req.header('Stripe-Version') ?? apiVersion)
  if (key !== null) response.headers.set('Idempotency-Key', key)
  return response
}

function readId(c: Context): string {
  const id = c.req.param('id') ?? ''
  if (/^\w{0,255}$/.test(id)) return id
  throw new StripeProblem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: 'No such object.',
    param: 'id',
  })
}

async function readForm(c: Context): Promise<FormTree> {
  const query = new URL(c.req.url).search.slice(1)
  return parseForm(c.req.method === 'POST' ? [query, await c.req.text()].filter(Boolean).join('&') : query)
}

/** Several processes are kept apart by a lock in the database; requests of this one are told at once. */
async function alone<T>(
  inFlight: Set<string>,
  { id, caller, request: { idempotencyKey } }: Asked,
  run: () => Promise<T>,
): Promise<T> {
  if (idempotencyKey === null) return run()
  const key = ownKey(caller, id, idempotencyKey)
  if (inFlight.has(key)) throw keyInUse(idempotencyKey)
  inFlight.add(key)
  try {
    return await run()
  } finally {
    inFlight.delete(key)
  }
}

async function act(deps: HttpDeps, route: Route, asked: Asked, path: string): Promise<Response> {
  const { id, request, caller, form } = asked
  const reply = await withTransaction(deps.pool, async (_db, client) => {
    const work: Work = { client, now: deps.clock(), request }
    if (caller === 'browser') requireClientSecret(form, await readIntent(work, id))
    const fingerprint = fingerprintOf(deps.keys.secretKey, route.method, path, canonicalForm(form))
    return once(work, caller, { id, fingerprint }, async () => {
      const answered = await route.act(work, id, form)
      if (answered.failed) return { status: 500, body: errorText(failure, caller) }
      const object = await expandAnswer(work, answered.object, form)
      if (!answered.declined) return { status: 200, body: objectText(object, caller) }
      const error = { ...answered.declined, payment_intent: object as IntentBody }
      return { status: 402, body: errorText(error, caller) }
    })
  })
  if (route.method === 'POST') deps.onCommit()
  return json(reply.status, reply.body, reply.replayed ? { 'Idempotent-Replayed': 'true' } : {})
}
