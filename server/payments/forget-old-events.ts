import { lt } from 'drizzle-orm'
import { deleteFewByFew } from '../database/delete-few-by-few.ts'
import { paymentEvents } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

/** Events are kept for twice as long as the provider delivers or lists them (30 days); in milliseconds. */
const KEPT_MS = 60 * 24 * 60 * 60_000

/** Removes events of the card provider that cannot come again: they are stored only to recognise a repetition. */
export async function forgetOldEvents({ db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_MS)
  await deleteFewByFew(db, paymentEvents, lt(paymentEvents.receivedAt, before))
}
