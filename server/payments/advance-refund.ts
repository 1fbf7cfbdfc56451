import { and, eq, inArray } from 'drizzle-orm'
import type pg from 'pg'
import type { Logger } from 'pino'
import { payments } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { type CardPayments, CardProviderUnavailable, CardRequestRefused } from '../outside/card-payments.ts'
import { announceFailedRefund } from './announce-refund.ts'
import { auditPaymentChange } from './audit-payment.ts'
import type { Payment } from './payments.queries.ts'

type Deps = {
  pool: pg.Pool
  clock: () => Date
  cards: CardPayments
  jobs: Jobs
  log: Logger
  publicUrl: string
}

/** From which states a refund may enter each state. It never goes back, however late a message about it comes. */
const BEFORE = {
  'refund-pending': ['refund-due'],
  refunded: ['refund-pending'],
  'refund-failed': ['refund-due', 'refund-pending', 'refunded'],
} as const satisfies Partial<Record<Payment['state'], Payment['state'][]>>

/** The provider does not know its own charge: the shop was started with the keys of another account. */
const NOT_THERE = 'resource_missing'

/**
 * Takes a refund that is due or under way as far as the provider lets it, and follows it to its end; any other payment
 * is answered as it is. It is requested under the payment's own key, and, if the provider replays a stored failure for
 * that key, once more under a new one. Nothing is refunded twice: the provider gives back only what is left. If the
 * provider does not answer, or does not know the payment (NOT_THERE), the reconciler tries again. A refund that the
 * provider refuses, or that fails, is never tried again: a person must return the money another way, and the buyer is
 * told so.
 */
export async function advanceRefund(deps: Deps, payment: Payment): Promise<Payment> {
  let current = payment
  try {
    if (current.state === 'refund-due') current = await askForRefund(deps, current)
    if (current.state === 'refund-pending') current = await followRefund(deps, current)
  } catch (error) {
    if (error instanceof CardRequestRefused && error.code !== NOT_THERE)
      return giveUp(deps, current, error.code)
    if (!(error instanceof CardProviderUnavailable)) throw error
    deps.log.error(
      { event: 'refund-waits', intentId: payment.intentId, err: error },
      'a refund waits for the provider',
    )
  }
  return current
}

async function askForRefund(deps: Deps, payment: Payment): Promise<Payment> {
  if (!payment.intentId) return payment
  const { id } = await deps.cards.refund({
    intentId: payment.intentId,
    idempotencyKey: `refund-${payment.id}`,
  })
  const { current } = await move(deps, payment, { state: 'refund-pending', refundId: id })
  return current
}

/** Reads the refund's current state: the answer to the request may have been a replayed, older one. */
async function followRefund(deps: Deps, payment: Payment): Promise<Payment> {
  const { status } = await deps.cards.readRefund(payment.refundId ?? '')
  if (status === 'failed' || status === 'canceled') return giveUp(deps, payment, status)
  if (status !== 'succeeded') return payment
  if (!(await isRefundedInFull(deps, payment))) return giveUp(deps, payment, 'failed-in-part')
  const { current, moved } = await move(deps, payment, { state: 'refunded' })
  const { intentId, refundId } = current
  if (moved) deps.log.warn({ event: 'payment-refunded', intentId, refundId }, 'a payment was refunded')
  return current
}

/**
 * Whether the whole amount is refunded. A part that was refunded by hand before does not belong to this refund, and may
 * have failed since.
 */
async function isRefundedInFull({ cards }: Deps, { intentId }: Payment): Promise<boolean> {
  const intent = intentId ? await cards.readIntent(intentId) : undefined
  return !intent || intent.refundedCents >= intent.amountReceivedCents
}

async function giveUp(deps: Deps, payment: Payment, reason: string): Promise<Payment> {
  const { intentId, refundId } = payment
  const { current, moved } = await move(deps, payment, { state: 'refund-failed' })
  if (moved)
    deps.log.error(
      { event: 'refund-failed', intentId, refundId, reason },
      'a due refund is not made by the provider',
    )
  return current
}

/**
 * Moves the refund to another state. Answers the payment as it then stands, and whether this call moved it: another may
 * have been faster.
 */
function move(
  deps: Deps,
  payment: Payment,
  change: { state: keyof typeof BEFORE; refundId?: string },
): Promise<{ current: Payment; moved: boolean }> {
  return withTransaction(deps.pool, async (db) => {
    const now = deps.clock()
    const settled = change.state === 'refund-pending' ? {} : { settledAt: now }
    const [moved] = await db
      .update(payments)
      .set({ ...change, ...settled })
      .where(and(eq(payments.id, payment.id), inArray(payments.state, BEFORE[change.state])))
      .returning()
    if (moved) {
      await auditPaymentChange(db, payment, change, now)
      if (change.state === 'refund-failed') await announceFailedRefund(deps, db, moved)
      return { current: moved, moved: true }
    }
    const [asItStands] = await db.select().from(payments).where(eq(payments.id, payment.id))
    return { current: asItStands ?? payment, moved: false }
  })
}
