import type pg from 'pg'
import { withTransaction } from '#server/database/with-transaction.ts'
import { addRefunded } from './create-refund.ts'
import { endPayment } from './end-payment.ts'
import { recordEvent } from './events.ts'
import { type RefundBody, requireRefund, saveRefund, type Turn } from './refunds.ts'
import { findCharges, requireIntent, saveCharge } from './store.ts'
import type { Work } from './work.ts'

/**
 * Ends what the passing of time ends: payments in `processing` and refunds that turn, each in a transaction
 * of its own. Answers how many were due; one that another process was quicker with is looked at again and
 * left alone.
 */
export async function finishDue(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<{ intent_id: string; refund_id: string | null }>(
    `select id as intent_id, null as refund_id from sandbox_stripe.intents where finishes_at <= $1
     union all
     select intent_id, id from sandbox_stripe.refunds where turns_at <= $1`,
    [now],
  )
  for (const { intent_id, refund_id } of rows) {
    await withTransaction(pool, async (_db, client) => {
      const work: Work = { client, now, request: { id: null, idempotencyKey: null } }
      const stored = await requireIntent(work, intent_id)
      if (refund_id) await turnRefund(work, refund_id)
      else if (stored.finishesAt && stored.body.status === 'processing')
        await endPayment(work, stored, 'finish')
    })
  }
  return rows.length
}

async function turnRefund(work: Work, id: string): Promise<void> {
  const { rows } = await work.client.query<{ to: Turn['to'] }>(
    'select turns_to as to from sandbox_stripe.refunds where id = $1 and turns_at is not null',
    [id],
  )
  if (!rows[0]) return
  const { pending_reason: _, ...before } = await requireRefund(work, id)
  if (rows[0].to === 'succeeded') {
    const refund: RefundBody = { ...before, status: 'succeeded' }
    await saveRefund(work, refund, null)
    await recordEvent(work, 'refund.updated', refund)
    return
  }
  const refund: RefundBody = { ...before, status: 'failed', failure_reason: 'expired_or_canceled_card' }
  const [charge] = await findCharges(work, [refund.charge])
  await saveRefund(work, refund, null)
  if (charge) await saveCharge(work, addRefunded(charge, -refund.amount))
  await recordEvent(work, 'refund.updated', refund)
  await recordEvent(work, 'refund.failed', refund)
}
