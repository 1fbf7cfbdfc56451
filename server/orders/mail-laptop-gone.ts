import { formatMediumDate } from '#contract/dates.ts'
import { isolate } from '#contract/isolate.ts'
import { formatCents } from '#contract/money.ts'
import type { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { greet } from '../mail/greet.ts'
import { sayCharged } from '../payments/say-charged.ts'
import { findPeople } from '../users/users.queries.ts'

type Deps = { jobs: Jobs; publicUrl: string }
type Order = Pick<
  typeof orders.$inferSelect,
  'id' | 'productName' | 'buyerId' | 'buyerEmail' | 'priceCents' | 'createdAt'
>

/**
 * Tells everyone who had ordered a laptop that it is gone, and why, with a text that `words` makes of its name. A
 * thousand people may have ordered it, and its row is locked meanwhile: the number of queries is the same as for one.
 */
export async function mailLaptopGone(
  { jobs, publicUrl }: Deps,
  db: Db,
  gone: Order[],
  words: (laptop: string) => { subject: string; why: string },
): Promise<void> {
  if (gone.length === 0) return
  const buyers = await findPeople(
    db,
    gone.map(({ buyerId }) => buyerId),
  )
  const byId = new Map<string | null, (typeof buyers)[number]>(buyers.map((person) => [person.id, person]))
  const charged = await sayCharged(
    db,
    gone.map(({ id }) => id),
  )
  const mails = gone.map(({ id, productName, buyerId, buyerEmail, priceCents, createdAt }) => {
    const { subject, why } = words(isolate(productName))
    // They may have ordered others of the same name.
    const which = `You ordered it on ${formatMediumDate(createdAt.toISOString())} for ${formatCents(priceCents)}.`
    // A guest has no My Orders before they sign up.
    const next = buyerId
      ? 'You can delete the order under My Orders, and have a look at the other laptops.'
      : 'Have a look at the other laptops.'
    return {
      to: buyerEmail,
      canWait: true as const,
      subject,
      text: [greet(byId.get(buyerId)), `${why} ${which} ${charged(id)}`, next],
      action: { label: 'See the laptops', url: `${publicUrl}/advertisedProducts` },
    }
  })
  await jobs.sendMail(db, ...mails)
}
