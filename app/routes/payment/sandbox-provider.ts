import type { PaymentIntent } from '#contract/payments.ts'
import { fetchShop } from '../../fetch-shop.ts'
import type { ProviderError, ProviderIntent } from './card-fields.ts'
import type { TypedCard } from './typed-card.ts'

type ProviderAnswer = { intent?: ProviderIntent; error?: ProviderError }

/** Tries to pay with a card: the provider's browser protocol, spoken to the sandbox of this shop. */
export function confirmCard(
  intent: PaymentIntent,
  { number, expiry, cvc }: TypedCard,
): Promise<ProviderAnswer> {
  const [month = '', year = ''] = expiry.split('/')
  return post(intent, 'confirm', {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number.replaceAll(' ', ''),
    'payment_method_data[card][exp_month]': month,
    'payment_method_data[card][exp_year]': `20${year}`,
    'payment_method_data[card][cvc]': cvc,
  })
}

/** Answers the bank's question for the cardholder; only the sandbox has this call. */
export function answerChallenge(
  intent: PaymentIntent,
  outcome: 'complete' | 'fail',
): Promise<ProviderAnswer> {
  return post(intent, 'sandbox_authenticate', { outcome })
}

async function post(
  { client_secret, publishableKey }: PaymentIntent,
  call: string,
  fields: Record<string, string>,
): Promise<ProviderAnswer> {
  const id = client_secret.split('_secret_')[0]
  try {
    const response = await fetchShop(`/sandbox/stripe/v1/payment_intents/${id}/${call}`, {
      method: 'POST',
      body: new URLSearchParams({ key: publishableKey, client_secret, ...fields }),
    })
    const answer = await response.json()
    return response.ok ? { intent: answer } : { error: answer.error ?? {} }
  } catch {
    // As the provider's own script reports it. Nobody knows whether the provider acted before the connection broke.
    return { error: { type: 'api_connection_error' } }
  }
}
