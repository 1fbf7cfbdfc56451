import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { spendLimit, takeTry } from '../limits/spend-limit.ts'
import { findPerson } from '../users/users.queries.ts'
import { signInAgain } from './admit.ts'
import { confirmationsOf, mailEmailConfirmation } from './mail-email-confirmation.ts'
import type { Session } from './sign-in.ts'

type Deps = { db: Db; clock: () => Date; jobs: Jobs; publicUrl: string }

const LIMIT = { most: 3, seconds: 60 * 60 }
const SENT = 'We have sent this e-mail several times. Please look for it, also in spam.'
const TOO_MANY = 'Too many such e-mails were requested from your network.'

/**
 * Mails the confirmation of the caller's e-mail again; `sent` is false if it is confirmed already, and then nothing is
 * mailed. Problem: `too-many-requests` for the fourth within an hour, and for an `address` that has caused thirty,
 * sign-ups included.
 */
export async function resendEmailConfirmation(
  deps: Deps,
  who: Session,
  address: string,
): Promise<{ sent: boolean }> {
  const { db } = deps
  const person = await findPerson(db, who.userId)
  if (!person) throw signInAgain()
  if (person.emailVerified) return { sent: false }
  const now = deps.clock()
  const giveBack = await takeTry(db, [{ key: `email-confirmation ${who.userId}`, limit: LIMIT }], now, SENT)
  const { key, limit } = confirmationsOf(address)
  // That others in their network have used up the limit takes none of their own three.
  await spendLimit(db, key, limit, now, TOO_MANY).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  await mailEmailConfirmation(deps, person)
  return { sent: true }
}
