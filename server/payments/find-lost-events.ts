import { and, eq, ne } from 'drizzle-orm'
import { oneOf } from '../database/one-of.ts'
import { paymentEvents, payments, shopFacts } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { CardEvent, CardPayments } from '../outside/card-payments.ts'

type Deps = { db: Db; cards: CardPayments; clock: () => Date }
type LostEvent = CardEvent & { intentId: string }

const SUCCEEDED = 'payment_intent.succeeded'
/** What happens to payments that are settled, so that nothing else makes the shop ask about them again. */
const OF_SETTLED = ['charge.dispute.created', 'refund.failed']
/** Until when the provider's events have been read. A restored database has the place of its backup. */
const READ_UNTIL = 'card-events-read-until'
/** Where that is not known: the provider itself gives up telling after this long, in milliseconds. */
const LONGEST_TELLING = 3 * 24 * 60 * 60_000
/** An event may be listed a little later than it happened. */
const OVERLAP = 10 * 60_000

/**
 * The provider's events that the shop was never told of and would not ask about again, the oldest first: what happened
 * to settled payments, and payments that succeeded and that it does not know, because its database was restored or has
 * lost what was committed last, or that it had given up. They are read from where they were read until last time,
 * however long ago: the provider keeps them for 30 days. `until` is to be noted by noteEventsRead() when all were
 * recorded: the newest one's own time, since the shop's clock may be ahead, and what happens meanwhile would never be
 * read.
 */
export async function findLostEvents({
  db,
  cards,
  clock,
}: Deps): Promise<{ events: LostEvent[]; until: Date | undefined }> {
  const createdAfter = await placeToReadFrom(db, clock())
  let until: Date | undefined
  const events: LostEvent[] = []
  const types = [SUCCEEDED, ...OF_SETTLED]
  for await (const { intentId, ...event } of cards.listEvents({ createdAfter, types })) {
    until ??= event.createdAt
    if (intentId && !event.otherMode) events.unshift({ ...event, intentId })
  }
  const told = await listTold(db, events)
  const known = await listKnown(db, events)
  const isLost = ({ id, type, intentId }: LostEvent) =>
    !told.has(id) && !(type === SUCCEEDED && known.has(intentId))
  return { events: events.filter(isLost), until }
}

/** Notes that all events until then have been recorded. */
export async function noteEventsRead(db: Db, until: Date): Promise<void> {
  const value = until.toISOString()
  await db
    .insert(shopFacts)
    .values({ key: READ_UNTIL, value })
    .onConflictDoUpdate({ target: shopFacts.key, set: { value } })
}

async function placeToReadFrom(db: Db, now: Date): Promise<Date> {
  const [read] = await db.select().from(shopFacts).where(eq(shopFacts.key, READ_UNTIL))
  if (!read) return new Date(now.getTime() - LONGEST_TELLING)
  // What lies ahead is of a clock that was set back since: the sandbox's, or this one's, which was noted before.
  return new Date(Math.min(Date.parse(read.value), now.getTime()) - OVERLAP)
}

async function listTold(db: Db, events: LostEvent[]): Promise<Set<string>> {
  const ids = events.map(({ id }) => id)
  const told = await db
    .select({ id: paymentEvents.eventId })
    .from(paymentEvents)
    .where(oneOf(paymentEvents.eventId, ids))
  return new Set(told.map(({ id }) => id))
}

async function listKnown(db: Db, events: LostEvent[]): Promise<Set<string | null>> {
  const ids = events.map(({ intentId }) => intentId)
  const isKnown = and(oneOf(payments.intentId, ids), ne(payments.state, 'canceled'))
  const known = await db.select({ id: payments.intentId }).from(payments).where(isKnown)
  return new Set(known.map(({ id }) => id))
}
