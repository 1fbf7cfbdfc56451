import type { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { countLimit } from '../rate-limit.ts'

/** To one e-mail: an order can be deleted and placed again at once, and a guest can type anybody's e-mail. */
const MAILS = { most: 10, seconds: 60 * 60 }

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
  return (await countLimit(db, key, MAILS, now)) <= MAILS.most
}
