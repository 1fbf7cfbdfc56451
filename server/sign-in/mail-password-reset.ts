import { PASSWORD_LINK_MINUTES } from '#contract/limits.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { findPersonByEmail } from '../users/users.queries.ts'

type Deps = { db: Db; jobs: Pick<Jobs, 'sendMail'>; publicUrl: string }

/** Mails a link to choose a new password, if there is an account with this e-mail. */
export async function mailPasswordReset({ db, jobs, publicUrl }: Deps, email: string): Promise<void> {
  const person = await findPersonByEmail(db, email)
  if (!person) return
  await jobs.sendMail(db, {
    to: person.email,
    subject: 'Choose a new password',
    text: [
      'Hello,',
      `Use this link to choose a new password for Clamshell. It works once, for ${PASSWORD_LINK_MINUTES} minutes, and signs your account out everywhere.`,
      'If you did not ask for it, please ignore this e-mail: nothing changes.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}/reset-password` },
    token: { purpose: 'reset-password', about: person.id, minutes: PASSWORD_LINK_MINUTES },
  })
}
