import type { Db } from '../database/with-transaction.ts'
import type { Mail } from '../outside/mail.ts'
import { issueMailedToken, type MailedToken } from '../sign-in/mailed-tokens.ts'
import { breakLinks } from './break-links.ts'

/**
 * A mail in the queue. `token`: the mailed token for its link, see there. `toOperator`: it goes only to the operator,
 * with a visitor's text unchanged. `canWait`: it may be one of thousands, and is sent after those that somebody waits
 * for.
 */
export type QueuedMail = Mail & { token?: MailedToken; toOperator?: true; canWait?: true }

/**
 * Completes a queued mail. Strangers typed its names of people, laptops and places, so no word of it may become a
 * link: it has only the shop's own. A mail that asks for a token gets it now, so that a usable one is neither in the
 * queue nor in the database.
 */
export async function completeMail(
  db: Db,
  { token, toOperator, canWait: _, ...mail }: QueuedMail,
  now: Date,
): Promise<Mail> {
  const safe = toOperator
    ? mail
    : { ...mail, subject: breakLinks(mail.subject), text: mail.text.map(breakLinks) }
  if (!token || !safe.action) return safe
  const url = `${safe.action.url}?token=${await issueMailedToken(db, token, now)}`
  return { ...safe, action: { ...safe.action, url } }
}
