import type { IntentBody } from './new-intent.ts'

/** What a publishable key may see of a payment: the provider's documented subset. */
const visible = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies (keyof IntentBody)[]

/** What people read after a failed authentication, where the secret key's holder reads a developer's text. */
const authenticationFailed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/** The payment as a browser with the publishable key and the client secret sees it. */
export function publicView(intent: IntentBody): Partial<IntentBody> {
  const error = intent.last_payment_error
  const shown =
    error?.code === 'payment_intent_authentication_failure'
      ? { ...intent, last_payment_error: { ...error, message: authenticationFailed } }
      : intent
  return Object.fromEntries(visible.filter((name) => name in shown).map((name) => [name, shown[name]]))
}
