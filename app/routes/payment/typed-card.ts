/** A card as people type it: `4242 4242 4242 4242`, `12/29`, `123`. */
export type TypedCard = { number: string; expiry: string; cvc: string }
export type CardFault = { field: keyof TypedCard; message: string }

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** A card number in groups of four digits. */
export function formatCardNumber(text: string): string {
  return digitsOf(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** An expiry as MM/YY; the slash comes by itself, and a single digit above 1 becomes a month. */
export function formatExpiry(text: string): string {
  let digits = digitsOf(text).slice(0, 4)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}

/** What can be seen to be wrong without asking anyone: as the provider's own form, before any call. */
export function findCardFault({ number, expiry, cvc }: TypedCard, now: Date): CardFault | undefined {
  const digits = digitsOf(number)
  if (digits.length < 12) return { field: 'number', message: 'Your card number is incomplete.' }
  if (!hasCheckDigit(digits)) return { field: 'number', message: 'Your card number is invalid.' }
  const [month = 0, year = 0] = expiry.split('/').map(Number)
  if (!/^\d\d\/\d\d$/.test(expiry) || month < 1 || month > 12) {
    return { field: 'expiry', message: "Your card's expiration date is incomplete." }
  }
  // The card is good to the end of its month.
  if (2000 + year < now.getFullYear() || (2000 + year === now.getFullYear() && month < now.getMonth() + 1)) {
    return { field: 'expiry', message: "Your card's expiration date is in the past." }
  }
  if (!/^\d{3,4}$/.test(cvc)) return { field: 'cvc', message: "Your card's security code is incomplete." }
  return undefined
}

/** The check digit of card numbers (Luhn, ISO/IEC 7812-1): every second digit from the right counts double. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
