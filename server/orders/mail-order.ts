import { isolate } from '#contract/isolate.ts'
import { formatCents } from '#contract/money.ts'
import type { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { findPerson } from '../users/users.queries.ts'
import { trySpendMail, trySpendUnproven } from './mail-limits.ts'
import { sayWhich, type Which } from './say-which.ts'

type Deps = { jobs: Jobs; publicUrl: string }
type Order = Pick<
  typeof orders.$inferSelect,
  'id' | 'buyerId' | 'buyerName' | 'buyerEmail' | 'productName' | 'priceCents' | 'location' | 'createdAt'
>

const MONTH_IN_MINUTES = 30 * 24 * 60
const CALLED =
  'The seller will see your phone number and meeting place and get in touch. The order is under My Orders.'

/**
 * Tells whoever ordered a laptop how to go on: a buyer pays, a guest first proves that the e-mail is theirs. Not sent
 * are the eleventh mail within an hour to one e-mail, of guests or of its account, and the sixth that orders from one
 * `address` would send to buyers who have not proven theirs; the order stands all the same.
 */
export async function mailOrder(
  { jobs, publicUrl }: Deps,
  db: Db,
  order: Order,
  product: Which,
  address: string,
): Promise<void> {
  const to = order.buyerEmail
  const proven = (await findPerson(db, order.buyerId))?.emailVerified ?? false
  // Guests' orders have a limit per address of their own.
  const mayBeStrangers = order.buyerId !== null && !proven
  if (mayBeStrangers && !(await trySpendUnproven(db, 'order-mails', address, order.createdAt))) return
  if (!(await trySpendMail(db, 'order-mails', { to, buyerId: order.buyerId }, order.createdAt))) return
  const price = formatCents(order.priceCents)
  const laptop = isolate(order.productName)
  const subject = `Your order: ${laptop}`
  const next = 'Nothing is charged yet. Whoever pays first gets the laptop.'
  const pay = { label: 'Pay for it', url: `${publicUrl}/dashboard/payment/${order.id}` }
  if (proven)
    return jobs.sendMail(db, {
      to,
      subject,
      text: [
        `Hello ${isolate(order.buyerName)},`,
        `You have ordered ${laptop} for ${price}.`,
        `${sayWhich(product)}\nMeeting place: ${isolate(order.location)}`,
        CALLED,
        next,
      ],
      action: pay,
    })
  // Until the e-mail is proven a stranger may have typed it, with any name and place: the mail contains neither.
  if (order.buyerId)
    return jobs.sendMail(db, {
      to,
      subject,
      text: [
        'Hello,',
        `You have ordered ${laptop} for ${price} on Clamshell. ${next}`,
        CALLED,
        'If you did not order anything, please ignore this e-mail: somebody may have mistyped their address.',
      ],
      action: pay,
    })
  await jobs.sendMail(db, {
    to,
    subject,
    text: [
      'Hello,',
      `Thank you for ordering ${laptop} for ${price} on Clamshell. ${next}`,
      'The seller will see the phone number and meeting place that came with the order and get in touch.',
      'To pay for it, sign up with this e-mail address, or sign in if you have an account: this link takes you there, and the order is then under My Orders. The link is good for 30 days.',
      'If you did not order anything, please ignore this e-mail: without you, nobody can continue this order.',
    ],
    action: { label: 'Finish your order', url: `${publicUrl}/confirm-email` },
    token: { purpose: 'confirm-email', about: to, minutes: MONTH_IN_MINUTES },
  })
}
