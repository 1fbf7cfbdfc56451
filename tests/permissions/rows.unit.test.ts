import { expect, it } from 'vitest'
import { changesBetween, LONG_AGO } from './rows.ts'

const SENT_ID = '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e'
const OWN_ID = '0198c7c5-1111-7cc0-8a52-6b1f6a0f7d3e'
const SENT = [SENT_ID, LONG_AGO, 'person-1@example.com', 'f'.repeat(32), 'pi_invented']

const made = (row: Record<string, string>) => changesBetween(new Set(), new Set([JSON.stringify(row)]), SENT)

it.each([
  ['ID', { buyer_id: SENT_ID }, { buyer_id: OWN_ID }],
  ['date', { paid_at: '1999-12-31T23:59:59+00:00' }, { paid_at: '2026-11-21T10:00:00.123+00:00' }],
  ['date as it was sent', { paid_at: LONG_AGO }, { paid_at: '2026-11-21T10:00:00.123Z' }],
  ['address', { email: 'person-1@example.com' }, { email: 'person-2@example.com' }],
  ['picture', { image_id: 'f'.repeat(32) }, { image_id: '0123456789abcdef'.repeat(2) }],
  ['payment', { intent_id: 'pi_invented' }, { intent_id: 'pi_3Rx' }],
])('a row that contains the %s that was sent differs from one that does not', (_what, took, own) => {
  expect(made(took)).not.toEqual(made(own))
})

it('rows without sent values are equal, whatever their IDs and times are', () => {
  const one = { id: OWN_ID, at: '2026-11-21T10:00:00.123Z', email: 'person-2@example.com' }
  const other = {
    id: OWN_ID.replace('1111', '2222'),
    at: '2026-11-22T10:00:00Z',
    email: 'person-3@example.com',
  }
  expect(made(one)).toEqual(made(other))
})
