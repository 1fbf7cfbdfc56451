import type { Stripe } from 'stripe'
import { recordEvent } from './events.ts'
import { newId } from './new-id.ts'
import type { IntentBody } from './new-intent.ts'
import { requireLatestCharge, saveCharge } from './store.ts'
import { seconds, type Work } from './work.ts'

const DAY = 24 * 60 * 60

/**
 * The cardholder disputes the payment's charge (or, with a `warning_…` status, only asks about it): the
 * charge is marked, a dispute is opened and told. The money stays where it is.
 */
export async function openDispute(
  work: Work,
  intent: IntentBody,
  { reason, status }: { reason: string; status: 'needs_response' | 'warning_needs_response' },
): Promise<void> {
  const charge = await requireLatestCharge(work, intent)
  const created = seconds(work.now)
  const dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: created + 7 * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: status === 'warning_needs_response',
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason,
    status,
  } satisfies Stripe.Dispute
  await saveCharge(work, { ...charge, disputed: true })
  await work.client.query('insert into sandbox_stripe.disputes (id, charge_id, body) values ($1, $2, $3)', [
    dispute.id,
    charge.id,
    JSON.stringify(dispute),
  ])
  await recordEvent(work, 'charge.dispute.created', dispute)
}

const noEvidence: Stripe.Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
