import { asciiDigits } from '../../orders/ascii-digits.ts'

/** A card as people type it: `4242 4242 4242 4242`, `12/29`, `123`. */
export type TypedCard = { number: string; expiry: string; cvc: string }
/** What is wrong with each field, for people. */
export type CardFaults = { [field in keyof TypedCard]?: string | undefined }

export const digitsOf = (text: string) => asciiDigits(text).replace(/\D/g, '')

/** A card number in groups of four digits. */
export function formatCardNumber(text: string): string {
  return digitsOf(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** An expiry as MM/YY; the slash is added. A first digit that cannot begin a month gets a 0 before it. */
export function formatExpiry(text: string): string {
  const [before = '', after] = asciiDigits(text).split(/\D+/)
  if (after === undefined) {
    const digits = /^[2-9]/.test(before) ? `0${before}` : before
    const year = shortYear(digits.slice(2))
    return digits.slice(0, 2) + (year && `/${year}`)
  }
  const month = before.slice(0, 2)
  // With a year behind it, the month is being corrected: a 0 would be in the way.
  return after ? `${month}/${shortYear(after)}` : month.replace(/^[1-9]$/, '0$&')
}

/** The last two digits of a year that is typed in full. */
function shortYear(digits: string): string {
  const [, short] = /^20(\d\d)/.exec(digits) ?? []
  return short ?? digits.slice(0, digits.startsWith('20') ? 3 : 2)
}

/** The caret's position in a formatted text with so many of its digits before it. */
export function placeAfter(digits: number, text: string): number {
  const last = [...text.matchAll(/\d/g)].slice(0, digits).at(-1)
  return last ? last.index + 1 : 0
}

/** All problems that can be found without asking anyone, as in the provider's own form before any call. */
export function findCardFaults({ number, expiry, cvc }: TypedCard, now: Date): CardFaults {
  const securityCode = /^\d{3,4}$/.test(cvc) ? undefined : "Your card's security code is incomplete."
  return { number: faultOfNumber(digitsOf(number)), expiry: faultOfExpiry(expiry, now), cvc: securityCode }
}

function faultOfNumber(digits: string): string | undefined {
  if (digits.length < 12) return 'Your card number is incomplete.'
  return hasCheckDigit(digits) ? undefined : 'Your card number is invalid.'
}

function faultOfExpiry(expiry: string, now: Date): string | undefined {
  const [month = 0, year = 0] = expiry.split('/').map(Number)
  if (!/^\d\d?\/\d\d$/.test(expiry)) return "Your card's expiration date is incomplete."
  if (month < 1 || month > 12) return "Your card's expiration date is invalid."
  // The card is valid to the end of its month.
  const past =
    2000 + year < now.getFullYear() || (2000 + year === now.getFullYear() && month <= now.getMonth())
  return past ? "Your card's expiration date is in the past." : undefined
}

/** The check digit of card numbers (Luhn, ISO/IEC 7812-1): every second digit from the right counts double. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
