import { eq } from 'drizzle-orm'
import { rateLimits } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Limit } from '../limits/count-limit.ts'
import { takeTry } from '../limits/spend-limit.ts'

const PER_ACCOUNT: Limit = { most: 10, seconds: 15 * 60, canBeForgotten: true }
const PER_ADDRESS: Limit = { most: 30, seconds: 15 * 60, ofAsker: true }
/**
 * Each callback makes the shop call Google. Not `ofAsker`: a browser at the callback is redirected to a page and gets
 * no problem.
 */
const GOOGLE_PER_ADDRESS: Limit = { most: 30, seconds: 15 * 60 }
/** Signing up reveals that an e-mail is taken: often enough for people who forget, too rarely to test lists. */
const TAKEN_PER_ADDRESS: Limit = { most: 20, seconds: 60 * 60, ofAsker: true }

/** `known`: the id of a browser or a session that already belongs to the account: no stranger can use up its tries. */
type Whose = { email: string; address: string; known?: string | undefined }
type GiveBack = () => Promise<void>
const accountKey = (email: string) => `sign-in account ${email}`

/**
 * Counts a try at a password, whether the account exists or not; a success gives it back. Problem: `too-many-requests`
 * after ten failures for the account, or thirty from the address, within 15 minutes.
 */
export function takeSignInTry(db: Db, { email, address, known }: Whose, now: Date): Promise<GiveBack> {
  const limits = [
    // The address comes first: a flood ends there, before anything about the account is read.
    { key: `sign-in address ${address}`, limit: PER_ADDRESS },
    { key: known ? `sign-in known ${known}` : accountKey(email), limit: PER_ACCOUNT },
  ]
  return takeTry(db, limits, now, 'Too many sign-ins have failed.')
}

/** Lets an account's owner in again at once, after a new password was set by mail. */
export async function forgetFailures(db: Db, email: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, accountKey(email)))
}

/**
 * Counts a try at a new account; it is given back unless the e-mail is taken. Problem: `too-many-requests` for an
 * address that has met twenty taken e-mails within an hour.
 */
export function takeSignUpTry(db: Db, address: string, now: Date): Promise<GiveBack> {
  const limits = [{ key: `sign-up taken ${address}`, limit: TAKEN_PER_ADDRESS }]
  return takeTry(db, limits, now, 'Too many sign-ups. If you have an account, please sign in.')
}

/**
 * Counts a callback from Google; it is given back if Google accepted the code. Problem: `too-many-requests` after
 * thirty within 15 minutes.
 */
export function takeGoogleTry(db: Db, address: string, now: Date): Promise<GiveBack> {
  const limits = [{ key: `google address ${address}`, limit: GOOGLE_PER_ADDRESS }]
  return takeTry(db, limits, now, 'Too many sign-ins with Google have failed.')
}
