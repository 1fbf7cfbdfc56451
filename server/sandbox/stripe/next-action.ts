import type { Stripe } from 'stripe'
import type { IntentBody } from './new-intent.ts'
import type { Work } from './work.ts'

/**
 * How a cardholder gets to the bank's question: by leaving for its page where the page gave a `return_url`
 * to come back to, otherwise in a dialog of the provider's script.
 */
export function nextActionOf(
  work: Work,
  intent: IntentBody,
  returnUrl?: string,
): Stripe.PaymentIntent.NextAction {
  const secret = encodeURIComponent(intent.client_secret)
  const url = `${work.browserBase}/v1/payment_intents/${intent.id}/sandbox_authenticate?client_secret=${secret}`
  return returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
}
