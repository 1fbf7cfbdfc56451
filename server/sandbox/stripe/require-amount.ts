import { invalid } from './problems.ts'

/** The provider's limits of an amount, in the currency's least unit: $0.50 to $999,999.99. */
export function requireAmount(amount: number, currency: string): void {
  if (amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (currency === 'usd' && amount < 50) {
    throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > 99_999_999) {
    throw invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  }
}
