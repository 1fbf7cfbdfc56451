import { and, eq, gt } from 'drizzle-orm'
import { imageTickets } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { countLimit, type Limit } from '../limits/count-limit.ts'
import { Problem } from '../problems.ts'
import { hashTicket, spentHash, TICKET_MINUTES } from './image-tickets.ts'

/** Enough tries to find a photo that is accepted; each may keep the decoder busy for a while. */
const TRIES: Limit = { most: 5, seconds: TICKET_MINUTES * 60 }

type Deps = { db: Db; clock: () => Date }

/**
 * Uses a ticket for one upload and answers the address it was given to. One statement: of several uploads with the same
 * ticket one gets it. Its place stays taken until the upload is stored or the ticket expires. Problem: `not-signed-in`
 * for a ticket that is unknown, used or expired.
 */
export async function spendImageTicket({ db, clock }: Deps, ticket: string): Promise<string> {
  const [spent] = await db
    .update(imageTickets)
    .set({ tokenHash: spentHash(ticket) })
    .where(and(eq(imageTickets.tokenHash, hashTicket(ticket)), gt(imageTickets.expiresAt, clock())))
    .returning({ address: imageTickets.address })
  if (!spent)
    throw new Problem(
      'not-signed-in',
      'The ticket for this upload was used or is too old. Please ask for another.',
    )
  return spent.address
}

/**
 * Makes a used ticket valid again, since nothing was stored. After the fifth picture that was `refused` it stays used,
 * and its place taken until it expires.
 */
export async function returnImageTicket(
  { db, clock }: Deps,
  ticket: string,
  { refused }: { refused: boolean },
): Promise<void> {
  const hash = hashTicket(ticket)
  if (refused && (await countLimit(db, `photo ${hash}`, TRIES, clock())) >= TRIES.most) return
  await db
    .update(imageTickets)
    .set({ tokenHash: hash })
    .where(eq(imageTickets.tokenHash, spentHash(ticket)))
}
