import cluster from 'node:cluster'
import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Config, ConfigError } from './config.ts'
import { images, users } from './database/schema.ts'
import type { Db } from './database/with-transaction.ts'
import { ADMIN } from './demo/people.ts'
import { readImage } from './images/read-image.ts'
import { ImageNotWhole, type ImageStore, ImageStoreUnavailable } from './outside/image-store.ts'

/** Pictures that are looked for: some may be lost, or taken away by hand. */
const LOOKED_FOR = 10

/**
 * What production looks at before it opens, where settings alone do not tell. Warns of what it can be opened with and
 * should not be for long. Throws ConfigError where the database holds the demo data and cards are real.
 */
export async function checkProduction(config: Config, { db, log }: { db: Db; log: Logger }): Promise<void> {
  if (!config.production) return
  const { publicUrl, smtp, stripe } = config
  const demo = await hasDemoAdmin(db)
  if (demo && stripe)
    throw new ConfigError(
      'The database holds the demo data, whose passwords are public: a trial shop does not become a real one. ' +
        'Name a new database in DATABASE_URL.',
    )
  if (!saysIt()) return
  if (demo) log.warn({ event: 'demo-people' }, 'the demo data is there: anybody can sign in as its admin')
  if (!publicUrl.startsWith('https:'))
    log.warn({ event: 'no-https', publicUrl }, 'without https cookies are not Secure')
  if (!smtp) log.warn({ event: 'no-mail' }, 'without SMTP_URL mail is kept in files and reaches nobody')
}

/** Of several workers the first: neither the others, nor those that take the place of one. */
const saysIt = () => (cluster.worker?.id ?? 1) === 1

/**
 * Warns where none of some pictures is where production looks for it: in another folder or bucket than the shop's, and on a
 * disk that is not mounted, each is not found, like one that never was. Nobody waits for it.
 */
export async function checkPictures(
  { production }: Config,
  { db, imageStore, log }: { db: Db; imageStore: ImageStore; log: Logger },
): Promise<void> {
  if (!production || !saysIt()) return
  try {
    const some = await db.select({ id: images.id }).from(images).limit(LOOKED_FOR)
    for (const { id } of some) if (await readImage(imageStore, id, 320)) return
    if (some.length > 0) log.warn({ event: 'pictures-missing' }, 'no file of any picture was found')
  } catch (err) {
    // Half a picture is there; and where it is the database that is away, there are others who say so.
    if (err instanceof ImageStoreUnavailable && !(err instanceof ImageNotWhole))
      log.warn({ event: 'pictures-missing', err }, 'no picture can be read')
  }
}

/** No admin can be deleted, and a stranger who signs up with this address becomes none: so it tells for certain. */
async function hasDemoAdmin(db: Db): Promise<boolean> {
  return (await db.$count(users, and(eq(users.email, ADMIN.email), eq(users.userType, 'admin')))) > 0
}
