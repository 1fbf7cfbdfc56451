import type { Db } from '../database/with-transaction.ts'
import { Problem } from '../problems.ts'
import { countLimit, readLimit } from '../rate-limit.ts'

const PER_ACCOUNT = { most: 10, seconds: 15 * 60 }
const PER_ADDRESS = { most: 30, seconds: 15 * 60 }

type Whose = { email: string; address: string }
const keys = ({ email, address }: Whose) => [
  { key: `sign-in account ${email}`, limit: PER_ACCOUNT },
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
