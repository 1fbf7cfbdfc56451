import { and, asc, eq } from 'drizzle-orm'
import { orders, type products } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { mailLaptopGone } from './mail-laptop-gone.ts'
import { mayMail } from './may-mail.ts'

type Deps = { jobs: Jobs; publicUrl: string }

/**
 * Tells everyone who had ordered a laptop what its seller has done, in the transaction of that, which has locked it:
 * they can no longer pay. A seller may change their mind again and again, so the eleventh such mail within an hour to
 * one e-mail is not sent.
 */
export async function tellWhoOrdered(
  deps: Deps,
  db: Db,
  { id }: Pick<typeof products.$inferSelect, 'id'>,
  what: 'marked it as sold' | 'taken it out of the shop',
  now: Date,
): Promise<void> {
  const open = await db
    .select()
    .from(orders)
    .where(and(eq(orders.productId, id), eq(orders.state, 'open')))
    // Two sellers whose buyers are the same count them in one order, so that they do not wait for each other.
    .orderBy(asc(orders.buyerEmail), asc(orders.buyerId))
  const told: typeof open = []
  for (const order of open)
    if (await mayMail(db, 'laptop-gone-mails', { to: order.buyerEmail, buyerId: order.buyerId }, now))
      told.push(order)
  await mailLaptopGone(deps, db, told, (laptop) => ({
    subject: `${laptop} is no longer for sale`,
    why: `the seller of ${laptop}, which you had ordered, has ${what}.`,
  }))
}
