import { eq } from 'drizzle-orm'
import { isolate } from '#contract/isolate.ts'
import { dollarsFromCents, formatDollars } from '#contract/money.ts'
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
  'money of it was given back already': 'money of it had been given back already',
  'the order is paid already': 'the order was paid already',
  'the order is gone': 'the order was deleted before the payment came',
  'the laptop is sold': 'the laptop was sold to somebody else before the payment came',
  'the laptop is no longer offered': 'the laptop is no longer offered',
  'the laptop is claimed by another order': 'another buyer had begun to pay before the payment came',
}

/**
 * Tells a buyer that their payment is returned, and why. The mail is queued in the transaction that makes the refund
 * due: they may have left the page long before the shop heard of the payment.
 */
export async function announceReturn(
  { jobs, publicUrl }: Deps,
  db: Db,
  payment: Payment,
  intent: CardIntent,
  fault: Fault,
): Promise<void> {
  const about = await findBuyer(db, payment)
  if (!about) return
  const { buyer, laptop } = about
  // The amount received is returned, which may differ from the order's: somebody may have changed it at the provider.
  const dollars = formatDollars(dollarsFromCents(intent.amountReceivedCents))
  const sum = intent.currency === payment.currency ? ` of ${dollars}` : ''
  await jobs.sendMail(db, {
    to: buyer.email,
    subject: `Your payment for ${laptop} is returned`,
    text: [
      greet(buyer),
      `your payment${sum} for ${laptop} has come, and cannot be kept: ${WHY[fault]}.`,
      'The money goes back to your card in full, without your doing. It takes 5 to 10 days until you see it, as with every card.',
      `Transaction: ${intent.id}`,
    ],
    action: { label: 'My Orders', url: `${publicUrl}/dashboard/myorders` },
  })
}

/** Tells a buyer that their refund has failed, in the transaction that records it. */
export async function announceFailedReturn(
  { jobs, publicUrl }: Deps,
  db: Db,
  payment: Payment,
): Promise<void> {
  const about = await findBuyer(db, payment)
  if (!about) return
  const { buyer, laptop } = about
  await jobs.sendMail(db, {
    to: buyer.email,
    subject: `Your payment for ${laptop} could not be returned`,
    text: [
      greet(buyer),
      `your payment for ${laptop} was to be returned to your card, and that has failed. We know of it.`,
      'Please write to us, so that the money comes back to you another way.',
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
