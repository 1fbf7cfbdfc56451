import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, openBench } from './open-sandbox.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const ASKS = '4000002760003184'

async function waiting() {
  const intent = await bench.newIntent()
  const { body } = await bench.pay(intent, ASKS)
  return { ...intent, next_action: body.next_action }
}

describe('3-D Secure in a dialog of the page', () => {
  test('the next action is left to the provider’s script', async () => {
    const { next_action } = await waiting()
    expect(next_action).toEqual({ type: 'use_stripe_sdk', use_stripe_sdk: {} })
  })

  test('an abandoned payment keeps waiting, and another card pays it', async () => {
    const intent = await waiting()
    bench.pass(60 * 60 * 1000)
    await bench.sandbox.settled()
    expect((await bench.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
    expect((await bench.pay(intent, '4242424242424242')).body.status).toBe('succeeded')
  })

  test('a second outcome is refused', async () => {
    const intent = await waiting()
    expect((await bench.authenticate(intent, 'fail')).status).toBe(200)
    expect(await bench.authenticate(intent, 'complete')).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_unexpected_state' } },
    })
  })

  test('a failure has one message for people and another one for programs', async () => {
    const intent = await waiting()
    const { body } = await bench.authenticate(intent, 'fail')
    expect(body.last_payment_error?.message).toBe(
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    )
    const { last_payment_error } = await bench.stripe.paymentIntents.retrieve(intent.id)
    expect(last_payment_error?.message).toMatch(/^The provided PaymentMethod has failed authentication\./)
  })

  test('an unknown outcome is refused', async () => {
    const intent = await waiting()
    const { status } = await bench.authenticate(intent, 'perhaps' as 'fail')
    expect(status).toBe(400)
  })
})
