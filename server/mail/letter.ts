import type { Db } from '../database/with-transaction.ts'
import type { Mail } from '../outside/mail.ts'
import { issueMailedToken, type MailedToken } from '../sign-in/mailed-tokens.ts'

/** A mail as it waits to be sent. `token`: what its link is to show, see there. */
export type Letter = Mail & { token?: MailedToken }

/**
 * The mail that is sent for a letter: the link of one that asks for a token gets it now, so that a usable one
 * is neither in the queue nor in the database.
 */
export async function withToken(db: Db, { token, ...mail }: Letter, now: Date): Promise<Mail> {
  if (!token || !mail.action) return mail
  const url = `${mail.action.url}?token=${await issueMailedToken(db, token, now)}`
  return { ...mail, action: { ...mail.action, url } }
}
