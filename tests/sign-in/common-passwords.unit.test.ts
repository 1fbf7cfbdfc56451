import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { refusePassword } from '#server/sign-in/passwords.ts'
import { PASSWORD } from '#tests/support/people.ts'

const ADA = { name: 'Ada  Lovelace', email: 'countess.ada@example.com' }
const refusal = (password: string) => {
  try {
    refusePassword(password, ADA)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
const COMMON = 'This password is too easy to guess. Please choose another.'
const OWN = 'Your name or e-mail address is not a safe password. Please choose another.'

const GUESSED = {
  'on common lists': [
    ...[
      'password',
      '12345678910',
      '123456789a',
      'aa123456',
      'asdfghjkl',
      'iloveyou1',
      '147258369',
      '11112222',
    ],
    ...['password1234', 'q1w2e3r4', 'qwerty1234', 'zaq12wsx', 'bangladesh', 'trustno1'],
  ],
  'in another case, or with spaces': [
    ...['PASSWORD1', ' password', 'password  ', 'pass word', 'i love you', 'P@ssw0rd'],
    ...['１２３４５６７８', '\u3000password'],
  ],
  'about the shop and its place': ['clamshell', 'Clamshell1', 'laptop123', 'dhaka1234', 'Bangladesh1971'],
  'repeated characters': ['aaaaaaaa', '😀😀😀😀😀😀😀😀', '!!!!!!!!', 'qwertyqwerty', '1212121212'],
  'only spaces': [' '.repeat(8), '\u00a0\u3000'.repeat(8)],
  'a row of the alphabet or keyboard': [
    'abcdefgh',
    'tuvwxyz ',
    '87654321',
    'poiuytre',
    '0987654321',
    'a       ',
  ],
  'a date': ['16121971', '19711216'],
}

describe.each(Object.entries(GUESSED))('refused as too easy to guess: %s', (_what, passwords) => {
  it.each(passwords)('%j', (password) => expect(refusal(password)).toBe(COMMON))
})

it.each([
  ...['Ada  Lovelace', 'ada lovelace', ' Ada Lovelace ', 'AdaLovelace'],
  ...['countess.ada', 'Countess.Ada ', 'countess.ada@example.com'],
])('refused as the person’s own name or e-mail: %j', (password) => expect(refusal(password)).toBe(OWN))

it.each([
  ...[DEMO_PASSWORD, PASSWORD, 'correct horse battery staple', 'Ada Lovelace wrote the first', 'Tr0ub4dor&3'],
  ...[
    'Passw0rd!-for-lamps',
    'ada lovelace!',
    'the password of my laptop',
    'kX9#mP2$vL',
    '73829104',
    '#{%^)(*&^%$#@',
    'পাসওয়ার্ড নয়, বাক্য',
  ],
])('accepted: %j', (password) => expect(refusal(password)).toBeUndefined())
