export type Encoding = 'br' | 'gzip'

/** Named, and not with a quality of nought. */
const BR = /(?:^|,)\s*br\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i
const GZIP = /(?:^|,)\s*gzip\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i

/** The better of the two compressions that an Accept-Encoding header takes; undefined where it takes neither. */
export function acceptedEncoding(accepted: string): Encoding | undefined {
  if (BR.test(accepted)) return 'br'
  return GZIP.test(accepted) ? 'gzip' : undefined
}
