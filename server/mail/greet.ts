import { isolate } from '#contract/isolate.ts'
import type { orders, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { findPerson } from '../users/users.queries.ts'

/** How a mail begins. Before an e-mail is proven a stranger may have typed it, with any name: then without one. */
export const greet = ({ name, emailVerified }: Pick<typeof users.$inferSelect, 'name' | 'emailVerified'>) =>
  emailVerified ? `Hello ${isolate(name)},` : 'Hello,'

/** The same for whoever placed an order; a guest's name was typed, too. */
export async function greetBuyer(
  db: Db,
  { buyerId }: Pick<typeof orders.$inferSelect, 'buyerId'>,
): Promise<string> {
  const buyer = await findPerson(db, buyerId)
  return buyer ? greet(buyer) : 'Hello,'
}
