import type { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'

type Deps = { jobs: Jobs; publicUrl: string }
type Order = Pick<typeof orders.$inferSelect, 'buyerId' | 'buyerName' | 'buyerEmail'>

/** Tells whoever had ordered a laptop that it is gone, and `why`. */
export async function mailLaptopGone(
  { jobs, publicUrl }: Deps,
  db: Db,
  { buyerId, buyerName, buyerEmail }: Order,
  { subject, why }: { subject: string; why: string },
): Promise<void> {
  // A guest's name was typed, as in mailOrder, and there is no My Orders before they sign up.
  const [greeting, next] = buyerId
    ? [
        `Hello ${buyerName},`,
        'You can delete the order under My Orders, and have a look at the other laptops.',
      ]
    : ['Hello,', 'Have a look at the other laptops.']
  await jobs.sendMail(db, {
    to: buyerEmail,
    subject,
    text: [greeting, `${why} You have not been charged.`, next],
    action: { label: 'See the laptops', url: `${publicUrl}/advertisedProducts` },
  })
}
