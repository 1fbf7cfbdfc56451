import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import type { ImagePurpose } from '#contract/choices.ts'
import { images, imageTickets } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import type { Limit } from '../limits/count-limit.ts'
import { spendLimit } from '../limits/spend-limit.ts'
import { type ImageStore, ImageStoreUnavailable } from '../outside/image-store.ts'
import { Problem } from '../problems.ts'
import { spentHash } from './image-tickets.ts'
import { imageKey } from './image-url.ts'
import { type ProcessedImage, processImage } from './process-image.ts'
import { saveCopies } from './save-copies.ts'
import { returnImageTicket, spendImageTicket } from './spend-image-ticket.ts'

/** Far more than a seller needs, and few enough that nobody keeps the decoder busy for the others. */
const PER_PERSON: Limit = { most: 200, seconds: 60 * 60, ofAsker: true }

type Deps = { db: Db; pool: pg.Pool; imageStore: ImageStore; clock: () => Date }
/** Who uploads: somebody signed in, or a visitor with a ticket. */
export type Uploader = { userId: string } | { ticket: string }
type StoredImage = Pick<ProcessedImage, 'width' | 'height' | 'color'> & { id: string }

/**
 * Stores an uploaded picture: reads it (`picture` is called once, after the ticket is accepted), processes it, writes
 * its files and then its row, so that a crash at most leaves files without a row. A signed-in person owns it; one
 * uploaded by ticket waits for its sign-up. A refused picture leaves the ticket valid, for five tries.
 *
 * Problems: those of spendImageTicket, of processImage, and of `picture`; `too-many-requests` for a person's 201st
 * picture within an hour; ImageStoreUnavailable if the store is.
 */
export async function storeUpload(
  deps: Deps,
  who: Uploader,
  { purpose, picture }: { purpose: ImagePurpose; picture: () => Promise<Uint8Array> },
): Promise<StoredImage> {
  if ('userId' in who) {
    const detail = 'You have sent too many pictures.'
    await spendLimit(deps.db, `upload ${who.userId}`, PER_PERSON, deps.clock(), detail)
    return store(deps, purpose, await picture(), { ownerId: who.userId })
  }
  const address = await spendImageTicket(deps, who.ticket)
  try {
    return await store(deps, purpose, await picture(), { uploadedFrom: address, ticket: who.ticket })
  } catch (error) {
    // A failure on our side does not count as a try.
    await returnImageTicket(deps, who.ticket, { refused: error instanceof Problem && error.status < 500 })
    throw error
  }
}

async function store(
  { pool, imageStore, clock }: Deps,
  purpose: ImagePurpose,
  file: Uint8Array,
  { ticket, ...whose }: { ownerId?: string; uploadedFrom?: string; ticket?: string },
): Promise<StoredImage> {
  const { copies, ...facts } = await processImage(file, purpose)
  const id = randomBytes(16).toString('hex')
  try {
    await saveCopies(imageStore, id, copies)
    await withTransaction(pool, async (db) => {
      if (ticket) await db.delete(imageTickets).where(eq(imageTickets.tokenHash, spentHash(ticket)))
      await db.insert(images).values({ id, purpose, ...facts, ...whose, createdAt: clock() })
    })
  } catch (error) {
    // Files that remain if this fails too are referenced by nothing; the first error is the one to report.
    const removing = imageStore.remove(copies.map(({ width }) => imageKey(id, width))).catch(() => {})
    // A store that did not answer would make us wait as long again, for each copy.
    if (!(error instanceof ImageStoreUnavailable)) await removing
    throw error
  }
  return { id, ...facts }
}
