import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { orders, payments } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import type { CardEvent, CardIntent } from '../outside/card-payments.ts'
import { announceRefund } from './announce-refund.ts'
import { changePayment } from './change-payment.ts'
import { trySpendRenewal } from './claim-limit.ts'
import {
  findPayment,
  holdUntil,
  type LockedOrder,
  lockOrder,
  type Order,
  type Payment,
  REFUND_STATES,
} from './payments.queries.ts'
import { releaseHold } from './release-hold.ts'
import { sellLaptop } from './sell-laptop.ts'
import { whyNotPaid } from './why-not-paid.ts'

type Deps = { clock: () => Date; jobs: Jobs; log: Logger; publicUrl: string }

/**
 * What `recordPayment` does in its transaction: compares the provider's intent with our rows and brings payment, order
 * and laptop in line with it. The stored result follows from the intent alone, so that it does not matter which of its
 * states were seen on the way. Answers undefined for a payment that is not the shop's.
 */
export async function settlePayment(
  deps: Deps,
  db: Db,
  intent: CardIntent,
  event: CardEvent | undefined,
): Promise<Payment | undefined> {
  const found = await findPayment(db, intent)
  if (!found || isOldNews(found, intent, event)) return found
  const locked = found.orderId ? await lockOrder(db, found.orderId) : undefined
  const [payment] = await db.select().from(payments).where(eq(payments.id, found.id)).for('update')
  if (!payment || isOldNews(payment, intent, event)) return payment
  const now = deps.clock()
  if (isCharged(payment)) {
    const dispute = payment.disputedAt ? {} : noteDispute(deps, intent, now)
    const failed = hasRefundFailed(payment, event) && { state: 'refund-pending' as const }
    return changePayment(db, payment, now, { ...dispute, ...failed })
  }
  const held = locked?.order.state === 'held' ? locked.order : undefined
  const told = { intentId: intent.id, lastDecline: intent.lastDecline ?? null }
  const change = (to: Partial<Payment>) => changePayment(db, payment, now, { ...told, ...to })
  switch (intent.status) {
    case 'succeeded': {
      const fault = await whyNotPaid(db, intent, payment, locked)
      if (fault) {
        deps.log.error(
          { event: 'payment-returned', intentId: intent.id, fault },
          'a payment cannot be accepted; its refund is due',
        )
        // After an attempt that was given up, the laptop is held by another attempt.
        if (held && payment.state !== 'canceled') await releaseHold(db, held, now)
        await announceRefund(deps, db, payment, intent, fault)
        return change({ state: 'refund-due' })
      }
      // A missing order is a fault, so it is there.
      await sellLaptop(deps, db, { ...(locked as LockedOrder), payment }, intent, now)
      const dispute = noteDispute(deps, intent, now)
      return change({ state: 'succeeded', settledAt: now, ...dispute })
    }
    case 'canceled':
      if (held) await releaseHold(db, held, now)
      return change({ state: 'canceled', settledAt: now })
    default:
      if (held && intent.status === 'processing') await leaveTime(db, held, now)
      return change({ state: 'open' })
  }
}

/**
 * Whether the news changes nothing. A settled payment stays as it is, except for a dispute, a failed refund, and money
 * that comes for an attempt which was given up here while the provider still had it. Above all a cancellation that
 * arrives late must not touch the order's next attempt.
 */
function isOldNews(payment: Payment, intent: CardIntent, event: CardEvent | undefined): boolean {
  if (payment.state === 'canceled') return intent.status !== 'succeeded'
  if (!isCharged(payment)) return false
  return (!intent.disputed || payment.disputedAt !== null) && !hasRefundFailed(payment, event)
}

/** Whether money came in, be it kept or refunded. */
const isCharged = ({ state }: Payment) => state === 'succeeded' || REFUND_STATES.includes(state)

/** A refund may fail days after it has succeeded: then it is checked again. */
function hasRefundFailed({ state }: Payment, event: CardEvent | undefined): boolean {
  return state === 'refunded' && event?.type === 'refund.failed'
}

/** The order stays paid and the laptop sold: people decide what becomes of a dispute. */
function noteDispute({ log }: Deps, intent: CardIntent, now: Date): Partial<Payment> {
  if (!intent.disputed) return {}
  log.error({ event: 'payment-disputed', intentId: intent.id }, 'a payment is disputed')
  return { disputedAt: now }
}

/**
 * If the provider declines in the end, there shall be time for another card. It is counted as a claim, or somebody with
 * one declined card after the other would keep the laptop from everybody else.
 */
async function leaveTime(db: Db, { id, buyerId, productId, heldUntil }: Order, now: Date): Promise<void> {
  const renewed = holdUntil(now)
  const left = (heldUntil ?? now).getTime() - now.getTime()
  if (!buyerId || left > (renewed.getTime() - now.getTime()) / 2) return
  if (await trySpendRenewal(db, { buyerId, productId }, now))
    await db.update(orders).set({ heldUntil: renewed }).where(eq(orders.id, id))
}
