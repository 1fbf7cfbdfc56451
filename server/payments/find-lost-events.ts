import { and, eq, ne } from 'drizzle-orm'
import { oneOf } from '../database/one-of.ts'
import { paymentEvents, payments, shopFacts } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { CardEvent, CardPayments } from '../outside/card-payments.ts'

type Deps = { db: Db; cards: CardPayments; clock: () => Date }
type LostEvent = CardEvent & { intentId: string }

const SUCCEEDED = 'payment_intent.succeeded'
/** Events of settled payments, about which nothing else makes the shop ask again. */
const OF_SETTLED = ['charge.dispute.created', 'refund.failed']
/**
 * The name under which it is stored until when the provider's events have been read. A restored database has the time
 * of its backup.
 */
const READ_UNTIL = 'card-events-read-until'
/**
 * How far back to look if that is not known: the provider itself stops delivering an event after this long, in
 * milliseconds.
 */
const LONGEST_TELLING = 3 * 24 * 60 * 60_000
/** How much is read twice, in milliseconds: an event may be listed a little later than it happened. */
const OVERLAP = 10 * 60_000

/**
 * The provider's events that never reached the shop and that nothing else would make it ask about, the oldest first:
 * disputes and failed refunds of settled payments, and payments that succeeded but are unknown here (because the
 * database was restored or lost its last commits) or were given up here. Reading goes on from where the last reading
 * ended, however long ago: the provider keeps events for 30 days. Pass `until` to noteEventsRead() once all are
 * recorded. It is the time of the newest event and not of the shop's clock, which may be ahead: then what happens
 * meanwhile would never be read.
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
  // A time in the future comes from a clock that was set back since: the sandbox's, or this one's when it was noted.
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
