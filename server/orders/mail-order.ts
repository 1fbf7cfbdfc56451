import { dollarsFromCents, formatDollars } from '#contract/money.ts'
import type { orders } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'

type Deps = { jobs: Jobs; publicUrl: string }
type Order = Pick<
  typeof orders.$inferSelect,
  'id' | 'buyerId' | 'buyerName' | 'buyerEmail' | 'productName' | 'priceCents' | 'location'
>

const MONTH_IN_MINUTES = 30 * 24 * 60

/** Tells whoever ordered a laptop how to go on: a buyer pays, a guest first shows that the e-mail is theirs. */
export async function mailOrder({ jobs, publicUrl }: Deps, db: Db, order: Order): Promise<void> {
  const what = `${order.productName} for ${formatDollars(dollarsFromCents(order.priceCents))}`
  const next = 'Nothing is charged yet. Whoever pays first gets the laptop.'
  if (order.buyerId)
    return jobs.sendMail(db, {
      to: order.buyerEmail,
      subject: `Your order: ${order.productName}`,
      text: [
        `Hello ${order.buyerName},`,
        `you have ordered ${what}. Meeting place: ${order.location}.`,
        next,
      ],
      action: { label: 'Pay for it', url: `${publicUrl}/dashboard/payment/${order.id}` },
    })
  // Anybody can type any name, place and e-mail, so nothing of what was typed is sent to that address.
  await jobs.sendMail(db, {
    to: order.buyerEmail,
    subject: `Your order: ${order.productName}`,
    text: [
      'Hello,',
      `thank you for ordering ${what} at Clamshell. ${next}`,
      'To pay for it, sign up with this e-mail address, or sign in if you have an account: with this link you find the order under My Orders. The link is good for 30 days.',
      'You have not ordered anything? Then leave this mail alone: without you, nobody can go on with this order.',
    ],
    action: { label: 'Finish your order', url: `${publicUrl}/confirm-email` },
    token: { purpose: 'confirm-email', about: order.buyerEmail, minutes: MONTH_IN_MINUTES },
  })
}
