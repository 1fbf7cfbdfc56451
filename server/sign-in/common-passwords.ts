import { readFileSync } from 'node:fs'

/** What people here think of first: the shop, what it sells, and where. */
const NEAR_AT_HAND = /^(?:clamshell|laptops?|dhaka|bangla|bangladesh)\d*$/
/** A repetition, unless it is long: hardly anybody guesses how often a long one repeats. */
const REPEATED = /^(?=.{0,16}$)(.{1,8}?)\1+$/u
const DATE = /^(?:\d{4}(?:19|20)\d\d|(?:19|20)\d{6})$/
/** Neighbours in the alphabet and on a keyboard, in both directions. */
const ROWS = 'abcdefghijklmnopqrstuvwxyz 01234567890 qwertyuiop asdfghjkl zxcvbnm'
const ROWS_BACKWARDS = [...ROWS].reverse().join('')

/** Loaded on first use. */
let common: Set<string> | undefined

/**
 * Whether a password is among the first that are guessed: a common one, one about the shop, a date, a row of the
 * keyboard or a repetition. With symbols for letters, or at the end, it is another password, as in the lists that these
 * come from.
 */
export function isCommonPassword(password: string): boolean {
  const plain = plainPassword(password)
  if ([NEAR_AT_HAND, REPEATED, DATE].some((guessed) => guessed.test(plain))) return true
  if (ROWS.includes(plain) || ROWS_BACKWARDS.includes(plain)) return true
  common ??= readCommon()
  return common.has(plain)
}

/** A password without what cannot be heard: upper case, and spaces. */
export const plainPassword = (password: string): string =>
  password.normalize('NFKC').toLowerCase().replace(/\s+/g, '')

function readCommon(): Set<string> {
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n')
  return new Set(lines.filter((line) => line && !line.startsWith('#')))
}
