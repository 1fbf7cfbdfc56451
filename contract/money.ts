/** The lowest and highest price of a laptop, in cents: $0.50 (the card provider's minimum) and $999,999.99. */
export const LEAST_CENTS = 50
export const MOST_CENTS = 99_999_999

/**
 * Reads dollars as people type them (`"449"`, `"449.5"`, `"449.50"`) or as JSON carries them (`449.5`) into
 * whole cents. Undefined for all else: signs, exponents, separators, currency symbols, more than two
 * decimals, amounts out of bounds, values that are neither text nor number.
 */
export function centsFromDollars(dollars: unknown): number | undefined {
  if (typeof dollars !== 'string' && typeof dollars !== 'number') return undefined
  const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(String(dollars).trim())
  if (!match) return undefined
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return cents >= LEAST_CENTS && cents <= MOST_CENTS ? cents : undefined
}

/** Whole cents as dollars, the way prices travel: 44950 becomes 449.5. */
export function dollarsFromCents(cents: number): number {
  return cents / 100
}

/** Dollars as people type them: `449.50`, `1250`; no decimals where there are no cents. */
export const plainDollars = (dollars: number): string =>
  Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2)

/** Dollars as they are shown: `$449.50`, `$1,250`. Not by Intl: see dates.ts. */
export function formatDollars(dollars: number): string {
  const [whole = '', cents] = plainDollars(dollars).split('.')
  // No price has more than one group of thousands.
  const grouped = whole.length > 3 ? `${whole.slice(0, -3)},${whole.slice(-3)}` : whole
  return `$${cents ? `${grouped}.${cents}` : grouped}`
}

/** Whole cents as they are shown in dollars: 44950 is `$449.50`. */
export const formatCents = (cents: number): string => formatDollars(dollarsFromCents(cents))
