import type { Stripe } from 'stripe'
import { type Card, chargedCardOf } from './card.ts'
import { type DeclineName, declines } from './declines.ts'
import { newId } from './new-id.ts'
import type { IntentBody } from './new-intent.ts'

/** The provider's charge as it is stored: its payment intent by id alone. */
export type ChargeBody = Stripe.Charge & { payment_intent: string }

type Ended = { paid: 'normal' | 'elevated' } | { declined: DeclineName } | 'pending'

const nobody = { address: null, email: null, name: null, phone: null, tax_id: null }
const noAdvice = { advice_code: null, network_advice_code: null, network_decline_code: null }

/** A try at charging `card` for the payment's whole amount, as it ended (or while it is under way). */
export function newCharge(intent: IntentBody, card: Card, ended: Ended, created: number): ChargeBody {
  const paid = ended !== 'pending' && 'paid' in ended
  const captured = paid && intent.capture_method !== 'manual'
  const decline = ended !== 'pending' && 'declined' in ended ? declines[ended.declined] : null
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: captured ? newId('txn') : null,
    billing_details: nobody,
    calculated_statement_descriptor: 'CLAMSHELL',
    captured,
    created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(ended),
    paid,
    payment_intent: intent.id,
    payment_method: card.method,
    payment_method_details: chargedCardOf(card, intent.amount),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: ended === 'pending' ? 'pending' : paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

/** What the bank and the provider's risk check said of a try. */
function outcomeOf(ended: Ended): Stripe.Charge.Outcome | null {
  if (ended === 'pending') return null
  if ('paid' in ended) {
    return {
      ...noAdvice,
      network_status: 'approved_by_network',
      reason: ended.paid === 'elevated' ? 'elevated_risk_level' : null,
      risk_level: ended.paid,
      risk_score: ended.paid === 'elevated' ? 70 : 20,
      seller_message: 'Payment complete.',
      type: ended.paid === 'elevated' ? 'manual_review' : 'authorized',
    }
  }
  if (ended.declined === 'fraudulent') {
    return {
      ...noAdvice,
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      risk_level: 'highest',
      risk_score: 99,
      seller_message: 'Stripe blocked this payment as too risky.',
      type: 'blocked',
    }
  }
  return {
    ...noAdvice,
    network_status: 'declined_by_network',
    reason: declines[ended.declined].decline_code,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  }
}
