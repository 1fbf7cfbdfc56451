import { readFileSync } from 'node:fs'

/** What people here think of first: the shop, what it sells, and where. */
const NEAR_AT_HAND = /^(?:clamshell|laptops?|dhaka|bangla|bangladesh)\d*$/
/** The same again and again. */
const REPEATED = /^(.{1,8}?)\1+$/u
const DATE = /^(?:\d{4}(?:19|20)\d\d|(?:19|20)\d{6})$/
/** What lies side by side in the alphabet and on a keyboard, both ways. */
const ROWS = 'abcdefghijklmnopqrstuvwxyz 01234567890 qwertyuiop asdfghjkl zxcvbnm'
const ROWS_BACKWARDS = [...ROWS].reverse().join('')

/** What is written for a letter; `1` is written for two, which are one here. */
const LETTERS: Record<string, string> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  0: 'o',
  5: 's',
  $: 's',
  1: 'i',
  '!': 'i',
  l: 'i',
}
const LOOKS_LIKE_LETTER = /[@4305$1!l]/g
const SIGNS = /[^\p{L}\p{M}\p{N}]+/gu
const SIGNS_AT_END = /[^\p{L}\p{M}\p{N}]+$/u

/** Read when first asked for. */
let common: Set<string> | undefined

/**
 * Whether a password is among the first that are guessed: a common one, one near at hand, a date, a row of the keyboard
 * or a repetition.
 */
export function isCommonPassword(password: string): boolean {
  const plain = withoutEnd(password)
  if ([NEAR_AT_HAND, REPEATED, DATE].some((guessed) => guessed.test(plain))) return true
  if (ROWS.includes(plain) || ROWS_BACKWARDS.includes(plain)) return true
  common ??= readCommon()
  return common.has(foldPassword(plain)) || common.has(foldPassword(plain.replace(SIGNS, '')))
}

/** A password without what people vary: case, spaces, signs at its end, and signs or digits in place of letters. */
export const foldPassword = (password: string): string =>
  withoutEnd(password).replace(LOOKS_LIKE_LETTER, (sign) => LETTERS[sign] ?? sign)

/** In lower case, without spaces and without signs at its end; one of signs alone keeps them. */
function withoutEnd(password: string): string {
  const plain = password.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
  return plain.replace(SIGNS_AT_END, '') || plain
}

function readCommon(): Set<string> {
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n')
  return new Set(lines.filter((line) => line && !line.startsWith('#')).map(foldPassword))
}
