import { kept, MISSING, NO_TEXT, refused, TAKEN, type Try, text } from './tries.ts'

/*
 * The values tried in each kind of field, and the expected result: refused, or accepted as the value that is then
 * stored and returned. Every field of every call has a kind (see fields.ts).
 */

const EMAIL: Try[] = [
  ...MISSING,
  ...NO_TEXT,
  ...refused(
    ['no @', 'ada.example.com'],
    ['two @', 'ada@b@example.com'],
    ['a space', 'a da@example.com'],
    ['a quoted local part', '"a da"@example.com'],
    ['letters of other scripts', 'ada@bücher.example'],
    ['a full-width @', 'ada＠example.com'],
    ['a letter that looks like a', 'аda@example.com'],
    ['255 characters', `${'a'.repeat(243)}@example.com`],
    ['a list of addresses', 'ada@example.com,bob@example.com'],
    ['a list', ['ada@example.com']],
    ['an object', { $ne: null }],
    ['a header injection', 'ada@example.com\r\nBcc: bob@example.com'],
    ['a name around it', 'Ada <ada@example.com>'],
    ['an address in numbers', 'ada@[127.0.0.1]'],
    ['NUL', 'ada@example.com\0'],
    ['a lone surrogate', 'ada\ud83d@example.com'],
    ['two dots', 'a..da@example.com'],
    ['a host without a dot', 'ada@localhost'],
    ['an encoded word of mail', '=?utf-8?q?ada?=@example.com'],
    ['a million characters', `${'a'.repeat(1_000_000)}@example.com`],
  ),
  ['capitals and spaces', '  Tried.One@Example.COM ', 'tried.one@example.com'],
  ['the sign of kelvin, which is a K', 'tried.K@example.com', 'tried.k@example.com'],
  ...kept(
    'tried+tag@example.com',
    'tried.a.b@example.com',
    'tried@xn--bcher-kva.example',
    "tried_o'x@example.co",
    'tried@example.xn--p1ai',
    'tried!#$%&*/=^`{|}~-@example.com',
  ),
]

const NEW_PASSWORD: Try[] = [
  ...MISSING,
  ...NO_TEXT,
  ...refused(
    ['7 characters', 'short 7'],
    ['7 surrogate pairs', '😀'.repeat(7)],
    ['129 characters', 'x y'.repeat(43)],
    ['a megabyte', 'x'.repeat(1_000_000)],
    ['NUL', 'long enough\0'],
    ['a lone surrogate', 'long enough \ud83d'],
  ),
  ['8 characters', 'xq 8 chr', 'xq 8 chr'],
  ['128 characters', 'x y!'.repeat(32), 'x y!'.repeat(32)],
  ['128 surrogate pairs', '🔑'.repeat(128), '🔑'.repeat(128)],
  ['spaces around, which belong to it', '  two spaces  ', '  two spaces  '],
  ['a decomposed character', 'Cafe\u0301 au lait', 'Cafe\u0301 au lait'],
]

const PASSWORD: Try[] = [
  ...NEW_PASSWORD,
  ...refused(['a common password', 'PassWord123'], ['another common password', '12345678']),
]

const PHONE: Try[] = [
  ...MISSING,
  ...NO_TEXT,
  ...refused(
    ['letters', 'call me'],
    ['4 digits', '0123'],
    ['16 digits', '0123456789012345'],
    ['a minus', '-01712345678'],
    ['an exponent', '1e9'],
    ['1e9, a number', 1e9],
    ['a space within', '+1 555 0100'],
    ['Arabic digits', '٠١٧١٢٣٤٥٦٧٨'],
    ['full-width digits', '０１７１２３４５'],
    ['a command', '01712;DROP'],
    ['two pluses', '++01712345'],
    ['NUL', '01712345\0'],
    ['a million digits', '1'.repeat(1_000_000)],
  ),
  ...kept('01712', '012345678901234', '+8801712345678'),
  ['spaces around', ' 0171234567 ', '0171234567'],
]

/** Dollars as typed, and the dollars that are returned: exactly those. */
const PRICE: Try[] = [
  ...refused(
    ['nothing at all', undefined],
    ['an empty text', ''],
    ['null', null],
    ['true', true],
    ['a list', [100]],
    ['an object', { amount: 100 }],
    ...(
      [
        '.5',
        '5.',
        '1,000',
        '1.000,00',
        '1 000',
        '$100',
        '100$',
        '1e3',
        '0x10',
        '0b1',
        '-1',
        '+1',
        '--1',
        '0',
      ] as const
    ).map((value): [string, string] => [value, value]),
    ...(
      [
        '0.49',
        '1000000',
        '99.999',
        '0.500',
        'NaN',
        'Infinity',
        '-Infinity',
        '１００',
        '١٠٠',
        '100\0',
        '1_000',
      ] as const
    ).map((value): [string, string] => [value, value]),
    ['zero, a number', 0],
    ['below zero, a number', -5],
    ['three decimals, a number', 99.999],
    ['what a sum of floats gives', 100.1 + 200.2],
    ['an overflow to infinity', '1e400'],
    ['more digits than a double has', '9007199254740993'],
    ['a hundred digits', '9'.repeat(100)],
    ['a million digits', '9'.repeat(1_000_000)],
  ),
  ['100', '100', 100],
  ['100.00', '100.00', 100],
  ['100.5', '100.5', 100.5],
  ['0.50', '0.50', 0.5],
  ['1.10', '1.10', 1.1],
  ['0.57, a number', 0.57, 0.57],
  ['4.35', '4.35', 4.35],
  ['999999.99', '999999.99', 999_999.99],
  ['spaces around', ' 100 ', 100],
  ['a number', 449.5, 449.5],
]

const choice = (...choices: string[]): Try[] => [
  ...MISSING,
  ...NO_TEXT,
  ...refused(
    ['another', 'none of them'],
    ['capitals', choices[0] === choices[0]?.toUpperCase() ? 'hP' : (choices[0]?.toUpperCase() ?? '')],
    ['a space behind', `${choices[0]} `],
    ['a list of a good one', [choices[0]]],
    ['NUL behind', `${choices[0]}\0`],
    ['an escape behind', `${choices[0]}%00`],
    ['admin', 'admin'],
    ['a name of the language', 'constructor'],
  ),
  ...kept(...choices),
]

/** Only the url of one's own upload is a picture: everything else is refused, and never fetched. */
const PICTURE: Try[] = [
  ...refused(
    ['a number', 7],
    ['true', true],
    ['a list', ['/api/images/x']],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:image/png;base64,AA=='],
    ['another site', '//evil.example/x.png'],
    ['a file', 'file:///etc/passwd'],
    ['the address of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['another port of this machine', 'http://127.0.0.1:5432/'],
    ['its own host', `http://localhost:3000/api/images/${'a'.repeat(32)}`],
    ['a path of its own', '/api/users'],
    ['a path that climbs', '/api/images/../users'],
    ['a picture that is not there', `/api/images/${'0'.repeat(32)}`],
    ['capitals', `/api/images/${'A'.repeat(32)}`],
    ['a url of 5 kB', `/api/images/${'a'.repeat(5_000)}`],
    ['NUL', '/api/images/\0'],
  ),
]

/** Values without the form of an id. */
export const NO_ID = [
  '0',
  '-1',
  '1.5',
  '1e3',
  'null',
  'undefined',
  '507f1f77bcf86cd799439011',
  '0198C7C5-0B7A-7CC0-8A52-6B1F6A0F7D3E',
  '0198c7c50b7a7cc08a526b1f6a0f7d3e',
  '{0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e}',
  '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e ',
  '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3g',
  '-'.repeat(36),
  'a'.repeat(101),
  '[object Object]',
  "' or 1=1--",
  '__proto__',
  'constructor',
  '😀',
  '../users',
  '\0',
  'x\0',
  '٠'.repeat(36),
]
const ID: Try[] = [
  ...MISSING,
  ...NO_TEXT,
  ...refused(...NO_ID.map((id): [string, string] => [JSON.stringify(id), id])),
]

const ignored: Try[] = [
  ['nothing at all', undefined, TAKEN],
  ['a script', '<script>', TAKEN],
]

export const KINDS = {
  name: text(1, 80),
  location: text(1, 120),
  subject: text(1, 120),
  'purchase year': text(1, 20),
  description: text(1, 2_000, { lines: true }),
  message: text(1, 4_000, { lines: true }),
  reason: text(1, 500, { lines: true }),
  email: EMAIL,
  password: PASSWORD,
  'new password': NEW_PASSWORD,
  'given password': [
    ...MISSING,
    ...NO_TEXT,
    ...refused(['a megabyte', 'x'.repeat(1_000_000)], ['257 characters', 'x'.repeat(257)]),
    ['128 characters', 'x'.repeat(128), TAKEN],
  ],
  'mailed token': [...MISSING, ...NO_TEXT, ...refused(['201 characters', 'x'.repeat(201)])],
  phone: PHONE,
  price: PRICE,
  brand: choice('hp', 'dell', 'walton'),
  condition: choice('Excellent', 'Good', 'Fair'),
  'buyer or seller': choice('buyer', 'seller'),
  'buyer alone': choice('buyer'),
  decision: choice('dismissed', 'taken-down'),
  picture: PICTURE,
  id: ID,
  transaction: [
    ...MISSING,
    ...NO_TEXT,
    ...refused(
      ['another kind', 'ch_1'],
      ['a path', 'pi_../refunds'],
      ['a query', 'pi_1?x=1'],
      ['NUL', 'pi_1\0'],
      ['a line break', 'pi_1\n'],
      ['5 kB', `pi_${'x'.repeat(5_000)}`],
    ),
  ],
  ignored,
} satisfies Record<string, Try[]>
export type Kind = keyof typeof KINDS
