import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'

/** Tells a person that their password is another now: whoever did not change it learns it in time. */
export async function mailPasswordChanged(
  jobs: Pick<Jobs, 'sendMail'>,
  db: Db,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await jobs.sendMail(db, {
    to: email,
    subject: 'Your password was changed',
    text: [
      `Hello ${name},`,
      'the password of your Clamshell account was changed, and everybody else who was signed in to it has been signed out.',
      'That was not you? Choose Forgotten Password on the login page at once: the link comes to this address.',
    ],
  })
}
