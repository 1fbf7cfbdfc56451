import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, openBench } from './open-sandbox.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const paid: [number: string, brand: string, method: string][] = [
  ['4242424242424242', 'visa', 'pm_card_visa'],
  ['5555555555554444', 'mastercard', 'pm_card_mastercard'],
  ['378282246310005', 'amex', 'pm_card_amex'],
  ['4000000000003055', 'visa', 'pm_card_threeDSecureOptional'],
  ['4000000000003097', 'visa', 'pm_card_threeDSecureOptionalProcessingError'],
  ['4000000000009235', 'visa', 'pm_card_riskLevelElevated'],
  ['4000000000000259', 'visa', 'pm_card_createDispute'],
  ['4000000000007726', 'visa', 'pm_card_pendingRefund'],
  ['4000000000005126', 'visa', 'pm_card_refundFail'],
]

const DECLINED = 'Your card was declined.'
const declined: [number: string, code: string, declineCode: string, message: string, method: string][] = [
  ['4000000000000002', 'card_declined', 'generic_decline', DECLINED, 'pm_card_visa_chargeDeclined'],
  [
    '4000000000009995',
    'card_declined',
    'insufficient_funds',
    'Your card has insufficient funds.',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
  ],
  ['4000000000009987', 'card_declined', 'lost_card', DECLINED, 'pm_card_visa_chargeDeclinedLostCard'],
  ['4000000000009979', 'card_declined', 'stolen_card', DECLINED, 'pm_card_visa_chargeDeclinedStolenCard'],
  [
    '4000000000000069',
    'expired_card',
    'expired_card',
    'Your card has expired.',
    'pm_card_chargeDeclinedExpiredCard',
  ],
  [
    '4000000000000127',
    'incorrect_cvc',
    'incorrect_cvc',
    "Your card's security code is incorrect.",
    'pm_card_chargeDeclinedIncorrectCvc',
  ],
  [
    '4000000000000119',
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
    'pm_card_chargeDeclinedProcessingError',
  ],
  [
    '4000000000006975',
    'card_declined',
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  ],
  ['4000000000000341', 'card_declined', 'generic_decline', DECLINED, 'pm_card_chargeCustomerFail'],
  ['4100000000000019', 'card_declined', 'fraudulent', DECLINED, 'pm_card_radarBlock'],
  [
    '4000008400001280',
    'card_declined',
    'generic_decline',
    DECLINED,
    'pm_card_threeDSecureRequiredProcessingError',
  ],
]

const authenticated: [number: string, ends: string, declineCode: string | undefined, method: string][] = [
  ['4000002500003155', 'succeeded', undefined, 'pm_card_authenticationRequiredOnSetup'],
  ['4000002760003184', 'succeeded', undefined, 'pm_card_authenticationRequired'],
  ['4000000000003220', 'succeeded', undefined, 'pm_card_threeDSecure2Required'],
  ['4000000000003063', 'succeeded', undefined, 'pm_card_threeDSecureRequired'],
  [
    '4000008400001629',
    'requires_payment_method',
    'generic_decline',
    'pm_card_threeDSecureRequiredChargeDeclined',
  ],
  [
    '4000008260003178',
    'requires_payment_method',
    'insufficient_funds',
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  ],
]

const whole = { expand: ['latest_charge'] }

describe('cards that pay', () => {
  test.each(paid)('%s (%s) pays in full, typed or as %s', async (number, brand, method) => {
    const typed = await bench.newIntent()
    const answer = await bench.pay(typed, number)
    expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded', id: typed.id } })
    const named = await bench.newIntent({ confirm: true, payment_method: method })
    for (const id of [typed.id, named.id]) {
      const intent = await bench.stripe.paymentIntents.retrieve(id, whole)
      expect(intent).toMatchObject({ status: 'succeeded', amount_received: 44_950, last_payment_error: null })
      expect(intent.latest_charge).toMatchObject({
        status: 'succeeded',
        captured: true,
        amount_captured: 44_950,
        payment_method_details: { type: 'card', card: { brand, last4: number.slice(-4) } },
      })
    }
  })

  test('the card of elevated risk pays, with the risk level in its charge', async () => {
    const intent = await bench.newIntent({
      confirm: true,
      payment_method: 'pm_card_riskLevelElevated',
      ...whole,
    })
    expect(intent.latest_charge).toMatchObject({ paid: true, outcome: { risk_level: 'elevated' } })
  })
})

describe('cards that are declined', () => {
  test.each(declined)('%s is declined with %s / %s', async (number, code, declineCode, message, method) => {
    const typed = await bench.newIntent()
    const answer = await bench.pay(typed, number)
    const why = { code, decline_code: declineCode, message }
    expect(answer.status).toBe(402)
    expect(answer.body.error).toMatchObject({
      type: 'card_error',
      ...why,
      payment_intent: { id: typed.id, status: 'requires_payment_method', last_payment_error: why },
    })
    await expect(bench.newIntent({ confirm: true, payment_method: method })).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      ...why,
    })
    const intent = await bench.stripe.paymentIntents.retrieve(typed.id, whole)
    expect(intent).toMatchObject({ amount_received: 0, payment_method: null })
    expect(intent.latest_charge).toMatchObject({ status: 'failed', paid: false, failure_code: code })
  })

  test('after a decline another card pays the same payment', async () => {
    const intent = await bench.newIntent()
    expect((await bench.pay(intent, '4000000000000119')).status).toBe(402)
    expect((await bench.pay(intent, '4000000000009995')).status).toBe(402)
    expect((await bench.pay(intent, '4242424242424242')).body).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    })
    await bench.sandbox.settled()
    expect(bench.told(intent.id)).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'charge.failed',
      'payment_intent.payment_failed',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  test('the card that is always blocked never reaches the bank', async () => {
    const intent = await bench.newIntent()
    await bench.pay(intent, '4100000000000019')
    const { latest_charge } = await bench.stripe.paymentIntents.retrieve(intent.id, whole)
    expect(latest_charge).toMatchObject({ outcome: { type: 'blocked', risk_level: 'highest' } })
  })
})

describe('cards with 3-D Secure', () => {
  test.each(authenticated)(
    '%s requires authentication, then ends in %s',
    async (number, ends, declineCode, method) => {
      const intent = await bench.newIntent()
      const asked = await bench.pay(intent, number)
      expect(asked).toMatchObject({
        status: 200,
        body: { status: 'requires_action', last_payment_error: null },
      })
      const named = await bench.newIntent({ confirm: true, payment_method: method })
      expect(named.status).toBe('requires_action')
      const done = await bench.authenticate(intent, 'complete')
      expect(done).toMatchObject({ status: 200, body: { status: ends, next_action: null } })
      expect(done.body.last_payment_error?.decline_code).toBe(declineCode)
    },
  )

  test.each(authenticated)(
    '%s with a failed authentication leaves the payment open for another card',
    async (number) => {
      const intent = await bench.newIntent()
      await bench.pay(intent, number)
      const failed = await bench.authenticate(intent, 'fail')
      expect(failed.body).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { code: 'payment_intent_authentication_failure', type: 'invalid_request_error' },
      })
      expect((await bench.stripe.paymentIntents.retrieve(intent.id)).latest_charge).toBeNull()
      expect((await bench.pay(intent, '4242424242424242')).body.status).toBe('succeeded')
    },
  )
})

describe('cards whose payment is disputed', () => {
  test.each([
    ['4000000000000259', 'fraudulent', 'needs_response'],
    ['4000000000002685', 'product_not_received', 'needs_response'],
    ['4000000000001976', 'fraudulent', 'warning_needs_response'],
  ])('%s pays, then opens a dispute (%s, %s)', async (number, reason, status) => {
    const intent = await bench.newIntent()
    expect((await bench.pay(intent, number)).body.status).toBe('succeeded')
    const { latest_charge } = await bench.stripe.paymentIntents.retrieve(intent.id, whole)
    expect(latest_charge).toMatchObject({ paid: true, disputed: true })
    await bench.sandbox.settled()
    expect(bench.told(intent.id)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.dispute.created',
    ])
    const dispute = bench.received.at(-1)!.event.data.object
    expect(dispute).toMatchObject({
      object: 'dispute',
      reason,
      status,
      payment_intent: intent.id,
      amount: 44_950,
    })
  })
})

describe('the stand-in’s own slow cards', () => {
  test.each([
    ['4000000000088015', 'succeeded', 'payment_intent.succeeded'],
    ['4000000000088023', 'requires_payment_method', 'payment_intent.payment_failed'],
  ])('%s is processing for a while, then %s', async (number, ends, told) => {
    const intent = await bench.newIntent()
    expect((await bench.pay(intent, number)).body.status).toBe('processing')
    const during = await bench.stripe.paymentIntents.retrieve(intent.id, whole)
    expect(during).toMatchObject({ amount_received: 0, latest_charge: { status: 'pending' } })
    await bench.sandbox.settled()
    expect((await bench.stripe.paymentIntents.retrieve(intent.id)).status).toBe('processing')
    bench.pass(5_000)
    await bench.sandbox.settled()
    const after = await bench.stripe.paymentIntents.retrieve(intent.id, whole)
    expect(after.status).toBe(ends)
    expect((after.latest_charge as { id: string }).id).toBe((during.latest_charge as { id: string }).id)
    expect(bench.told(intent.id)).toContain('payment_intent.processing')
    expect(bench.told(intent.id).at(-1)).toBe(told)
  })
})
