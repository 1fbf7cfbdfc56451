/**
 * What could make an address of words: a dot of any script before anything but another dot, an at sign, a backslash, or
 * a colon that is not part of a time. Not the dot of a decimal number; but those of a number with several dots, which
 * may be an IP address.
 */
const JOINTS =
  /(?!(?<=\d)(?<!\d\.\d+)\.(?=\d)(?!\d+\.\d))[.。．｡](?=[^\s.。．｡])|[@\\](?=\S)|:(?=[^\s\d])|(?<=\p{L}):(?=\d)/gu

/**
 * Text that a stranger may have typed, for a mail: the same words, with a space wherever a mail program would see an
 * address and make a link of it.
 */
export const breakLinks = (typed: string): string => typed.replace(JOINTS, '$& ')
