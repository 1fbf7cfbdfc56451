import type { Db } from '../database/with-transaction.ts'
import { spendLimit } from '../limits/spend-limit.ts'
import type { Caller } from '../sign-in/caller.ts'

/** Enough to change all prices of a seller; each change leaves a line in the audit trail for good. */
const CHANGES = { most: 300, seconds: 60 * 60 }

/** Counts a change of a seller's own laptop. Problem: `too-many-requests` for the 301st within an hour. */
export async function spendChange(db: Db, who: Caller, now: Date): Promise<void> {
  const detail = 'You have changed your laptops too often.'
  await spendLimit(db, `change-product ${who.id}`, CHANGES, now, detail)
}
