import type { Card } from './card.ts'
import { type TestCard, testCards } from './cards.ts'
import { newId } from './new-id.ts'
import { missing, unusableCard } from './problems.ts'
import { seconds } from './work.ts'

type CardDetails = { number: string; exp_month: string; exp_year: string; cvc?: string | undefined }

const byNumber = new Map(testCards.map((card) => [card.number, card]))
const byMethod = new Map(testCards.flatMap((card) => card.methods.map((method) => [method, card] as const)))

/** The check digit of card numbers (Luhn, ISO/IEC 7812-1). */
function hasCheckDigit(number: string): boolean {
  let sum = 0
  for (let place = 0; place < number.length; place++) {
    const digit = Number(number[number.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Refuses an expiry that has passed, naming the field at fault: the card is good to its month's end. */
function readExpiry(month: string, year: string, now: Date): { expMonth: number; expYear: number } {
  const expMonth = /^\d{1,2}$/.test(month) ? Number(month) : 0
  if (expMonth < 1 || expMonth > 12) {
    throw unusableCard('invalid_expiry_month', "Your card's expiration month is invalid.", {
      param: 'exp_month',
    })
  }
  const expYear = /^\d{2}$/.test(year) ? 2000 + Number(year) : /^\d{4}$/.test(year) ? Number(year) : 0
  const thisYear = now.getUTCFullYear()
  if (expYear < thisYear || expYear > thisYear + 50) {
    throw unusableCard('invalid_expiry_year', "Your card's expiration year is invalid.", {
      param: 'exp_year',
    })
  }
  if (expYear === thisYear && expMonth < now.getUTCMonth() + 1) {
    throw unusableCard('invalid_expiry_month', "Your card's expiration month is invalid.", {
      param: 'exp_month',
    })
  }
  return { expMonth, expYear }
}

function requireTestCard(number: string): TestCard {
  if (!/^\d{12,19}$/.test(number)) {
    throw unusableCard('invalid_number', 'The card number is not a valid credit card number.', {
      param: 'number',
    })
  }
  if (!hasCheckDigit(number)) {
    throw unusableCard('incorrect_number', 'Your card number is incorrect.', { param: 'number' })
  }
  const card = byNumber.get(number)
  if (!card) {
    throw unusableCard(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      { decline_code: 'test_mode_live_card' },
    )
  }
  return card
}

/**
 * Reads typed card details as the provider does before any payment is tried: number (digits, check digit,
 * one of the test cards), expiry, security code. Throws a 402 `card_error` that names the field; keeps
 * only what `Card` has.
 */
export function readCard(details: CardDetails, now: Date): Card {
  const card = requireTestCard(details.number.replace(/[\s-]/g, ''))
  const expiry = readExpiry(details.exp_month, details.exp_year, now)
  const length = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (details.cvc !== undefined && !length.test(details.cvc)) {
    throw unusableCard('invalid_cvc', "Your card's security code is invalid.", { param: 'cvc' })
  }
  return keep(card, expiry, now)
}

/** The published payment method `pm_card_…` as a card good for another year; 404 for any other id. */
export function readCardMethod(method: string, now: Date): Card {
  const card = byMethod.get(method)
  if (!card) throw missing('PaymentMethod', method, 'payment_method')
  return keep(card, { expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() + 1 }, now)
}

function keep(card: TestCard, expiry: { expMonth: number; expYear: number }, now: Date): Card {
  return {
    method: newId('pm'),
    brand: card.brand,
    last4: card.number.slice(-4),
    ...expiry,
    does: card.does,
    createdAt: seconds(now),
  }
}
