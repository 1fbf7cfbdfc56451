import { expect, it } from 'vitest'
import { CardProviderUnavailable } from '#server/outside/card-payments.ts'
import { requirePayable } from '#server/payments/ensure-intent.ts'
import type { Payment } from '#server/payments/payments.queries.ts'

const payment = { id: 'a', amountCents: 44950, currency: 'usd' } as Payment
const intent = {
  id: 'pi_1',
  clientSecret: 'pi_1_secret_2',
  status: 'requires_payment_method' as const,
  amountCents: 44950,
  amountReceivedCents: 0,
  currency: 'usd',
  refundedCents: 0,
  disputed: false,
}

it('an intent of the right amount and currency is returned', () => {
  expect(requirePayable(payment, intent)).toEqual(intent)
})

it.each([
  ['another amount', { amountCents: 1 }],
  ['another currency', { currency: 'eur' }],
])('an intent of %s counts as provider unavailable', (_, other) => {
  expect(() => requirePayable(payment, { ...intent, ...other })).toThrow(CardProviderUnavailable)
})

it('an intent without a client secret counts as provider unavailable', () => {
  const { clientSecret: _, ...bare } = intent
  expect(() => requirePayable(payment, bare)).toThrow(CardProviderUnavailable)
})
