import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { spendLimit } from '../rate-limit.ts'
import { findPerson } from '../users/users.queries.ts'
import { mailEmailConfirmation } from './mail-email-confirmation.ts'
import type { Session } from './sign-in.ts'

type Deps = { db: Db; clock: () => Date; jobs: Jobs; publicUrl: string }

const LIMIT = { most: 3, seconds: 60 * 60 }

/**
 * Mails the confirmation of one's own e-mail again; does nothing where it is confirmed already. Problem:
 * `too-many-requests` for the fourth within an hour.
 */
export async function resendEmailConfirmation(deps: Deps, who: Session): Promise<void> {
  const person = await findPerson(deps.db, who.userId)
  if (!person || person.emailVerified) return
  await spendLimit(
    deps.db,
    `email-confirmation ${who.userId}`,
    LIMIT,
    deps.clock(),
    'We have sent this mail several times. Please look for it, also among spam, or try again in an hour.',
  )
  await mailEmailConfirmation(deps, person)
}
