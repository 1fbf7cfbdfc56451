import { eq } from 'drizzle-orm'
import { isolate } from '#contract/isolate.ts'
import { formatCents } from '#contract/money.ts'
import { orders, type products, type users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { greet } from '../mail/greet.ts'
import { NOT_A_SELLER } from '../mail/not-a-seller.ts'
import { mailLaptopGone } from '../orders/mail-laptop-gone.ts'
import { findPeople, findPerson } from '../users/users.queries.ts'

type About = {
  /** As it was before the decision. */
  product: typeof products.$inferSelect
  reason: string
  /** Who reported it; null if the account is gone. */
  reporterIds: (string | null)[]
}
type Deps = { jobs: Jobs; publicUrl: string }
type Person = typeof users.$inferSelect

/** Tells the person whose report was dismissed that the laptop stays, and why. */
export async function announceDismissal({ jobs, publicUrl }: Deps, db: Db, about: About): Promise<void> {
  const reporters = await findPeople(db, about.reporterIds)
  const mails = reporters.map((person) => ({
    to: person.email,
    subject: `Your report on ${isolate(about.product.name)}`,
    text: [
      greet(person),
      `Thank you for reporting ${isolate(about.product.name)}. An admin has looked at it and is leaving it as it is.`,
      `The reason: ${isolate(about.reason)}`,
      'If you know more, please write to us.',
    ],
    action: { label: 'Contact Us', url: `${publicUrl}/#contact` },
  }))
  await jobs.sendMail(db, ...mails)
}

/** Tells the seller, the reporters and everybody who had ordered it that a laptop was taken down. */
export async function announceTakeDown(deps: Deps, db: Db, about: About): Promise<void> {
  const { jobs, publicUrl } = deps
  const { product, reason } = about
  const laptop = isolate(product.name)
  // A laptop that its seller had withdrawn before was not taken down from their view.
  const seller = product.withdrawnAt ? undefined : await findPerson(db, product.sellerId)
  if (seller) await jobs.sendMail(db, takenDown(deps, seller, about))
  const reporters = await findPeople(db, about.reporterIds)
  const thanks = reporters.map((person) => ({
    to: person.email,
    subject: `Your report on ${laptop}`,
    text: [
      greet(person),
      `Thank you for reporting ${laptop}. An admin has looked at it and taken it down.`,
      `The reason: ${isolate(reason)}`,
    ],
    action: { label: 'See the laptops', url: `${publicUrl}/advertisedProducts` },
  }))
  await jobs.sendMail(db, ...thanks)
  // If its seller deleted it or marked it as sold, those who had ordered it were told then.
  if (product.withdrawnAt || product.status !== 'available') return
  const gone = await db.select().from(orders).where(eq(orders.productId, product.id))
  await mailLaptopGone(deps, db, gone, (name) => ({
    subject: `${name} is no longer for sale`,
    why: `${name}, which you had ordered, was taken down by an admin of Clamshell.`,
  }))
}

/**
 * The mail to the seller. It does not give the laptop's name to an unproven e-mail: a stranger may have typed both.
 */
function takenDown({ publicUrl }: Deps, seller: Person, { product, reason }: About) {
  const laptop = isolate(product.name)
  const price = formatCents(product.currentPriceCents)
  const { emailVerified } = seller
  const which = emailVerified ? `your laptop ${laptop}` : `one of your laptops (${price})`
  return {
    to: seller.email,
    subject: emailVerified ? `${laptop} was taken down` : 'One of your laptops was taken down',
    text: [
      greet(seller),
      `An admin of Clamshell has taken down ${which} after it was reported.`,
      `The reason: ${isolate(reason)}`,
      'If you think that this is a mistake, please write to us.',
      ...(emailVerified ? [] : [NOT_A_SELLER]),
    ],
    action: { label: 'Contact Us', url: `${publicUrl}/#contact` },
  }
}
