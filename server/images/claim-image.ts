import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import type { ImagePurpose } from '#contract/choices.ts'
import { images } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { UNCLAIMED_MINUTES } from './image-tickets.ts'
import { imageIdOf } from './image-url.ts'

/**
 * Makes a person the owner of a picture: one uploaded by ticket within the last hour that has no owner yet, or one that
 * is theirs already. The address it came from is deleted. Answers its id; undefined for any other url, also for
 * somebody else's picture.
 */
export async function claimImage(
  db: Db,
  { url, ownerId, purpose, now }: { url: string; ownerId: string; purpose: ImagePurpose; now: Date },
): Promise<string | undefined> {
  const id = imageIdOf(url)
  if (!id) return undefined
  const since = new Date(now.getTime() - UNCLAIMED_MINUTES * 60_000)
  const waiting = and(isNull(images.ownerId), isNotNull(images.uploadedFrom), gt(images.createdAt, since))
  const [claimed] = await db
    .update(images)
    .set({ ownerId, uploadedFrom: null })
    .where(and(eq(images.id, id), eq(images.purpose, purpose), or(eq(images.ownerId, ownerId), waiting)))
    .returning({ id: images.id })
  return claimed?.id
}
