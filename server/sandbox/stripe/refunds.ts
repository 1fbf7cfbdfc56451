import type { Stripe } from 'stripe'
import type { ChargeBody } from './new-charge.ts'
import { newId } from './new-id.ts'
import { missing } from './problems.ts'
import { seconds, type Work } from './work.ts'

/** The provider's refund as it is stored: its charge and payment by id alone. */
export type RefundBody = Stripe.Refund & { charge: string; payment_intent: string }

/** A refund that is not settled for good: when it turns, and into what. */
export type Turn = { at: Date; to: 'succeeded' | 'failed' }

type RefundTerms = {
  amount: number
  status: 'pending' | 'succeeded'
  reason: Stripe.Refund.Reason | null
  metadata: Record<string, string>
}

/** A refund of (a part of) a charge in the provider's full shape. */
export function newRefund(work: Work, charge: ChargeBody, terms: RefundTerms): RefundBody {
  return {
    id: newId('re'),
    object: 'refund',
    amount: terms.amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: seconds(work.now),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: terms.metadata,
    ...(terms.status === 'pending' ? { pending_reason: 'processing' as const } : {}),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: terms.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: terms.status,
    transfer_reversal: null,
  }
}

/** Writes the refund, new or known; `turn` where it is still to change by itself. */
export async function saveRefund({ client }: Work, body: RefundBody, turn: Turn | null): Promise<void> {
  await client.query(
    `insert into sandbox_stripe.refunds (id, created, charge_id, intent_id, body, turns_at, turns_to)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set body = excluded.body, turns_at = excluded.turns_at, turns_to = excluded.turns_to`,
    [body.id, body.created, body.charge, body.payment_intent, JSON.stringify(body), turn?.at, turn?.to],
  )
}

/** The refund of this id; 404 where there is none. */
export async function requireRefund({ client }: Work, id: string): Promise<RefundBody> {
  const { rows } = await client.query<{ body: RefundBody }>(
    'select body from sandbox_stripe.refunds where id = $1',
    [id],
  )
  if (!rows[0]) throw missing('refund', id, 'id')
  return rows[0].body
}
