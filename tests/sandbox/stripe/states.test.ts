import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardIntentStatuses } from '#server/outside/card-payments.ts'
import { transitions } from '#server/sandbox/stripe/transitions.ts'
import { type Bench, openBench } from './open-sandbox.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

type Intent = Stripe.PaymentIntent
const confirmed = (payment_method: string, more: object = {}) =>
  bench.newIntent({ confirm: true, payment_method, ...more })

/** How to bring a payment into each of the provider's states. */
const reach = {
  requires_payment_method: () => bench.newIntent(),
  requires_confirmation: () => bench.newIntent({ payment_method: 'pm_card_visa' }),
  requires_action: () => confirmed('pm_card_authenticationRequired'),
  processing: () => confirmed('pm_card_sandbox_processing'),
  requires_capture: () => confirmed('pm_card_visa', { capture_method: 'manual' }),
  succeeded: () => confirmed('pm_card_visa'),
  canceled: async () => bench.stripe.paymentIntents.cancel((await bench.newIntent()).id),
}

const commands = {
  confirm: ({ id }: Intent) => bench.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
  cancel: ({ id }: Intent) => bench.stripe.paymentIntents.cancel(id),
  'change the amount': ({ id }: Intent) => bench.stripe.paymentIntents.update(id, { amount: 5_000 }),
  'change the metadata': ({ id }: Intent) =>
    bench.stripe.paymentIntents.update(id, { metadata: { note: 'seen' } }),
  refund: ({ id }: Intent) => bench.stripe.refunds.create({ payment_intent: id }),
  authenticate: async (intent: Intent) => {
    const { status, body } = await bench.authenticate(intent, 'complete')
    if (status !== 200) throw Object.assign(new Error(body.error.message), body.error)
  },
}
type Command = keyof typeof commands

/** For each state, the commands it allows and the states they lead to. All others are refused. */
const allowed: Record<keyof typeof reach, Partial<Record<Command, string>>> = {
  requires_payment_method: {
    confirm: 'succeeded',
    cancel: 'canceled',
    'change the amount': 'requires_payment_method',
    'change the metadata': 'requires_payment_method',
  },
  requires_confirmation: {
    confirm: 'succeeded',
    cancel: 'canceled',
    'change the amount': 'requires_confirmation',
    'change the metadata': 'requires_confirmation',
  },
  requires_action: {
    confirm: 'succeeded',
    cancel: 'canceled',
    authenticate: 'succeeded',
    'change the amount': 'requires_confirmation',
    'change the metadata': 'requires_action',
  },
  processing: { 'change the metadata': 'processing' },
  requires_capture: { cancel: 'canceled', 'change the metadata': 'requires_capture' },
  succeeded: { refund: 'succeeded', 'change the metadata': 'succeeded' },
  canceled: { 'change the metadata': 'canceled' },
}

const cells = Object.entries(reach).flatMap(([state, make]) =>
  Object.entries(commands).map(([command, run]) => ({
    state,
    command,
    make,
    run,
    leads: allowed[state as keyof typeof reach][command as Command],
  })),
)

describe.each(cells.filter(({ leads }) => leads))('in $state', ({ command, state, make, run, leads }) => {
  test(`${command} leads to ${leads}`, async () => {
    const intent = await make()
    expect(intent.status).toBe(state)
    await run(intent)
    expect((await bench.stripe.paymentIntents.retrieve(intent.id)).status).toBe(leads)
  })
})

describe.each(cells.filter(({ leads }) => !leads))('in $state', ({ command, state, make, run }) => {
  test(`${command} is refused and changes nothing`, async () => {
    const intent = await make()
    await bench.sandbox.settled()
    const before = await bench.stripe.paymentIntents.retrieve(intent.id)
    const told = bench.told(intent.id)
    await expect(run(intent)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
    await bench.sandbox.settled()
    expect(await bench.stripe.paymentIntents.retrieve(intent.id)).toEqual(before)
    expect(bench.told(intent.id)).toEqual(told)
    expect(before.status).toBe(state)
  })
})

describe('the message of a refusal', () => {
  test('names the state and the states that would allow the command', async () => {
    const { id } = await confirmed('pm_card_visa')
    await expect(bench.stripe.paymentIntents.cancel(id)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      message:
        'You cannot cancel this PaymentIntent because it has a status of succeeded. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action, requires_capture.',
      payment_intent: { id, status: 'succeeded' },
    })
    await expect(bench.stripe.paymentIntents.confirm(id)).rejects.toThrow(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    )
  })

  test('names the missing payment method of a confirmation', async () => {
    const { id } = await bench.newIntent()
    await expect(bench.stripe.paymentIntents.confirm(id)).rejects.toThrow(
      "because it's missing a payment method",
    )
  })
})

describe('a payment that is captured manually', () => {
  test('is authorised, and nothing is received', async () => {
    const { id, amount_capturable, amount_received } = await confirmed('pm_card_visa', {
      capture_method: 'manual',
    })
    expect([amount_capturable, amount_received]).toEqual([44_950, 0])
    await bench.sandbox.settled()
    expect(bench.told(id)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
    ])
  })

  test('releases the authorised amount when it is canceled', async () => {
    const { id } = await confirmed('pm_card_visa', { capture_method: 'manual' })
    await bench.stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
    const intent = await bench.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(intent).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned', amount_received: 0 })
    expect(intent.latest_charge).toMatchObject({ captured: false, refunded: true })
  })
})

test('four concurrent confirmations charge the card once', async () => {
  const intent = await bench.newIntent()
  const answers = await Promise.all([1, 2, 3, 4].map(() => bench.pay(intent, '4242424242424242')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  await bench.sandbox.settled()
  expect(bench.told(intent.id).filter((type) => type === 'charge.succeeded')).toHaveLength(1)
})

test('every state of the table is known, and no command leads to an unknown one', () => {
  const ends = Object.values(transitions).flatMap((commands) => Object.values(commands).flat())
  expect(Object.keys(transitions)).toEqual([...cardIntentStatuses])
  expect(ends.every((state) => cardIntentStatuses.includes(state))).toBe(true)
})
