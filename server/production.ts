import cluster from 'node:cluster'
import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { images, users } from './database/schema.ts'
import type { Db } from './database/with-transaction.ts'
import { ADMIN } from './demo/people.ts'
import { readImage } from './images/read-image.ts'
import { ImageNotWhole, type ImageStore, ImageStoreUnavailable } from './outside/image-store.ts'
import { ConfigError } from './setting-values.ts'

/** How many pictures are looked for: some may be lost, or removed by hand. */
const LOOKED_FOR = 10

/**
 * Checks before a shop in production opens, beyond what the settings alone tell. Warns of conditions that should not
 * last. Throws ConfigError if the database holds the demo data and cards are real.
 */
export async function checkProduction(config: Config, { db, log }: { db: Db; log: Logger }): Promise<void> {
  if (!config.production) return
  const { publicUrl, smtp, stripe } = config
  const demo = await hasDemoAdmin(db)
  if (demo && stripe)
    throw new ConfigError(
      'The database holds the demo data, whose passwords are public: a trial shop cannot become a real one. ' +
        'Name a new database in DATABASE_URL.',
    )
  if (!saysIt()) return
  if (demo) log.warn({ event: 'demo-people' }, 'the demo data is loaded: anybody can sign in as its admin')
  if (!publicUrl.startsWith('https:'))
    log.warn({ event: 'no-https', publicUrl }, 'without https cookies are not Secure')
  if (!smtp) log.warn({ event: 'no-mail' }, 'without SMTP_URL mail is written to files and not sent')
}

/** Of several workers only the first warns: neither the others, nor those that replace one. */
const saysIt = () => (cluster.worker?.id ?? 1) === 1

/**
 * Warns if none of some pictures is in the image store: with the wrong folder or bucket, and on a disk that is not
 * mounted, each is missing, like one that never existed. Nothing waits for this check.
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
    // A damaged picture does exist; and if the database is unavailable, others report it.
    if (err instanceof ImageStoreUnavailable && !(err instanceof ImageNotWhole))
      log.warn({ event: 'pictures-missing', err }, 'no picture can be read')
  }
}

/** No admin can be deleted, and a stranger who signs up with this address does not become one: so this is certain. */
async function hasDemoAdmin(db: Db): Promise<boolean> {
  return (await db.$count(users, and(eq(users.email, ADMIN.email), eq(users.userType, 'admin')))) > 0
}
