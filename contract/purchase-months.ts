const AGE =
  /^(?:(\d{1,2}(?:[.,]\d)?)\s*(?:y|yrs?|years?)\.?)?\s*(?:,|\+|&|and)?\s*(?:(\d{1,3})\s*(?:m|mos?|mths?|months?)\.?)?$/i
/** No laptop is older than this. */
const MOST_MONTHS = 50 * 12

/**
 * A laptop's age as sellers type it (`1Y 2M`, `14M`, `2 years`, `1.5y`, `1 year and 2 months`) in whole months. Null
 * for ambiguous input: a number alone may be years, months or a calendar year.
 */
export function purchaseMonths(typed: string): number | null {
  const [, years, months] = AGE.exec(typed.trim()) ?? []
  if (years === undefined && months === undefined) return null
  const total = Math.round(Number((years ?? '0').replace(',', '.')) * 12) + Number(months ?? '0')
  return total <= MOST_MONTHS ? total : null
}
