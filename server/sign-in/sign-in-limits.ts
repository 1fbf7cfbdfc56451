import { eq } from 'drizzle-orm'
import { rateLimits } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { Problem } from '../problems.ts'
import { countLimit, readLimit } from '../rate-limit.ts'

const PER_ACCOUNT = { most: 10, seconds: 15 * 60 }
const PER_ADDRESS = { most: 30, seconds: 15 * 60 }
/** Signing up tells that an e-mail is taken: often enough for people who forget, not for lists. */
const TAKEN_PER_ADDRESS = { most: 20, seconds: 60 * 60 }

type Whose = { email: string; address: string }
const accountKey = (email: string) => `sign-in account ${email}`
const keys = ({ email, address }: Whose) => [
  { key: accountKey(email), limit: PER_ACCOUNT },
  { key: `sign-in address ${address}`, limit: PER_ADDRESS },
]

/** Refuses a sign-in after ten failures for the account, or thirty from the address, within 15 minutes. */
export async function refuseAfterFailures(db: Db, whose: Whose, now: Date): Promise<void> {
  for (const { key, limit } of keys(whose)) {
    const { count, retryAfterSeconds } = await readLimit(db, key, limit, now)
    if (count >= limit.most)
      throw new Problem(
        'too-many-requests',
        'Too many sign-ins have failed. Please wait a few minutes and try again.',
        {
          retryAfterSeconds,
        },
      )
  }
}

/** Counts a failed sign-in, whether the account exists or not. */
export async function countFailure(db: Db, whose: Whose, now: Date): Promise<void> {
  for (const { key, limit } of keys(whose)) await countLimit(db, key, limit, now)
}

/** Lets an account's owner in again at once, after a new password was set by mail. */
export async function forgetFailures(db: Db, email: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, accountKey(email)))
}

const takenKey = (address: string) => `sign-up taken ${address}`

/** Refuses a sign-up from an address that has met twenty taken e-mails within an hour. */
export async function refuseAfterTaken(db: Db, address: string, now: Date): Promise<void> {
  const { count, retryAfterSeconds } = await readLimit(db, takenKey(address), TAKEN_PER_ADDRESS, now)
  if (count >= TAKEN_PER_ADDRESS.most)
    throw new Problem('too-many-requests', 'Too many sign-ups. Please sign in, or try again later.', {
      retryAfterSeconds,
    })
}

/** Counts a sign-up with an e-mail that has an account already. */
export async function countTaken(db: Db, address: string, now: Date): Promise<void> {
  await countLimit(db, takenKey(address), TAKEN_PER_ADDRESS, now)
}
