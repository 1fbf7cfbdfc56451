import { isolate } from '#contract/isolate.ts'
import { formatCents } from '#contract/money.ts'
import type { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { greet } from '../mail/greet.ts'
import { NOT_A_SELLER } from '../mail/not-a-seller.ts'
import { findPerson } from '../users/users.queries.ts'
import { trySpendSellerMail, trySpendUnproven } from './mail-limits.ts'
import { sayWhich, type Which } from './say-which.ts'

type Deps = { jobs: Jobs; publicUrl: string }
type Order = Pick<
  typeof orders.$inferSelect,
  'sellerId' | 'buyerId' | 'buyerName' | 'phone' | 'location' | 'productName' | 'priceCents'
>

/**
 * Tells the seller of a new order, or that its buyer has `changed` how to meet: the buyer gets the seller's number only
 * after paying, so nobody else can arrange the meeting. Per hour at most five mails about one buyer, thirty about all
 * buyers and ten about guests, so that no buyer uses up the mails about others; and five for orders from one `address`
 * to sellers who have not proven their e-mail. Further orders are only listed under My Buyers.
 */
export async function mailSeller(
  { jobs, publicUrl }: Deps,
  db: Db,
  order: Order,
  product: Which,
  { at, address, changed = false }: { at: Date; address: string; changed?: boolean },
): Promise<void> {
  const { sellerId, buyerId } = order
  const seller = await findPerson(db, sellerId)
  if (!seller) return
  const to = seller.email
  if (!(await trySpendSellerMail(db, { to, buyerId }, at))) return
  if (!seller.emailVerified && !(await trySpendUnproven(db, 'seller-order-mails', address, at))) return
  const price = formatCents(order.priceCents)
  const action = { label: 'My Buyers', url: `${publicUrl}/dashboard/mybuyers` }
  // If somebody made the account with another person's e-mail, they also named the laptop: the mail contains nothing
  // that was typed.
  if (!seller.emailVerified)
    return jobs.sendMail(db, {
      to,
      subject: changed
        ? 'An order for one of your laptops has changed'
        : 'Somebody has ordered one of your laptops',
      text: [
        greet(seller),
        changed
          ? `Somebody who has ordered one of your laptops for ${price} on Clamshell has changed the meeting details.`
          : `Somebody has ordered one of your laptops for ${price} on Clamshell.`,
        `Their name, phone number and meeting place are under My Buyers.`,
        'Once you have confirmed this e-mail address, our e-mails will say this directly.',
        NOT_A_SELLER,
      ],
      action,
    })
  const laptop = isolate(order.productName)
  const buyer = isolate(order.buyerName)
  await jobs.sendMail(db, {
    to,
    subject: changed ? `An order for ${laptop} has changed` : `An order for ${laptop}`,
    text: [
      greet(seller),
      changed
        ? `${buyer}, who has ordered ${laptop} for ${price}, has changed the meeting details.`
        : `${buyer} has ordered ${laptop} for ${price}.`,
      `${sayWhich(product)}\nMeeting place: ${isolate(order.location)}\nTheir phone number: ${order.phone}`,
      ...(buyerId
        ? []
        : [
            'They have ordered without an account: nobody has confirmed that this is their name or their number.',
          ]),
      'Please get in touch with them to arrange the meeting. They have not paid yet: whoever pays first gets the laptop.',
    ],
    action,
  })
}
