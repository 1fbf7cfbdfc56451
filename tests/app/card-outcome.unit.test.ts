import { expect, test } from 'vitest'
import { readOutcome } from '#app/routes/payment/card-fields.ts'

test('a succeeded payment is one, also when only an error tells of it', () => {
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

test('a broken connection, or a failure of the provider, is no refusal, whatever it says of the charge', () => {
  for (const type of ['api_connection_error', 'api_error']) {
    const error = { type, message: 'You have not been charged.' }
    expect(readOutcome(undefined, error)).toEqual({ status: 'unknown' })
    const paid = { ...error, payment_intent: { id: 'pi_1', status: 'succeeded' } }
    expect(readOutcome(undefined, paid)).toMatchObject({ status: 'succeeded' })
  }
})

test('a failed authentication shows why', () => {
  const intent = {
    id: 'pi_1',
    status: 'requires_payment_method',
    last_payment_error: { message: 'Not you.' },
  }
  expect(readOutcome(intent, undefined)).toEqual({ status: 'failed', message: 'Not you.' })
})

test('where the cardholder has to act there is no outcome yet', () => {
  expect(readOutcome({ id: 'pi_1', status: 'requires_action' }, undefined)).toBeUndefined()
})

test('an answer that says nothing is a failure in words', () => {
  expect(readOutcome(undefined, {})).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/again/),
  })
})
