import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { NewMessage } from '#contract/contact.ts'
import { isolate } from '#contract/isolate.ts'
import { newId } from '../database/ids.ts'
import { LOCKS } from '../database/locks.ts'
import { messages } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { latestPlausible } from '../latest-plausible.ts'
import type { Limit } from '../limits/count-limit.ts'
import { spendLimit } from '../limits/spend-limit.ts'

type Deps = { pool: pg.Pool; clock: () => Date; jobs: Jobs; contactEmail: string }

const MESSAGES: Limit = { most: 5, seconds: 60 * 60, ofAsker: true }
/** A repeat within this time counts as a retry of the same message. */
const SAME_MS = 10 * 60_000

/**
 * Stores a message sent through Contact Us and mails it to the shop's operator, whose reply goes to the visitor. The
 * same message again within ten minutes is acknowledged, not repeated. `address` is the network address it came from:
 * `too-many-requests` for the sixth message from there within an hour, not counting repeats.
 */
export async function sendMessage(
  { pool, clock, jobs, contactEmail }: Deps,
  { address, ...input }: NewMessage & { address: string },
): Promise<{ id: string; isNew: boolean }> {
  return withTransaction(pool, async (db) => {
    const now = clock()
    const earlier = await findSame(db, input, now)
    if (earlier) return { id: earlier.id, isNew: false }
    const tooMany = `Too many messages came from your network. Please write to ${contactEmail}.`
    await spendLimit(db, `contact ${address}`, MESSAGES, now, tooMany)
    const id = newId(now)
    await db.insert(messages).values({ ...input, id, createdAt: now })
    await jobs.sendMail(db, {
      to: contactEmail,
      toOperator: true,
      replyTo: input.email,
      subject: `Contact Us: ${isolate(input.subject)}`,
      text: [
        `${isolate(input.name)} (${input.email}) wrote:`,
        input.message,
        `Your reply goes to ${input.email}.`,
      ],
    })
    return { id, isNew: true }
  })
}

/** The message that this one repeats. Nobody else can send the same one until this transaction ends. */
async function findSame(db: Db, { email, subject, message }: NewMessage, now: Date) {
  await db.execute(
    sql`select pg_advisory_xact_lock(${LOCKS.sameMessage}::int, hashtext(${email + subject + message}))`,
  )
  const [same] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.email, email),
        eq(messages.subject, subject),
        eq(messages.message, message),
        gt(messages.createdAt, new Date(now.getTime() - SAME_MS)),
        lte(messages.createdAt, latestPlausible(now)),
      ),
    )
  return same
}
