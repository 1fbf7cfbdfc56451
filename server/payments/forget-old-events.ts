import { inArray, lt } from 'drizzle-orm'
import { paymentEvents } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

/** The provider tells again, or lists, what is 30 days old and no older; in milliseconds. */
const KEPT_MS = 60 * 24 * 60 * 60_000
/** Of one turn, so that a table of years is no statement of minutes. */
const MOST = 10_000

/** Removes events of the card provider that cannot come again: they are kept to know them when they do. */
export async function forgetOldEvents({ db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_MS)
  const old = db
    .select({ id: paymentEvents.eventId })
    .from(paymentEvents)
    .where(lt(paymentEvents.receivedAt, before))
    .limit(MOST)
  await db.delete(paymentEvents).where(inArray(paymentEvents.eventId, old))
}
