import { and, eq, ne } from 'drizzle-orm'
import type pg from 'pg'
import { recordAudit } from '../audit/record-audit.ts'
import { sessions, users } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { Problem } from '../problems.ts'
import { findPerson } from '../users/users.queries.ts'
import { findPassword } from './accounts.queries.ts'
import { signInAgain } from './admit.ts'
import { mailPasswordChanged } from './mail-password-changed.ts'
import { hashPassword, refusePassword, verifyPassword } from './passwords.ts'
import { setPassword } from './set-password.ts'
import type { Session } from './sign-in.ts'
import { takeSignInTry } from './sign-in-limits.ts'

type Deps = { pool: pg.Pool; db: Db; clock: () => Date; jobs: Jobs }
type Input = { currentPassword: string; newPassword: string; address: string }

/** For how long a repeated change is recognised, in milliseconds: as long as failures count. */
const SENT_AGAIN_MS = 15 * 60_000

/**
 * Changes the caller's password, and ends their other sessions. A wrong current password counts as at a sign-in, per
 * session: somebody who finds an open browser cannot go on guessing here. Repeated soon, it changes nothing. Answers
 * the new hash. Problems: `wrong-password`, `no-password` for somebody who came with Google and has none,
 * `too-many-requests`, `bad-input` for a password that is not allowed.
 */
export async function changePassword(
  { pool, db, clock, jobs }: Deps,
  who: Session,
  { currentPassword, newPassword, address }: Input,
): Promise<{ hash: string }> {
  const current = await findPassword(db, who.userId)
  if (!current)
    throw new Problem('no-password', 'Your account has no password yet. Ask for an e-mail link to set one.')
  const giveBack = await takeSignInTry(db, { email: who.email, address, known: who.id }, clock())
  if (!(await verifyPassword({ hash: current.hash, password: currentPassword }))) {
    // Repeated, because its answer was lost: the password is already changed. Later this would allow a second guess
    // within one try.
    const isYoung = clock().getTime() - current.setAt.getTime() < SENT_AGAIN_MS
    if (isYoung && (await verifyPassword({ hash: current.hash, password: newPassword }))) {
      await giveBack()
      return { hash: current.hash }
    }
    const details = { by: 'password change' }
    await recordAudit(db, {
      action: 'sign-in-failed',
      at: clock(),
      actor: who.userId,
      subject: who.userId,
      details,
    })
    const message = 'This is not your current password.'
    throw new Problem('wrong-password', message, { errors: [{ pointer: '/currentPassword', message }] })
  }
  await giveBack()
  const person = await findPerson(db, who.userId)
  if (!person) throw signInAgain()
  refusePassword(newPassword, person)
  const hash = await hashPassword(newPassword)
  await withTransaction(pool, async (db) => {
    const now = clock()
    await db.select({ id: users.id }).from(users).where(eq(users.id, who.userId)).for('update')
    // Somebody else changed it meanwhile (a reset): that password stays.
    if ((await findPassword(db, who.userId))?.hash !== current.hash)
      throw new Problem('not-signed-in', 'Your password has since been changed. Please sign in again.')
    await setPassword(db, who.userId, hash, now)
    await db.delete(sessions).where(and(eq(sessions.userId, who.userId), ne(sessions.id, who.id)))
    await recordAudit(db, { action: 'password-changed', at: now, actor: who.userId, subject: who.userId })
    await mailPasswordChanged(jobs, db, person, now)
  })
  return { hash }
}
