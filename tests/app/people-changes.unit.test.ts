import { describe, expect, it } from 'vitest'
import { verifyBy } from '#app/people/people-changes.ts'

const seller = {
  _id: '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e',
  name: 'Nadia',
  email: 'nadia@example.com',
  image: null,
  userType: 'seller' as const,
  verified: false,
  online: false,
  lastSeenDate: null,
  joinedDate: '2026-11-21T09:30:00.000Z',
}

describe('the question before a seller is verified', () => {
  it.each([
    [true, 'All their laptops will show the badge.'],
    [
      false,
      'They have not confirmed that this e-mail address is theirs. All their laptops will show the badge.',
    ],
  ])('says whether their e-mail is confirmed (%s)', (emailProven, means) => {
    expect(verifyBy('admin@example.com', { ...seller, emailProven }).means).toBe(means)
  })
})
