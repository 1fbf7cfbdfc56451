import type { Ref } from 'react'
import type { PaymentIntent } from '#contract/payments.ts'

/** How a try to charge the card ended. `message` is the provider's, for people. */
export type CardOutcome =
  | { status: 'succeeded' | 'processing'; transactionId: string }
  | { status: 'failed'; message: string }
  /** The provider failed, or its answer was lost: asked again, it says whether it has charged, and charges once. */
  | { status: 'unknown' }
  /** The shop gave the payment up: its time was over. Another one can be begun. */
  | { status: 'ended' }

/** What a card form can do for the page. */
export type CardFields = {
  /** Whether what was typed can be tried. What is wrong is told at its field, and the first such has the focus. */
  check: () => boolean
  /** Tries to pay an intent with the card that was typed. */
  charge: (intent: PaymentIntent) => Promise<CardOutcome>
}

/** Both card forms are used alike: the provider's own, and ours for the sandbox. */
export type CardFieldsProps = {
  publishableKey: string
  ref: Ref<CardFields>
  /** While the card is charged nothing can be typed. */
  disabled: boolean
  /** Called once the fields are there; steady. */
  onReady: (ready: true) => void
}

/** The provider's answer about a payment, as far as the page needs it. */
export type ProviderIntent = { id: string; status: string; last_payment_error?: { message?: string } | null }
export type ProviderError = { type?: string; message?: string; payment_intent?: ProviderIntent }

/** Errors that are no answer about the payment, whatever their message says of it. */
const NO_ANSWERS = ['api_connection_error', 'api_error']

/** What the provider's answer means here; undefined where the cardholder has to act first. */
export function readOutcome(
  intent: ProviderIntent | undefined,
  error: ProviderError | undefined,
): CardOutcome | undefined {
  // An earlier try may have gone through without this page hearing of it.
  const known = intent ?? error?.payment_intent
  if (known?.status === 'succeeded' || known?.status === 'processing') {
    return { status: known.status, transactionId: known.id }
  }
  if (known?.status === 'canceled') return { status: 'ended' }
  if (error?.type && NO_ANSWERS.includes(error.type)) return { status: 'unknown' }
  if (!error && known?.status === 'requires_action') return undefined
  const message = error?.message ?? known?.last_payment_error?.message
  return { status: 'failed', message: message ?? 'Your card could not be charged. Please try again.' }
}
