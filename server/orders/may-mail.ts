import type { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { countLimit } from '../rate-limit.ts'

/** To one e-mail: an order can be deleted and placed again at once, and a guest can type anybody's e-mail. */
const MAILS = { most: 10, seconds: 60 * 60 }
/** Many buyers may order of one seller, each of whom is counted by themselves before. */
const OF_BUYERS_TO_SELLER = { ...MAILS, most: 30 }

/**
 * Counts one more mail of a kind to an e-mail, and answers whether it may be sent. What guests cause counts apart, so
 * that it does not keep from people what those with an account have done.
 */
export async function mayMail(
  db: Db,
  kind: 'order-mails' | 'seller-order-mails' | 'laptop-gone-mails',
  { to, buyerId }: { to: string } & Pick<typeof orders.$inferSelect, 'buyerId'>,
  now: Date,
): Promise<boolean> {
  const key = buyerId ? `${kind} ${to}` : `${kind} guest ${to}`
  const limit = kind === 'seller-order-mails' && buyerId ? OF_BUYERS_TO_SELLER : MAILS
  return (await countLimit(db, key, limit, now)) <= limit.most
}
