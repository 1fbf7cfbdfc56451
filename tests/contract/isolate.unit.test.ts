import { expect, it } from 'vitest'
import { isolate } from '#contract/isolate.ts'

it.each([
  'لابتوب HP 840',
  'HP 840 מצוין',
  'ﻻ',
  'ߊ',
  '𞤀𞤣',
  '𐤀',
  'HP 840\u200f',
  'HP 840 \ufefd',
  'HP 840 \ufefe',
])('isolates right-to-left text: %s', (typed) => expect(isolate(typed)).toBe(`\u2068${typed}\u2069`))

it.each(['HP 840, 15.6"', 'Łódź “Café”', '李', 'एचपी', '❤️ 😀', '👩🏽‍💻', ''])(
  'leaves other text unchanged: %s',
  (typed) => expect(isolate(typed)).toBe(typed),
)

it('recognizes every letter of the right-to-left scripts', () => {
  const scripts =
    'Adlam Arabic Chorasmian Elymaic Garay Hanifi_Rohingya Hatran Hebrew Imperial_Aramaic Mandaic Mende_Kikakui Nko ' +
    'Old_Hungarian Phoenician Samaritan Syriac Thaana Yezidi'
  const some = scripts.split(' ').map((script) => `\\p{Script=${script}}`)
  const letter = new RegExp(`^(?=\\p{L})[${some.join('')}]$`, 'u')
  const characters = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point))
  const letters = characters.filter((one) => letter.test(one))
  expect(letters.length).toBeGreaterThan(1500)
  expect(letters.filter((one) => isolate(one) === one)).toEqual([])
})
