import type pg from 'pg'
import type { EmailConfirmation } from '#contract/sign-in.ts'
import type { Db } from '../database/with-transaction.ts'
import { Problem } from '../problems.ts'
import { proveEmail } from '../users/prove-email.ts'
import { findPersonByEmail } from '../users/users.queries.ts'
import { readMailedToken } from './mailed-tokens.ts'
import type { Session } from './sign-in.ts'

type Deps = { pool: pg.Pool; db: Db; clock: () => Date }

/**
 * Confirms an e-mail address; this needs both the mailed token and a session with that same e-mail. The token alone
 * proves nothing about an account: a stranger may have made one with this e-mail, and must not gain anything when the
 * owner of the e-mail follows the link. Without the session it answers what is missing. Repeated, it confirms again.
 * Problem: `link-too-old`.
 */
export async function confirmEmail(
  { pool, db, clock }: Deps,
  who: Session | undefined,
  { token }: { token: string },
): Promise<EmailConfirmation> {
  const email = await readMailedToken(db, 'confirm-email', token, clock())
  if (!email) throw new Problem('link-too-old', 'This link is too old, or incomplete.')
  if (who?.email === email) {
    await proveEmail({ pool, clock }, who.userId)
    return { email, outcome: 'confirmed' }
  }
  if (who) return { email, outcome: 'signed-in-as-another' }
  const person = await findPersonByEmail(db, email)
  return { email, outcome: person ? 'sign-in' : 'sign-up' }
}
