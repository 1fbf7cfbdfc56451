/** A dot of any script before what is no dot, an at sign, a backslash, a colon that is not one of a time. */
const JOINTS = /[.。．｡](?=[^\s.。．｡])|[@\\](?=\S)|:(?=[^\s\d])|(?<=\p{L}):(?=\d)/gu

/**
 * What a stranger typed, for a mail: the same words, with a space wherever a mail program would see an address and
 * make a link of it.
 */
export const breakLinks = (typed: string): string => typed.replace(JOINTS, '$& ')
