import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { recordAudit } from '../audit/record-audit.ts'
import { sessions } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { Problem } from '../problems.ts'
import { lockPerson } from '../users/lock-person.ts'
import { markEmailProven } from '../users/mark-email-proven.ts'
import { findPerson } from '../users/users.queries.ts'
import { mailPasswordChanged } from './mail-password-changed.ts'
import { readMailedToken, spendMailedToken } from './mailed-tokens.ts'
import { hashPassword, refusePassword } from './passwords.ts'
import { setPassword } from './set-password.ts'
import { forgetFailures } from './sign-in-limits.ts'

type Deps = { pool: pg.Pool; db: Db; clock: () => Date; jobs: Jobs }

/**
 * Sets a new password by a mailed token, once. The same transaction ends all sessions and other tokens of the person,
 * and, as the token came by mail, proves their e-mail. Problems: `link-too-old` for a token that is used, replaced or
 * expired; `bad-input` for a password that is not allowed, after which the token is still valid.
 */
export async function resetPassword(
  { pool, db, clock, jobs }: Deps,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const now = clock()
  const userId = await readMailedToken(db, 'reset-password', token, now)
  const person = await findPerson(db, userId)
  if (!person) throw tooOld()
  refusePassword(newPassword, person)
  const hash = await hashPassword(newPassword)
  await withTransaction(pool, async (db) => {
    // The person is locked before their tokens, as in a change of password, so that the two cannot deadlock.
    const locked = await lockPerson(db, person.id)
    if (!locked || !(await spendMailedToken(db, 'reset-password', token, now))) throw tooOld()
    await markEmailProven(db, locked, now)
    await setPassword(db, person.id, hash, now)
    await db.delete(sessions).where(eq(sessions.userId, person.id))
    await forgetFailures(db, person.email)
    await recordAudit(db, { action: 'password-reset', at: now, actor: person.id, subject: person.id })
    await mailPasswordChanged(jobs, db, person, now)
  })
}

const tooOld = () =>
  new Problem('link-too-old', 'This link has been used, or is too old. Please ask for a new one.')
