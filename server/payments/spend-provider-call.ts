import type { Db } from '../database/with-transaction.ts'
import type { Limit } from '../limits/count-limit.ts'
import { spendLimit } from '../limits/spend-limit.ts'
import type { Caller } from '../sign-in/caller.ts'

/** The card provider accepts only so many calls a second from the whole shop: no one buyer shall use them up. */
const PROVIDER_CALLS: Limit = { most: 120, seconds: 10 * 60, ofAsker: true }

type Deps = { db: Db; clock: () => Date }

/**
 * Counts a call by a buyer that may ask the card provider. Problem: `too-many-requests` for the 121st within ten
 * minutes.
 */
export async function spendProviderCall({ db, clock }: Deps, who: Caller): Promise<void> {
  const detail = 'You have asked about your payments too often.'
  await spendLimit(db, `payment-questions ${who.id}`, PROVIDER_CALLS, clock(), detail)
}
