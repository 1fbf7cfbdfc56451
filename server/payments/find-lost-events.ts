import { inArray } from 'drizzle-orm'
import { paymentEvents } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { CardEvent, CardPayments } from '../outside/card-payments.ts'

/** What happens to payments that are settled, so that nothing else makes the shop ask about them again. */
const TYPES = ['charge.dispute.created', 'refund.failed']
/** The provider itself gives up telling after this long, in milliseconds. */
const LONGEST_TELLING = 3 * 24 * 60 * 60_000

/** The provider's events about settled payments that the shop was never told of, the oldest first. */
export async function findLostEvents({
  db,
  cards,
  clock,
}: {
  db: Db
  cards: CardPayments
  clock: () => Date
}): Promise<(CardEvent & { intentId: string })[]> {
  const createdAfter = new Date(clock().getTime() - LONGEST_TELLING)
  const events: (CardEvent & { intentId: string })[] = []
  for await (const { intentId, ...event } of cards.listEvents({ createdAfter, types: TYPES }))
    if (intentId && !event.otherMode) events.unshift({ ...event, intentId })
  const ids = events.map(({ id }) => id)
  const told = await db
    .select({ id: paymentEvents.eventId })
    .from(paymentEvents)
    .where(inArray(paymentEvents.eventId, ids))
  return events.filter((event) => !told.some(({ id }) => id === event.id))
}
