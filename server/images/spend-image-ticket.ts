import { and, eq, gt } from 'drizzle-orm'
import { imageTickets } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { Problem } from '../problems.ts'
import { hashTicket, spentHash } from './image-tickets.ts'

type Deps = { db: Db; clock: () => Date }

/**
 * Takes a ticket for one upload and answers the address it was given to. One statement: of several uploads
 * with the same ticket one gets it. Its place stays taken until the upload is stored or the ticket runs out.
 * 401 for a ticket that is unknown, used or too old.
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
      'The ticket for this upload is used or too old. Please ask for another.',
    )
  return spent.address
}

/** Gives a spent ticket back, for another try: its picture was refused, nothing was stored. */
export async function returnImageTicket(db: Db, ticket: string): Promise<void> {
  await db
    .update(imageTickets)
    .set({ tokenHash: hashTicket(ticket) })
    .where(eq(imageTickets.tokenHash, spentHash(ticket)))
}
