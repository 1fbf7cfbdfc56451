import { z } from 'zod'
import type { Answer } from './answer.ts'
import { authenticateIntent, authenticateParams } from './authenticate-intent.ts'
import { cancelIntent, cancelParams } from './cancel-intent.ts'
import { confirmIntent, confirmParams } from './confirm-intent.ts'
import { createIntent, createParams } from './create-intent.ts'
import { createRefund, refundParams } from './create-refund.ts'
import type { FaultyCall } from './faults.ts'
import type { FormTree } from './form.ts'
import { listPage } from './list-page.ts'
import { expand, list, paging, readParams } from './read-params.ts'
import { requireRefund } from './refunds.ts'
import { readIntent } from './store.ts'
import { updateIntent, updateParams } from './update-intent.ts'
import type { Work } from './work.ts'

type Act = (work: Work, id: string, form: FormTree) => Promise<Answer>

export type Route = {
  method: 'GET' | 'POST'
  path: string
  /** The name under which faults are set for it. */
  call: Exclude<FaultyCall, 'deliver'>
  /** Whether the publishable key, with the payment's client secret, may make this call. */
  browser: boolean
  act: Act
}

function taking<S extends z.ZodType>(
  schema: S,
  act: (work: Work, id: string, params: z.output<S>) => Promise<Answer>,
): Act {
  return (work, id, form) => act(work, id, readParams(schema, form))
}

const intents = '/v1/payment_intents'
const readOnly = z.strictObject({ ...expand, client_secret: z.string().optional() })
const refundList = z.strictObject({
  ...paging,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
})
const eventList = z.strictObject({ ...paging, type: z.string().optional(), types: list.optional() })

const retrieveIntent = taking(readOnly, async (work, id) => ({ object: await readIntent(work, id) }))
const listIntents = taking(z.strictObject(paging), async (work, _id, params) => ({
  object: await listPage(work, 'intents', intents, params),
}))
const readRefund = taking(readOnly, async (work, id) => ({ object: await requireRefund(work, id) }))
const listRefunds = taking(refundList, async (work, _id, { payment_intent, charge, ...page }) => ({
  object: await listPage(work, 'refunds', '/v1/refunds', page, [
    ...(payment_intent === undefined ? [] : [{ sql: 'intent_id = ?', value: payment_intent }]),
    ...(charge === undefined ? [] : [{ sql: 'charge_id = ?', value: charge }]),
  ]),
}))
const listEvents = taking(eventList, async (work, _id, { type, types, ...page }) => ({
  object: await listPage(work, 'events', '/v1/events', page, [
    ...(type === undefined ? [] : [{ sql: 'type = ?', value: type }]),
    ...(types === undefined ? [] : [{ sql: 'type = any(?)', value: types }]),
  ]),
}))

const route = (
  method: Route['method'],
  path: string,
  call: Route['call'],
  act: Act,
  browser = false,
): Route => ({
  method,
  path,
  call,
  browser,
  act,
})

/** Every call this stand-in answers. */
export const routes: readonly Route[] = [
  route(
    'POST',
    intents,
    'create',
    taking(createParams, (work, _id, params) => createIntent(work, params)),
  ),
  route('GET', intents, 'list', listIntents),
  route('GET', `${intents}/:id`, 'retrieve', retrieveIntent, true),
  route('POST', `${intents}/:id`, 'update', taking(updateParams, updateIntent)),
  route('POST', `${intents}/:id/confirm`, 'confirm', taking(confirmParams, confirmIntent), true),
  route('POST', `${intents}/:id/cancel`, 'cancel', taking(cancelParams, cancelIntent)),
  route(
    'POST',
    `${intents}/:id/sandbox_authenticate`,
    'authenticate',
    taking(authenticateParams, authenticateIntent),
    true,
  ),
  route(
    'POST',
    '/v1/refunds',
    'refund',
    taking(refundParams, (work, _id, params) => createRefund(work, params)),
  ),
  route('GET', '/v1/refunds', 'list-refunds', listRefunds),
  route('GET', '/v1/refunds/:id', 'read-refund', readRefund),
  route('GET', '/v1/events', 'list-events', listEvents),
]
