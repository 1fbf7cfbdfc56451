import { eq } from 'drizzle-orm'
import type pg from 'pg'
import type { Logger } from 'pino'
import { Credentials } from '#contract/sign-in.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { accounts, sessions } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import { Problem } from '../problems.ts'
import { credentialOf, findHashByEmail } from './accounts.queries.ts'
import { endSurplusSessions } from './end-surplus-sessions.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { readInput, withBody } from './read-input.ts'
import { readRefusal } from './read-refusal.ts'
import { inHex } from './service-users.ts'
import { takeSignInTry } from './sign-in-limits.ts'

type Deps = { pool: pg.Pool; db: Db; clock: () => Date; log: Logger; browsers: KnownBrowsers }

/**
 * Signs in by the service's own call (`make`), and counts failures. Problems: `bad-input`, `too-many-requests`, and
 * `sign-in-failed`, also if the password was replaced while it was being checked.
 */
export async function signInByPassword(
  { pool, db, clock, log, browsers }: Deps,
  request: Request,
  address: string,
  make: (request: Request) => Promise<Response>,
): Promise<Response> {
  const input = await readInput(request, Credentials)
  const { email } = input
  // Read once: if there is a cookie, before the try.
  let read: ReturnType<typeof findHashByEmail> | undefined
  const readHash = () => (read ??= findHashByEmail(db, email))
  const known = await browsers.find(request, email, readHash)
  const giveBack = await takeSignInTry(db, { email, address, known }, clock())
  const hash = await readHash()
  const response = await make(withBody(request, { ...input, email: inHex(email) })).catch(
    async (error: unknown) => {
      await giveBack()
      throw error
    },
  )
  if (response.status === 401) {
    const details = { by: 'password' }
    await recordAudit(db, { action: 'sign-in-failed', at: clock(), actor: { email }, details })
    log.warn({ event: 'sign-in-failed', address }, 'a sign-in failed')
    throw new Problem('sign-in-failed', (await readRefusal(response)).message)
  }
  await giveBack()
  if (!response.ok) return response
  await requireSamePassword({ pool, clock }, await response.clone().json(), hash)
  return browsers.remember(response, { email, hash })
}

type SignedIn = { token: string; user: { id: string } }

/**
 * Replacing a password (by a reset, or by the e-mail's proven owner) ends its sessions. A session that is created at
 * the same moment would survive that, so the password is checked again once the session exists: either they see the
 * session, or this check sees their change.
 */
async function requireSamePassword(
  { pool, clock }: Pick<Deps, 'pool' | 'clock'>,
  { token, user }: SignedIn,
  hash: string | null | undefined,
): Promise<void> {
  const same = await withTransaction(pool, async (db) => {
    const [now] = await db
      .select({ hash: accounts.password })
      .from(accounts)
      .where(credentialOf(user.id))
      .for('share')
    if (now && now.hash === hash) {
      const by = { by: 'password' }
      await recordAudit(db, {
        action: 'signed-in',
        at: clock(),
        actor: user.id,
        subject: user.id,
        details: by,
      })
      await endSurplusSessions(db, { userId: user.id, token })
      return true
    }
    await db.delete(sessions).where(eq(sessions.token, token))
    return false
  })
  if (!same) throw new Problem('sign-in-failed', 'This password was just changed. Please sign in again.')
}
