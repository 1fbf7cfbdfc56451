import { expect, it } from 'vitest'
import { breakLinks } from '#server/mail/break-links.ts'

it.each([
  ['You have won at https://evil.example/x', 'You have won at https: //evil. example/x'],
  ['www.evil.example', 'www. evil. example'],
  ['mailto:eve@evil.example', 'mailto: eve@ evil. example'],
  ['tel:0900123', 'tel: 0900123'],
  ['s3://bucket', 's3: //bucket'],
  ['\\\\evil\\share', '\\ \\ evil\\ share'],
  ['evil。example', 'evil。 example'],
  ['10.0.0.1/x and 1.2.3', '10. 0. 0. 1/x and 1. 2. 3'],
  ['2.evil.example, 15.6.evil', '2. evil. example, 15.6. evil'],
])('breaks text that a mail program would make a link of: %s', (typed, said) =>
  expect(breakLinks(typed)).toBe(said),
)

it.each([
  'HP 840, 15.6", 2.4 GHz for $1,449.50.',
  'Dr. Ada O’Brien',
  'Multiplan Center, Level 3/4',
  'At 10:30, Gate 2 (north)...',
  '李',
])('leaves a name or a place unchanged: %s', (typed) => expect(breakLinks(typed)).toBe(typed))
