import { describe, expect, test } from 'vitest'
import { findCardFaults, formatCardNumber, formatExpiry, placeAfter } from '#app/routes/payment/typed-card.ts'

const NOW = new Date(2026, 10, 21)
const GOOD = { number: '4242 4242 4242 4242', expiry: '11/26', cvc: '123' }

describe('typed text', () => {
  test.each([
    ['42424', '4242 4'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
    ['1'.repeat(30), '1111 1111 1111 1111 111'],
    ['', ''],
    ['４２４２４', '4242 4'],
    ['٤٢٤٢٤', '4242 4'],
    ['۴۲۴۲۴', '4242 4'],
  ])('as a card number, %j shows as %j', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown)
  })

  test.each([
    ['1', '1'],
    ['12', '12'],
    ['123', '12/3'],
    ['12/30', '12/30'],
    ['4', '04'],
    ['1230999', '12/30'],
    ['1/', '01'],
    ['012', '01/2'],
    ['1/27', '1/27'],
    ['/27', '/27'],
    ['12/', '12'],
    ['12 / 30', '12/30'],
    ['12/202', '12/202'],
    ['12/2029', '12/29'],
    ['122029', '12/29'],
    ['12/20299', '12/29'],
    ['１２／３０', '12/30'],
    ['١٢/٣٠', '12/30'],
    ['۱۲۳۰', '12/30'],
  ])('as an expiry, %j shows as %j', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown)
  })
})

test.each([
  [0, '4242 4', 0],
  [3, '4242 4', 3],
  [4, '4242 4', 4],
  [5, '4242 4', 6],
  [9, '4242 4', 6],
])('the caret after %i digits of %j is at position %i', (digits, text, place) => {
  expect(placeAfter(digits, text)).toBe(place)
})

describe('a typed card', () => {
  test('may have a month of one digit', () => {
    expect(findCardFaults({ ...GOOD, expiry: '1/27' }, NOW)).toEqual({})
  })

  test('is valid until the last day of its month', () => {
    expect(findCardFaults(GOOD, NOW)).toEqual({})
    expect(findCardFaults(GOOD, new Date(2026, 10, 30))).toEqual({})
    expect(findCardFaults(GOOD, new Date(2026, 11, 1))).toEqual({ expiry: expect.stringMatching(/past/) })
  })

  test.each([
    ['number', { number: '4242 4242 4242 4241' }],
    ['number', { number: '4242' }],
    ['expiry', { expiry: '13/30' }],
    ['expiry', { expiry: '12' }],
    ['expiry', { expiry: '12/25' }],
    ['cvc', { cvc: '12' }],
    ['cvc', { cvc: '' }],
  ])('is rejected for its invalid %s alone', (field, wrong) => {
    expect(findCardFaults({ ...GOOD, ...wrong }, NOW)).toEqual({ [field]: expect.any(String) })
  })

  test('with an impossible month is reported as invalid, not as incomplete', () => {
    for (const expiry of ['13/30', '00/30'])
      expect(findCardFaults({ ...GOOD, expiry }, NOW)).toEqual({
        expiry: "Your card's expiration date is invalid.",
      })
  })

  test('that is empty reports all fields at once', () => {
    expect(findCardFaults({ number: '', expiry: '', cvc: '' }, NOW)).toEqual({
      number: 'Your card number is incomplete.',
      expiry: "Your card's expiration date is incomplete.",
      cvc: "Your card's security code is incomplete.",
    })
  })
})
