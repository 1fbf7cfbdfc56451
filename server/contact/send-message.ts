import type pg from 'pg'
import type { NewMessage } from '#contract/contact.ts'
import { messages } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { newId } from '../ids.ts'
import type { Jobs } from '../jobs.ts'
import { spendLimit } from '../rate-limit.ts'

type Deps = { pool: pg.Pool; clock: () => Date; jobs: Jobs; contactEmail: string }

const MESSAGES = { most: 5, seconds: 60 * 60 }

/**
 * Keeps what a visitor wrote through Contact Us and mails it to the shop's operator, whose answer goes to
 * the visitor. `address` is the network address it came from: `too-many-requests` for the sixth message from
 * there within an hour.
 */
export async function sendMessage(
  { pool, clock, jobs, contactEmail }: Deps,
  { address, ...input }: NewMessage & { address: string },
): Promise<{ id: string; isNew: true }> {
  return withTransaction(pool, async (db) => {
    const now = clock()
    const tooMany = `Too many messages came from your network. Please try later, or write to ${contactEmail}.`
    await spendLimit(db, `contact ${address}`, MESSAGES, now, tooMany)
    const id = newId(now)
    await db.insert(messages).values({ ...input, id, createdAt: now })
    await jobs.sendMail(db, {
      to: contactEmail,
      replyTo: input.email,
      subject: `Contact Us: ${input.subject}`,
      text: [`${input.name} (${input.email}) wrote:`, input.message, `An answer goes to ${input.email}.`],
    })
    return { id, isNew: true }
  })
}
