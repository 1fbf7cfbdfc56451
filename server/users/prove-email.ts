import type pg from 'pg'
import { withTransaction } from '../database/with-transaction.ts'
import { lockPerson } from './lock-person.ts'
import { markEmailProven } from './mark-email-proven.ts'

type Deps = { pool: pg.Pool; clock: () => Date }

/**
 * Records that a person's e-mail address is theirs, and gives them the orders that were placed with it before they had
 * an account. The caller has the proof: a mailed token together with the person's own session, a password reset, or
 * Google's word. Repeated, it gives them the orders that came since.
 */
export async function proveEmail({ pool, clock }: Deps, userId: string): Promise<void> {
  await withTransaction(pool, async (db) => {
    const locked = await lockPerson(db, userId)
    if (locked) await markEmailProven(db, locked, clock())
  })
}
