import type { users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { trySpendLimit } from '../limits/spend-limit.ts'
import { greet } from '../mail/greet.ts'

type Person = Pick<typeof users.$inferSelect, 'name' | 'email' | 'emailVerified'>

/** The limit for one e-mail, so that nobody can have the shop write to a stranger without end. */
const MAILS = { most: 10, seconds: 60 * 60 }

/**
 * Tells a person that their password was changed, in case somebody else did it. The eleventh mail within an hour is not
 * sent: it would say nothing new.
 */
export async function mailPasswordChanged(
  jobs: Pick<Jobs, 'sendMail'>,
  db: Db,
  person: Person,
  now: Date,
): Promise<void> {
  const { email } = person
  if (!(await trySpendLimit(db, `password-changed-mails ${email}`, MAILS, now))) return
  await jobs.sendMail(db, {
    to: email,
    subject: 'Your password was changed',
    text: [
      greet(person),
      'The password of your Clamshell account was changed, and everyone else who was signed in to it was signed out.',
      'If that was not you, choose Forgotten Password on the login page at once: the link comes to this address.',
    ],
  })
}
