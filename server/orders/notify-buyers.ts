import { eq } from 'drizzle-orm'
import { orders, type products } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { mailLaptopGone } from './mail-laptop-gone.ts'
import { trySpendMails } from './mail-limits.ts'

type Deps = { jobs: Jobs; publicUrl: string }

/**
 * Tells everyone who had ordered a laptop what its seller has done, and that they can no longer pay: in the transaction
 * of that change, which has locked the laptop and checked that nobody is paying. A seller may change their mind again
 * and again, so the eleventh such mail within an hour to one e-mail is not sent.
 */
export async function notifyBuyers(
  deps: Deps,
  db: Db,
  { id }: Pick<typeof products.$inferSelect, 'id'>,
  what: 'marked it as sold' | 'taken it out of the shop',
  now: Date,
): Promise<void> {
  const ordered = await db.select().from(orders).where(eq(orders.productId, id))
  const mails = ordered.map((order) => ({ ...order, to: order.buyerEmail }))
  await mailLaptopGone(deps, db, await trySpendMails(db, 'laptop-gone-mails', mails, now), (laptop) => ({
    subject: `${laptop} is no longer for sale`,
    why: `The seller of ${laptop}, which you had ordered, has ${what}.`,
  }))
}
