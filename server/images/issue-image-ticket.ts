import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type pg from 'pg'
import { LOCKS } from '../database/locks.ts'
import { images, imageTickets } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import { tooOften } from '../limits/spend-limit.ts'
import { hashTicket, MOST_PER_ADDRESS, TICKET_MINUTES, UNCLAIMED_MINUTES } from './image-tickets.ts'

const MINUTE = 60_000

type Deps = { pool: pg.Pool; clock: () => Date }

/**
 * Gives an address a ticket for one upload before signing up. An address has five places, which are taken by unused
 * tickets and by uploads of the last hour that nobody has signed up with: a sign-up frees its place, an upload alone
 * does not. Problem: `too-many-requests` if all are taken.
 */
export async function issueImageTicket(
  { pool, clock }: Deps,
  address: string,
): Promise<{ ticket: string; expiresAt: Date }> {
  const now = clock()
  const ticket = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + TICKET_MINUTES * MINUTE)
  await withTransaction(pool, async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${LOCKS.imageTickets}::int, hashtext(${address}))`)
    const taken = await placesTaken(db, address, now)
    if (taken.length >= MOST_PER_ADDRESS)
      throw tooOften(
        'Too many photos have come from here.',
        Math.max(1, (Math.min(...taken) - now.getTime()) / 1000),
      )
    await db.insert(imageTickets).values({ tokenHash: hashTicket(ticket), address, expiresAt })
  })
  return { ticket, expiresAt }
}

/**
 * When each taken place of the address becomes free, in milliseconds since 1970. One that would become free later than
 * is possible was taken while the clock was ahead, and counts as free: nobody waits for days.
 */
async function placesTaken(db: Db, address: string, now: Date): Promise<number[]> {
  const tickets = await db
    .select({ expiresAt: imageTickets.expiresAt })
    .from(imageTickets)
    .where(and(eq(imageTickets.address, address), gt(imageTickets.expiresAt, now)))
  const since = new Date(now.getTime() - UNCLAIMED_MINUTES * MINUTE)
  // An owned picture has no address. That it has no owner is added for the index, which contains only those.
  const uploads = await db
    .select({ createdAt: images.createdAt })
    .from(images)
    .where(and(isNull(images.ownerId), eq(images.uploadedFrom, address), gt(images.createdAt, since)))
  const free = [
    ...tickets.map(({ expiresAt }) => expiresAt.getTime()),
    ...uploads.map(({ createdAt }) => createdAt.getTime() + UNCLAIMED_MINUTES * MINUTE),
  ]
  // The clocks of several machines differ a little.
  const latest = now.getTime() + (UNCLAIMED_MINUTES + 1) * MINUTE
  return free.filter((at) => at <= latest)
}
