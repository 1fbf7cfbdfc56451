import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatMediumDate, formatMoment } from '#contract/dates.ts'
import {
  centsFromDollars,
  dollarsFromCents,
  formatCents,
  formatDollars,
  LEAST_CENTS,
  MOST_CENTS,
  plainDollars,
} from '#contract/money.ts'

const options = { timeZone: 'UTC', dateStyle: 'medium' } as const
const medium = new Intl.DateTimeFormat('en-US', options)
const moment = new Intl.DateTimeFormat('en-US', { ...options, timeStyle: 'medium', hourCycle: 'h23' })

it('dates equal the medium style of Intl.DateTimeFormat', () => {
  const times = fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(times, (time) => {
      const iso = time.toISOString()
      expect(formatMediumDate(iso)).toBe(medium.format(time))
      expect(formatMoment(iso)).toBe(`${moment.format(time)} UTC`)
    }),
  )
  expect(formatMediumDate('2026-11-02T23:59:59.999Z')).toBe('Nov 2, 2026')
  expect(formatMoment('2026-11-21T00:30:05Z')).toBe('Nov 21, 2026, 00:30:05 UTC')
})

it('prices equal Intl.NumberFormat in dollars, without cents for whole dollars', () => {
  const whole = new Intl.NumberFormat('en-US')
  const withCents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.integer({ min: LEAST_CENTS, max: MOST_CENTS }), (cents) => {
      const dollars = dollarsFromCents(cents)
      expect(formatDollars(dollars)).toBe(`$${(cents % 100 === 0 ? whole : withCents).format(dollars)}`)
      expect(formatCents(cents)).toBe(formatDollars(dollars))
    }),
  )
  expect([0.5, 449.5, 1250, 999_999.99, 100_000].map(formatDollars)).toEqual([
    '$0.50',
    '$449.50',
    '$1,250',
    '$999,999.99',
    '$100,000',
  ])
})

it('a price formatted for a form is read back as the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: LEAST_CENTS, max: MOST_CENTS }), (cents) => {
      expect(centsFromDollars(plainDollars(dollarsFromCents(cents)))).toBe(cents)
    }),
  )
  expect([0.5, 449.5, 1250].map(plainDollars)).toEqual(['0.50', '449.50', '1250'])
})
