import { expect, test } from 'vitest'
import { readOutcome } from '#app/routes/payment/card-fields.ts'

test('a succeeded payment is recognized, even when only an error contains it', () => {
  const paid = { status: 'succeeded', transactionId: 'pi_1' }
  expect(readOutcome({ id: 'pi_1', status: 'succeeded' }, undefined)).toEqual(paid)
  const error = { message: 'Unexpected state.', payment_intent: { id: 'pi_1', status: 'succeeded' } }
  expect(readOutcome(undefined, error)).toEqual(paid)
})

test('a declined card shows the provider’s message', () => {
  const error = {
    type: 'card_error',
    message: 'Your card was declined.',
    payment_intent: { id: 'pi_1', status: 'requires_payment_method' },
  }
  expect(readOutcome(undefined, error)).toEqual({ status: 'failed', message: 'Your card was declined.' })
})

test('a connection or provider error leaves the outcome unknown, unless the intent has succeeded', () => {
  for (const type of ['api_connection_error', 'api_error']) {
    const error = { type, message: 'You have not been charged.' }
    expect(readOutcome(undefined, error)).toEqual({ status: 'unknown' })
    const paid = { ...error, payment_intent: { id: 'pi_1', status: 'succeeded' } }
    expect(readOutcome(undefined, paid)).toMatchObject({ status: 'succeeded' })
  }
})

test('a failed authentication shows the reason', () => {
  const intent = {
    id: 'pi_1',
    status: 'requires_payment_method',
    last_payment_error: { message: 'Not you.' },
  }
  expect(readOutcome(intent, undefined)).toEqual({ status: 'failed', message: 'Not you.' })
})

test('a payment that requires an action of the cardholder has no outcome yet', () => {
  expect(readOutcome({ id: 'pi_1', status: 'requires_action' }, undefined)).toBeUndefined()
})

test('an empty result is a failure with a message to try again', () => {
  expect(readOutcome(undefined, {})).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/again/),
  })
})
