import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { AuditAction, AuditEvent, AuditQuery } from '#contract/audit.ts'
import { containsText } from '../contains-text.ts'
import { auditEvents, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { newestFirst, type Page, toPage } from '../paging.ts'

/** The audit trail, newest first: all of it, of one action, or of whom is searched for. */
export async function listAuditEvents(
  db: Db,
  { action, person, limit, after }: AuditQuery,
): Promise<Page<AuditEvent>> {
  const found = and(action && eq(auditEvents.action, action), person ? await concerns(db, person) : undefined)
  const { where, orderBy } = newestFirst(auditEvents.at, auditEvents.id, after)
  const [rows, total] = await Promise.all([
    db
      .select({ event: auditEvents, actorName: users.name, actorEmail: users.email })
      .from(auditEvents)
      .leftJoin(users, eq(users.id, auditEvents.actorId))
      .where(and(found, where))
      .orderBy(...orderBy)
      .limit(limit + 1),
    db.$count(auditEvents, found),
  ])
  return toPage(rows, limit, total, ({ event }) => event, toAuditEvent)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** More than anybody looks at: whom a search finds beyond these is left out. */
const MOST_PEOPLE = 200

/** What people did and what was done to them: whose name or e-mail contains the search, or, gone or not, whose id it is. */
async function concerns(db: Db, search: string): Promise<SQL | undefined> {
  const text = search.normalize('NFC')
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(containsText([users.name, users.email], text))
    .limit(MOST_PEOPLE)
  const ids = [...found.map(({ id }) => id), ...(UUID.test(text) ? [text.toLowerCase()] : [])]
  return or(inArray(auditEvents.actorId, ids), inArray(auditEvents.subject, ids))
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
