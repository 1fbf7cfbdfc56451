import type { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { greetBuyer } from '../mail/greet.ts'
import { sayCharged } from '../payments/say-charged.ts'

type Deps = { jobs: Jobs; publicUrl: string }
type Order = Pick<typeof orders.$inferSelect, 'id' | 'buyerId' | 'buyerEmail'>

/** Tells whoever had ordered a laptop that it is gone, and `why`. */
export async function mailLaptopGone(
  { jobs, publicUrl }: Deps,
  db: Db,
  { id, buyerId, buyerEmail }: Order,
  { subject, why }: { subject: string; why: string },
): Promise<void> {
  // A guest has no My Orders before they sign up.
  const next = buyerId
    ? 'You can delete the order under My Orders, and have a look at the other laptops.'
    : 'Have a look at the other laptops.'
  await jobs.sendMail(db, {
    to: buyerEmail,
    canWait: true,
    subject,
    text: [await greetBuyer(db, { buyerId }), `${why} ${await sayCharged(db, id)}`, next],
    action: { label: 'See the laptops', url: `${publicUrl}/advertisedProducts` },
  })
}
