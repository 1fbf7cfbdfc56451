import type { Stripe } from 'stripe'
import type { CardIntentStatus } from '#server/outside/card-payments.ts'
import { newId } from './new-id.ts'

/** The provider's payment intent as it is stored: charges, methods and customers by id alone. */
export type IntentBody = Omit<Stripe.PaymentIntent, 'status'> & {
  status: CardIntentStatus
  client_secret: string
  latest_charge: string | null
  payment_method: string | null
}

type IntentTerms = {
  amount: number
  currency: string
  captureMethod: 'automatic' | 'automatic_async' | 'manual'
  description: string | null
  metadata: Record<string, string>
  receiptEmail: string | null
  /** The kinds of payment method the shop allows; null for all it has switched on. */
  allowedMethods: string[] | null
}

/** A new payment in the provider's full shape, waiting for a card. `created` in seconds. */
export function newIntent(terms: IntentTerms, created: number): IntentBody {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: terms.allowedMethods as IntentBody['allowed_payment_method_types'],
    amount: terms.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: terms.allowedMethods ? null : { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: terms.captureMethod,
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created,
    currency: terms.currency,
    customer: null,
    customer_account: null,
    description: terms.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: terms.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: terms.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}
