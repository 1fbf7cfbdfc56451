import cluster from 'node:cluster'
import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Config, ConfigError } from './config.ts'
import { users } from './database/schema.ts'
import type { Db } from './database/with-transaction.ts'
import { ADMIN } from './demo/people.ts'

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
  // Of several workers the first says it: neither the others, nor those that take the place of one.
  if ((cluster.worker?.id ?? 1) > 1) return
  if (demo) log.warn({ event: 'demo-people' }, 'the demo data is there: anybody can sign in as its admin')
  if (!publicUrl.startsWith('https:'))
    log.warn({ event: 'no-https', publicUrl }, 'without https cookies are not Secure')
  if (!smtp) log.warn({ event: 'no-mail' }, 'without SMTP_URL mail is kept in files and reaches nobody')
}

/** No admin can be deleted, and a stranger who signs up with this address becomes none: so it tells for certain. */
async function hasDemoAdmin(db: Db): Promise<boolean> {
  return (await db.$count(users, and(eq(users.email, ADMIN.email), eq(users.userType, 'admin')))) > 0
}
