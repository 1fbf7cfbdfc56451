import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'

type Deps = { db: Db; jobs: Jobs; publicUrl: string }

const DAY_IN_MINUTES = 24 * 60

/**
 * The limit of mails that one address may cause, by signing up and by asking again: so that nobody can have the shop
 * write to lists of strangers.
 */
export const confirmationsOf = (address: string) => ({
  key: `confirmation-mails address ${address}`,
  limit: { most: 30, seconds: 60 * 60 },
})

/**
 * Mails the link that confirms an e-mail address, which works only with a session of that same e-mail. The mail
 * contains nothing that was typed at sign-up, since the address may be somebody else's.
 */
export async function mailEmailConfirmation(
  { db, jobs, publicUrl }: Deps,
  { email }: { email: string },
): Promise<void> {
  await jobs.sendMail(db, {
    to: email,
    subject: 'Confirm your e-mail address',
    text: [
      'Hello,',
      'Welcome to Clamshell. Please confirm that this e-mail address is yours. The link is good for a day.',
      'If you have no account with Clamshell, please ignore this e-mail: somebody may have mistyped theirs.',
    ],
    action: { label: 'Confirm your e-mail address', url: `${publicUrl}/confirm-email` },
    token: { purpose: 'confirm-email', about: email, minutes: DAY_IN_MINUTES },
  })
}
