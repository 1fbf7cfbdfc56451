import { eq } from 'drizzle-orm'
import { isolate } from '#contract/isolate.ts'
import { formatCents } from '#contract/money.ts'
import { products, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { greet } from '../mail/greet.ts'
import type { CardIntent } from '../outside/card-payments.ts'
import type { Payment } from './payments.queries.ts'
import type { Fault } from './why-not-paid.ts'

type Deps = { jobs: Jobs; publicUrl: string }

const NOT_AS_ASKED = 'it is not the payment that the order asks for'
const WHY: Record<Fault, string> = {
  'the currency is another': NOT_AS_ASKED,
  'the amount is another': NOT_AS_ASKED,
  'it was made for another order': NOT_AS_ASKED,
  'money of it was given back already': 'some or all of it had already been refunded',
  'the order is paid already': 'the order had already been paid',
  'the order is gone': 'the order had already been deleted',
  'the laptop is sold': 'the laptop had already been sold to somebody else',
  'the laptop is no longer offered': 'the laptop is no longer for sale',
  'the laptop is claimed by another order': 'another buyer had already started to pay',
}

/**
 * Tells a buyer that their payment is refunded, and why. The mail is queued in the transaction that makes the refund
 * due: they may have left the page long before the shop heard of the payment.
 */
export async function announceRefund(
  { jobs, publicUrl }: Deps,
  db: Db,
  payment: Payment,
  intent: CardIntent,
  fault: Fault,
): Promise<void> {
  const about = await findBuyer(db, payment)
  if (!about) return
  const { buyer, laptop } = about
  // The amount received is refunded, which may differ from the order's: somebody may have changed it at the provider.
  const dollars = formatCents(intent.amountReceivedCents)
  const sum = intent.currency === payment.currency ? ` of ${dollars}` : ''
  await jobs.sendMail(db, {
    to: buyer.email,
    subject: `Your payment for ${laptop} is being refunded`,
    text: [
      greet(buyer),
      `We received your payment${sum} for ${laptop} but cannot keep it: ${WHY[fault]}.`,
      'The money goes back to your card in full; you need not do anything. As with any card, it takes 5 to 10 days to reach you.',
      `Transaction: ${intent.id}`,
    ],
    action: { label: 'My Orders', url: `${publicUrl}/dashboard/myorders` },
  })
}

/** Tells a buyer that their refund has failed, in the transaction that records it. */
export async function announceFailedRefund(
  { jobs, publicUrl }: Deps,
  db: Db,
  payment: Payment,
): Promise<void> {
  const about = await findBuyer(db, payment)
  if (!about) return
  const { buyer, laptop } = about
  await jobs.sendMail(db, {
    to: buyer.email,
    subject: `Your payment for ${laptop} could not be refunded`,
    text: [
      greet(buyer),
      `Your payment for ${laptop} was to be refunded to your card, but that has failed. We know about it.`,
      'Please write to us, so that we can refund you another way.',
      `Transaction: ${payment.intentId}`,
    ],
    action: { label: 'Contact Us', url: `${publicUrl}/#contact` },
  })
}

/** Found by the payment alone, as its order may be gone. Undefined where the buyer is gone. */
async function findBuyer(db: Db, { buyerId, productId }: Payment) {
  if (!buyerId) return undefined
  const [found] = await db
    .select({ buyer: users, laptop: products.name })
    .from(users)
    .innerJoin(products, eq(products.id, productId))
    .where(eq(users.id, buyerId))
  return found && { ...found, laptop: isolate(found.laptop) }
}
