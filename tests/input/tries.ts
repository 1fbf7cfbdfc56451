/* How the values tried in a field are written down, and those tried in every text field. */

export const REFUSED = Symbol('refused')
/** Accepted, but the value is not stored, or not in a form that can be read back. */
export const TAKEN = Symbol('taken')
export type Try = [what: string, value: unknown, becomes: unknown]

export const refused = (...tries: [string, unknown][]): Try[] =>
  tries.map(([what, value]) => [what, value, REFUSED])
export const kept = (...values: string[]): Try[] =>
  values.map((value) => [JSON.stringify(value).slice(0, 60), value, value])

/** JSON values other than text. */
export const NO_TEXT = refused(
  ['null', null],
  ['a number', 7],
  ['true', true],
  ['a list', ['text in a list']],
  ['an object', { text: 'in an object' }],
)
export const MISSING = refused(['nothing at all', undefined], ['an empty text', ''])
const BROKEN_TEXT = refused(
  ['NUL', 'a\0b'],
  ['another control character', 'a\u0007b'],
  ['an escape sequence of terminals', 'a\u001b[31mb'],
  ['a control character of the second set', 'a\u0085b'],
  ['a lone high surrogate', 'a\ud83d'],
  ['a lone low surrogate', 'a\ude00b'],
  ...[...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067'].map((one): [string, string] => [
    `a bidirectional control: U+${one.codePointAt(0)?.toString(16)}`,
    `HP 840 ${one}999$ ton`,
  ]),
)

/** Text of one or several lines: shown as typed, whatever it would mean elsewhere. */
export function text(least: number, most: number, { lines = false } = {}): Try[] {
  const breaks: Try[] = lines
    ? kept('a\r\nb\n\tc', 'a\u2028b\u2029c')
    : refused(
        ['a line break', 'a\nb'],
        ['CR and LF', 'a\r\nb'],
        ['a separator of lines', 'a\u2028b'],
        ['a separator of paragraphs', 'a\u2029b'],
        ['a tab', 'a\tb'],
      )
  return [
    ...MISSING,
    ...NO_TEXT,
    ...BROKEN_TEXT,
    ...breaks,
    ...refused(
      ['spaces alone', '     '],
      ...[...'\u200b\u2060\u3164\u2800\u115f\u1160\uffa0\ufffc\u{1d159}\u{13441}\u{13442}\u0301\ufe0f'].map(
        (one): [string, string] => [`invisible: U+${one.codePointAt(0)?.toString(16)}`, one.repeat(2)],
      ),
      [`${most + 1} characters`, 'x'.repeat(most + 1)],
      [`${most + 1} surrogate pairs`, '😀'.repeat(most + 1)],
      ['too many combining marks', `x${'\u0301'.repeat(31)}`],
      ['a million characters', 'x'.repeat(1_000_000)],
    ),
    ...(least === 1 ? kept('x') : []),
    [`${most} characters`, 'x'.repeat(most), 'x'.repeat(most)],
    [`${most} surrogate pairs`, '😀'.repeat(most), '😀'.repeat(most)],
    ['spaces around', '  as typed  ', 'as typed'],
    ['tabs and line breaks around', '\tas typed\r\n', 'as typed'],
    ['the isolates that the shop puts around names', '\u2068as\u2069 typed\u2069', 'as typed'],
    ['a decomposed character (NFC)', 'Cafe\u0301', 'Caf\u00e9'],
    ...kept(
      '<script>x()</script>',
      '"><img onerror=x>',
      '{{7*7}} #{7*7}',
      '=cmd()',
      "'; drop--",
      'שלום\u200f, x',
      'a\u200bb',
      '👩‍👩‍👧 🇧🇩',
      `x${'\u0301'.repeat(8)}y`.normalize('NFC'),
      `x${'\u0301'.repeat(30)}`.normalize('NFC'),
      'null',
      'undefined',
      "O'Brien",
      '李',
      '__proto__',
      '[x](//evil)',
      '%00%zz',
      '\\',
    ).filter(([, value]) => [...(value as string)].length <= most),
  ]
}
