import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { AuditAction, AuditEvent } from '#contract/audit.ts'
import { auditEvents, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { currentRequest } from '../http/request-context.ts'

type Entry = {
  action: AuditAction
  at: Date
  /** Who did it, by id or by e-mail: with an e-mail the work is the same whether there is such a person or not. */
  actor?: string | null | { email: string }
  subject?: string
  /** Ids, states and amounts in cents; never a secret, never what somebody typed. */
  details?: AuditEvent['details']
}

/**
 * Writes lines of the audit trail, in the transaction of what they record: they exist if and only if that happened. All
 * with one statement, since the trail's row count is updated once per statement. A line has the request's address if
 * the request was made by the actor.
 */
export async function recordAudit(db: Db, ...entries: Entry[]): Promise<void> {
  if (entries.length > 0) await db.insert(auditEvents).values(entries.map(lineOf))
}

function lineOf({ action, at, actor = null, subject, details = {} }: Entry) {
  const request = currentRequest()
  const byEmail = typeof actor === 'object' && actor
  // One person's request may end what another began, or what ends by itself: then the address is not the actor's.
  const isAnothers = !byEmail && request?.userId && request.userId !== actor
  return {
    id: nextId(at),
    at,
    action,
    actorId: byEmail ? sql`(select id from ${users} where email = ${byEmail.email})` : actor,
    subject: subject ?? null,
    address: (!isAnothers && request?.address) || null,
    requestId: request?.id ?? null,
    details,
  }
}

let count = 0

/** Ids in the order of writing, even within a millisecond: the lines of one transaction are read in their order. */
function nextId(at: Date): string {
  count = (count + 1) >>> 0
  return v7({ msecs: at.getTime(), seq: count, random: randomBytes(16) })
}
