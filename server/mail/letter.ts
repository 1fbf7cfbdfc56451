import type { Db } from '../database/with-transaction.ts'
import type { Mail } from '../outside/mail.ts'
import { issueMailedToken, type MailedToken } from '../sign-in/mailed-tokens.ts'
import { breakLinks } from './break-links.ts'

/**
 * A mail as it waits to be sent. `token`: what its link is to show, see there. `toOperator`: it goes to nobody else,
 * with what a visitor typed just as they did. `canWait`: it may be one of thousands, which those that somebody waits for
 * go before.
 */
export type Letter = Mail & { token?: MailedToken; toOperator?: true; canWait?: true }

/**
 * The mail that is sent for a letter. Names of people, laptops and places in it were typed by strangers, so no word of
 * it can be made a link: it has one, of the shop. That of a letter that asks for a token gets it now, so that a usable
 * one is neither in the queue nor in the database.
 */
export async function finishLetter(
  db: Db,
  { token, toOperator, canWait: _, ...mail }: Letter,
  now: Date,
): Promise<Mail> {
  const safe = toOperator
    ? mail
    : { ...mail, subject: breakLinks(mail.subject), text: mail.text.map(breakLinks) }
  if (!token || !safe.action) return safe
  const url = `${safe.action.url}?token=${await issueMailedToken(db, token, now)}`
  return { ...safe, action: { ...safe.action, url } }
}
