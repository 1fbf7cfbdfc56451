import { isolate } from '#contract/isolate.ts'
import { formatCents } from '#contract/money.ts'
import { oneOf } from '../database/one-of.ts'
import { orders, type users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { greet } from '../mail/greet.ts'
import { NOT_A_SELLER } from '../mail/not-a-seller.ts'
import { mailLaptopGone } from '../orders/mail-laptop-gone.ts'
import type { closeDealings } from './close-dealings.ts'
import { findPeople } from './users.queries.ts'

type Deps = { jobs: Jobs; publicUrl: string }
type Person = typeof users.$inferSelect
type Order = typeof orders.$inferSelect

/** The orders of how many laptops are read and mailed at a time: those of all might not fit into memory. */
const AT_ONCE = 1_000

/** Tells everyone whom a deletion concerns, by mail queued in its transaction. */
export async function announceDeletion(
  { jobs, publicUrl }: Deps,
  db: Db,
  person: Person,
  { withdrawn, paid }: Awaited<ReturnType<typeof closeDealings>>,
): Promise<void> {
  const action = { label: 'Contact Us', url: `${publicUrl}/#contact` }
  const others = await findPeople(
    db,
    paid.map((order) => otherOf(order, person)),
  )
  const byId = new Map<string | null, Person>(others.map((other) => [other.id, other]))
  const mails = paid.flatMap((order) => {
    const other = byId.get(otherOf(order, person))
    if (!other) return []
    const { subject, text } = order.sellerId === person.id ? sellerLeft(order) : buyerLeft(order, other)
    return [{ to: other.email, canWait: true as const, subject, text: [greet(other), ...text], action }]
  })
  await jobs.sendMail(
    db,
    {
      to: person.email,
      subject: 'Your account was deleted',
      text: [
        greet(person),
        'An admin of Clamshell has deleted your account, with your laptops on sale and your unpaid orders.',
        'If you think that this is a mistake, please write to us.',
      ],
      action,
    },
    ...mails,
  )
  for (let n = 0; n < withdrawn.length; n += AT_ONCE) {
    const unpaid = await db
      .select()
      .from(orders)
      .where(oneOf(orders.productId, withdrawn.slice(n, n + AT_ONCE)))
    await mailLaptopGone({ jobs, publicUrl }, db, unpaid, (laptop) => ({
      subject: `${laptop} is no longer for sale`,
      why: `The seller of ${laptop}, which you had ordered, has left Clamshell.`,
    }))
  }
}

const otherOf = ({ sellerId, buyerId }: Order, { id }: Person) => (sellerId === id ? buyerId : sellerId)
const priceOf = ({ priceCents }: Order) => formatCents(priceCents)

function sellerLeft(order: Order) {
  const laptop = isolate(order.productName)
  return {
    subject: `The seller of ${laptop} has left Clamshell`,
    text: [
      `You have paid ${priceOf(order)} for ${laptop}, and its seller has left Clamshell. The laptop is yours.`,
      'If you have it, there is nothing to do. If not: their number stays on your receipt, under My Orders. Please write to us if you cannot reach them.',
    ],
  }
}

/** To an unproven e-mail goes nothing that was typed, as with an order. */
function buyerLeft(order: Order, { emailVerified }: Person) {
  const name = emailVerified && isolate(order.productName)
  return {
    subject: `The buyer of ${name || 'one of your laptops'} has left Clamshell`,
    text: [
      `${name || 'One of your laptops'}, for which they paid ${priceOf(order)}, is theirs. Their name and number are gone from My Buyers.`,
      'If you have handed it over, there is nothing to do. If not, and you cannot reach them any more, please write to us.',
      ...(emailVerified ? [] : [NOT_A_SELLER]),
    ],
  }
}
