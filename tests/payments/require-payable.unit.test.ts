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

it('hands out an intent of the sum that is to be paid', () => {
  expect(requirePayable(payment, intent)).toEqual(intent)
})

it.each([
  ['another sum', { amountCents: 1 }],
  ['another currency', { currency: 'eur' }],
])('hands out none of %s', (_, other) => {
  expect(() => requirePayable(payment, { ...intent, ...other })).toThrow(CardProviderUnavailable)
})

it('hands out none without a secret, which no page could pay', () => {
  const { clientSecret: _, ...bare } = intent
  expect(() => requirePayable(payment, bare)).toThrow(CardProviderUnavailable)
})
