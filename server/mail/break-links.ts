/**
 * A dot of any script before what is no dot, an at sign, a backslash, a colon that is not one of a time. The dot of a
 * decimal number is none; those of a number with several dots are, which may be an address.
 */
const JOINTS =
  /(?!(?<=\d)(?<!\d\.\d+)\.(?=\d)(?!\d+\.\d))[.。．｡](?=[^\s.。．｡])|[@\\](?=\S)|:(?=[^\s\d])|(?<=\p{L}):(?=\d)/gu

/**
 * What a stranger may have typed, for a mail: the same words, with a space wherever a mail program would see an
 * address and make a link of it.
 */
export const breakLinks = (typed: string): string => typed.replace(JOINTS, '$& ')
