import type { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { countLimits } from '../limits/count-limit.ts'
import { trySpendLimit } from '../limits/spend-limit.ts'

const HOUR = 60 * 60
/** To one e-mail: an order can be deleted and placed again at once, and a guest can type anybody's e-mail. */
const TO_ONE = { most: 10, seconds: HOUR }
/** To one seller, about all buyers together and about each: nobody uses up the mails about others. */
const OF_BUYERS = { most: 30, seconds: HOUR }
const OF_ONE_BUYER = { most: 5, seconds: HOUR }
/** To unproven e-mails, for orders from one address: as many as guests may place there. */
const TO_UNPROVEN = { most: 5, seconds: HOUR }

type Mail = { to: string } & Pick<typeof orders.$inferSelect, 'buyerId'>
type Kind = 'order-mails' | 'seller-order-mails' | 'laptop-gone-mails'

/** Guests' mails are counted separately, so that they do not use up the mails about people with an account. */
const keyOf = (kind: Kind, { to, buyerId }: Mail) => (buyerId ? `${kind} ${to}` : `${kind} guest ${to}`)

/** Counts one more mail of a kind to an e-mail, and answers whether it may be sent. */
export const trySpendMail = (db: Db, kind: Kind, mail: Mail, now: Date): Promise<boolean> =>
  trySpendLimit(db, keyOf(kind, mail), TO_ONE, now)

/** The same for many mails with one query: answers those that may be sent. */
export async function trySpendMails<T extends Mail>(db: Db, kind: Kind, mails: T[], now: Date): Promise<T[]> {
  const counts = await countLimits(
    db,
    mails.map((mail) => keyOf(kind, mail)),
    TO_ONE,
    now,
  )
  return mails.filter((mail) => (counts.get(keyOf(kind, mail)) ?? TO_ONE.most + 1) <= TO_ONE.most)
}

/** The same for a mail to a seller about an order. */
export async function trySpendSellerMail(db: Db, { to, buyerId }: Mail, now: Date): Promise<boolean> {
  if (!buyerId) return trySpendMail(db, 'seller-order-mails', { to, buyerId }, now)
  const key = `seller-order-mails ${to}`
  return (
    (await trySpendLimit(db, `${key} of ${buyerId}`, OF_ONE_BUYER, now)) &&
    trySpendLimit(db, key, OF_BUYERS, now)
  )
}

/**
 * Counts one more mail to an unproven e-mail, by the address the order came from: anybody can open accounts with any
 * e-mails, and the orders of accounts are not limited.
 */
export const trySpendUnproven = (
  db: Db,
  kind: 'order-mails' | 'seller-order-mails',
  address: string,
  now: Date,
): Promise<boolean> => trySpendLimit(db, `${kind} address ${address}`, TO_UNPROVEN, now)
