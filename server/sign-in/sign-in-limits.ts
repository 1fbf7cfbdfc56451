import { eq } from 'drizzle-orm'
import { rateLimits } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Limit } from '../limits/count-limit.ts'
import { takeTry } from '../limits/spend-limit.ts'

const PER_ACCOUNT: Limit = { most: 10, seconds: 15 * 60, canBeForgotten: true }
const PER_ADDRESS: Limit = { most: 30, seconds: 15 * 60, ofAsker: true }
/** Each way back has the shop ask Google. Not `ofAsker`: a browser on its way is led to a page, not told a problem. */
const GOOGLE_PER_ADDRESS: Limit = { most: 30, seconds: 15 * 60 }
/** Signing up tells that an e-mail is taken: often enough for people who forget, not for lists. */
const TAKEN_PER_ADDRESS: Limit = { most: 20, seconds: 60 * 60, ofAsker: true }

/** `known`: the id of a browser or a session that is the account's already: no stranger can use up its tries. */
type Whose = { email: string; address: string; known?: string | undefined }
type GiveBack = () => Promise<void>
const accountKey = (email: string) => `sign-in account ${email}`

/**
 * Takes one try at a password, whether the account exists or not; one that succeeds is given back. 429 after
 * ten failures for the account, or thirty from the address, within 15 minutes.
 */
export function takeSignInTry(db: Db, { email, address, known }: Whose, now: Date): Promise<GiveBack> {
  const limits = [
    // The address first: who floods is known by it, and the account needs no reading.
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
 * Takes one try at a new account; all but those whose e-mail is taken are given back. 429 for an address that
 * has met twenty taken e-mails within an hour.
 */
export function takeSignUpTry(db: Db, address: string, now: Date): Promise<GiveBack> {
  const limits = [{ key: `sign-up taken ${address}`, limit: TAKEN_PER_ADDRESS }]
  return takeTry(db, limits, now, 'Too many sign-ups. If you have an account, please sign in.')
}

/** Takes one way back from Google; one of which Google took the code is given back. 429 after thirty within 15 minutes. */
export function takeGoogleTry(db: Db, address: string, now: Date): Promise<GiveBack> {
  const limits = [{ key: `google address ${address}`, limit: GOOGLE_PER_ADDRESS }]
  return takeTry(db, limits, now, 'Too many sign-ins with Google have failed.')
}
