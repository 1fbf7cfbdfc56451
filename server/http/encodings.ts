export type Encoding = 'br' | 'gzip'

/** Matches an encoding that is named, and not with a quality of 0. */
const BR = /(?:^|,)\s*br\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i
const GZIP = /(?:^|,)\s*gzip\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i

/** The better of our two compressions that an Accept-Encoding header accepts; undefined if it accepts neither. */
export function acceptedEncoding(accepted: string): Encoding | undefined {
  if (BR.test(accepted)) return 'br'
  return GZIP.test(accepted) ? 'gzip' : undefined
}
