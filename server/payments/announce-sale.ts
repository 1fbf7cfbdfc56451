import { and, eq, ne } from 'drizzle-orm'
import { isolate } from '#contract/isolate.ts'
import { formatCents } from '#contract/money.ts'
import { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { greet } from '../mail/greet.ts'
import { NOT_A_SELLER } from '../mail/not-a-seller.ts'
import { mailLaptopGone } from '../orders/mail-laptop-gone.ts'
import { sayWhich } from '../orders/say-which.ts'
import { findPerson } from '../users/users.queries.ts'
import type { LockedOrder } from './payments.queries.ts'

type Deps = { jobs: Jobs; publicUrl: string }

/**
 * Tells everyone whom a sale concerns, by mail queued in its transaction: the buyer gets the receipt, the seller the
 * buyer's number, and everybody else who had ordered the laptop learns that it is gone.
 */
export async function announceSale(
  { jobs, publicUrl }: Deps,
  db: Db,
  { order, product }: LockedOrder,
  transactionId: string,
): Promise<void> {
  const laptop = isolate(order.productName)
  const place = isolate(order.location)
  const price = formatCents(order.priceCents)
  const buyer = await findPerson(db, order.buyerId)
  await jobs.sendMail(db, {
    to: order.buyerEmail,
    subject: `Your receipt for ${laptop}`,
    text: [
      greet(buyer),
      `Your payment of ${price} for ${laptop} was received. The laptop is yours.`,
      // What the order form contained goes only to an e-mail that is proven to be the buyer's.
      buyer?.emailVerified
        ? `${sayWhich(product)}\nMeeting place: ${place}\nThe seller's number is on your receipt.`
        : `The meeting place and the seller's number are on your receipt.`,
      `Transaction: ${transactionId}`,
    ],
    action: { label: 'See the receipt', url: `${publicUrl}/dashboard/payment/${order.id}` },
  })
  const seller = await findPerson(db, order.sellerId)
  if (seller)
    await jobs.sendMail(db, {
      to: seller.email,
      subject: seller.emailVerified ? `${laptop} is sold` : 'One of your laptops is sold',
      text: [
        greet(seller),
        // As of an order: an account that was made with somebody else's e-mail has named the laptop, too.
        ...(seller.emailVerified
          ? [
              `${isolate(order.buyerName)} has paid ${price} for ${laptop}.`,
              `${sayWhich(product)}\nMeeting place: ${place}\nTheir phone number: ${order.phone}`,
            ]
          : [
              `Somebody has paid ${price} for one of your laptops on Clamshell. Their name, phone number and meeting place are under My Buyers.`,
              NOT_A_SELLER,
            ]),
      ],
      action: { label: 'My Buyers', url: `${publicUrl}/dashboard/mybuyers` },
    })
  // A guest, whoever that was, may have ordered it with the buyer's e-mail: they have got the receipt.
  const ofOthers = and(eq(orders.productId, order.productId), ne(orders.buyerEmail, order.buyerEmail))
  const others = await db.select().from(orders).where(ofOthers)
  await mailLaptopGone({ jobs, publicUrl }, db, others, (name) => ({
    subject: `${name} was sold to somebody else`,
    why: `${name}, which you had ordered, was paid for by another buyer.`,
  }))
}
