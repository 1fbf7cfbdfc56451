import type { Stripe } from 'stripe'
import type { BehaviourName } from './behaviours.ts'

/** All that is ever kept of a card: never its number, never its security code. */
export type Card = {
  /** The payment method's id, `pm_…`. */
  method: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  does: BehaviourName
  createdAt: number
}

const noBilling = { address: null, email: null, name: null, phone: null, tax_id: null }

/** The card as the provider's `payment_method` object. */
export function paymentMethodOf(card: Card): Stripe.PaymentMethod {
  return {
    id: card.method,
    object: 'payment_method',
    billing_details: noBilling,
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: card.createdAt,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

/** The card as a charge shows it, in `payment_method_details`. */
export function chargedCardOf(card: Card, amount: number): Stripe.Charge.PaymentMethodDetails {
  return {
    type: 'card',
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      electronic_commerce_indicator: null,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: 'credit',
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}
