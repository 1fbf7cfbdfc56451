import { hash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lte, notExists, sql } from 'drizzle-orm'
import { oneOf } from '../database/one-of.ts'
import { orders, verifications } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { latestPlausible } from '../latest-plausible.ts'

/**
 * What a mailed token proves: that its reader gets the mail of `about` (a person's id for a new password, an e-mail
 * address for its confirmation). It is valid for so many minutes.
 */
export type MailedToken = { purpose: 'reset-password' | 'confirm-email'; about: string; minutes: number }
type Purpose = MailedToken['purpose']

/**
 * Creates a token of 256 random bits. Only its hash is stored, so that nobody can use what the table holds. A job
 * removes expired ones (`forgetEndedSessions`).
 */
export async function issueMailedToken(db: Db, what: MailedToken, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(verifications).values({
    id: crypto.randomUUID(),
    identifier: identifierOf(what.purpose, token),
    value: what.about,
    expiresAt: new Date(now.getTime() + what.minutes * 60_000),
    createdAt: now,
    updatedAt: now,
  })
  return token
}

/** Whom a token is about; undefined if there is no such token, or it has expired. */
export async function readMailedToken(
  db: Db,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select()
    .from(verifications)
    .where(good(purpose, token, now))
  return row?.value
}

/** Reads a token and deletes it: of two calls that spend it at the same moment one gets nothing. */
export async function spendMailedToken(
  db: Db,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .delete(verifications)
    .where(good(purpose, token, now))
    .returning()
  return row?.value
}

/**
 * Removes the tokens that were mailed to people who are deleted, since they contain their e-mails. One for an e-mail
 * with which a guest has ordered stays, as that order does: it never belonged to the account, and the link leads to the
 * order.
 */
export async function forgetMailedTokens(db: Db, people: { id: string; email: string }[]): Promise<void> {
  const ofGuest = and(
    isNull(orders.buyerId),
    eq(orders.buyerEmail, verifications.value),
    eq(orders.state, 'open'),
  )
  const ordered = db.select({ one: sql`1` }).from(orders).where(ofGuest)
  const theirs = oneOf(
    verifications.value,
    people.flatMap(({ id, email }) => [id, email]),
  )
  await db.delete(verifications).where(and(theirs, notExists(ordered)))
}

const good = (purpose: Purpose, token: string, now: Date) =>
  and(
    eq(verifications.identifier, identifierOf(purpose, token)),
    gt(verifications.expiresAt, now),
    lte(verifications.createdAt, latestPlausible(now)),
  )

const identifierOf = (purpose: Purpose, token: string) => `${purpose} ${hash('sha256', token, 'base64url')}`
