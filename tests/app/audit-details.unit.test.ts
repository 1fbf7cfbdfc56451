import { expect, test } from 'vitest'
import { detailsOf } from '#app/routes/audit-trail/details-of.ts'

const id = (digit: number) => `0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3${digit}`

test('a line of the audit trail shows amounts in dollars, and leaves out what is not known', () => {
  const line = {
    _id: id(1),
    date: '2026-11-21T09:30:00.000Z',
    action: 'payment-succeeded' as const,
    actorId: id(2),
    actorName: null,
    actorEmail: null,
    address: null,
    requestId: id(3),
    details: { amountCents: 44_950, paymentId: 'pi_1', orderId: null },
  }
  const known = [
    ['amount', '$449.50'],
    ['payment id', 'pi_1'],
    ['request', id(3)],
  ]
  expect(detailsOf({ ...line, subject: id(4) })).toEqual([['about', id(4)], ...known])
  expect(detailsOf({ ...line, subject: id(2) })).toEqual(known)
})
