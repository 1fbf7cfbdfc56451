import { and, eq, type Placeholder, type SQL, sql, type WithSubquery } from 'drizzle-orm'
import type { AuditAction, AuditEvent, AuditQuery } from '#contract/audit.ts'
import { Id } from '#contract/fields.ts'
import { prepared } from '../database/prepared.ts'
import { auditEvents, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { keptCount, newestFirst, type Page, readPage } from '../paging.ts'
import { personContains, valuesOfSearch } from '../users/users.queries.ts'

const { placeholder } = sql
const order = newestFirst(auditEvents.at, auditEvents.id)

/** More people than anybody looks through: further ones that a search finds are left out, which the answer says. */
const MOST_PEOPLE = 200

/**
 * The people that the trail is filtered by: those whose name or e-mail contains the search, or whose id it is, even if
 * they are gone.
 */
function askedAbout(db: Db) {
  const named = db.select({ id: users.id }).from(users).where(personContains).limit(MOST_PEOPLE)
  return db
    .$with('people', { id: users.id })
    .as(sql`${named} union all select ${placeholder('person')}::uuid`)
}

/** Whether a search finds more people than that. The lines alone do not tell: there may be none. */
const findsMore = prepared((db) => {
  const found = db.select({ id: users.id }).from(users).where(personContains)
  const some = found.limit(MOST_PEOPLE + 1).as('some')
  return db.select({ more: sql<boolean>`count(*) > ${sql.raw(String(MOST_PEOPLE))}` }).from(some)
})

const ofAction = eq(auditEvents.action, placeholder('action'))

/**
 * The lines by or about these people. It has the name of the whole trail, so that the same query reads rows and total
 * from it; it uses an index of people instead of reading all lines from the newest one on.
 */
function ofPeople(db: Db, which?: SQL): WithSubquery[] {
  const concerned = sql`(${auditEvents.actorId} = any(array(select id from people))
    or ${auditEvents.subject} = any(array(select id::text from people)))`
  const lines = db.select().from(auditEvents).where(and(which, concerned))
  return [askedAbout(db), db.$with('audit_events').as(lines)]
}

function selectEvents(
  db: Db,
  {
    total,
    limit,
    which,
    of = [],
  }: { total: SQL<number>; limit: Placeholder; which?: SQL; of?: WithSubquery[] },
) {
  return db
    .with(...of)
    .select({ event: auditEvents, actorName: users.name, actorEmail: users.email, total })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actorId))
    .where(and(which, order.where))
    .orderBy(...order.orderBy)
    .limit(limit)
}

/** The condition of the index of all lines, in the same words: the index of actions has to serve a list of one action. */
const anyTime = sql`${auditEvents.at} > '-infinity'`
const all = prepared(
  (db, limit) => selectEvents(db, { total: keptCount('audit_events'), limit, which: anyTime }),
  'audit_events',
)
const action = prepared(
  (db, limit) =>
    selectEvents(db, { total: keptCount('audit_events', placeholder('action')), limit, which: ofAction }),
  'audit_events_of_action',
)
const person = prepared((db, limit) =>
  selectEvents(db, { total: db.$count(auditEvents), limit, of: ofPeople(db) }),
)
const both = prepared((db, limit) =>
  selectEvents(db, { total: db.$count(auditEvents), limit, of: ofPeople(db, ofAction) }),
)

/**
 * The audit trail, newest first: all of it, or the lines of one action, or of the people that a search finds. If these
 * are too many, there are more lines than its total says (`atLeast`).
 */
export async function listAuditEvents(
  db: Db,
  { action: of, person: search, ...paging }: AuditQuery,
): Promise<Page<AuditEvent>> {
  const values = {
    action: of,
    ...(search && valuesOfSearch(search)),
    person: Id.safeParse(search?.toLowerCase()).data ?? null,
  }
  const query = search ? (of ? both : person) : of ? action : all
  const [page, [found]] = await Promise.all([
    readPage(db, { query, values, order, ...paging }, ({ event }) => event, toAuditEvent),
    search ? findsMore(db, values) : [],
  ])
  return { ...page, atLeast: found?.more ?? false }
}

type Row = { event: typeof auditEvents.$inferSelect; actorName: string | null; actorEmail: string | null }

function toAuditEvent({ event, actorName, actorEmail }: Row): AuditEvent {
  return {
    _id: event.id,
    date: event.at.toISOString(),
    action: event.action as AuditAction,
    actorId: event.actorId,
    actorName,
    actorEmail,
    subject: event.subject,
    address: event.address,
    requestId: event.requestId,
    details: event.details as AuditEvent['details'],
  }
}
