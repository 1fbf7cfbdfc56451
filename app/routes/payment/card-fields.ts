import type { Ref } from 'react'
import type { PaymentIntent } from '#contract/payments.ts'

/** The result of a try to charge the card. `message` is the provider's, for people. */
export type CardOutcome =
  | { status: 'succeeded' | 'processing'; transactionId: string }
  | { status: 'failed'; message: string }
  /** The provider failed, or its answer was lost: asked again, it says whether it has charged, and it charges once. */
  | { status: 'unknown' }
  /** The shop gave the payment up because its time was over. Another one can be begun. */
  | { status: 'ended' }

/** A card form's functions for the page. */
export type CardFields = {
  /** Whether the input can be tried. Problems are shown at their fields, and the first one gets the focus. */
  check: () => boolean
  /** Tries to pay an intent with the card that was typed. */
  charge: (intent: PaymentIntent) => Promise<CardOutcome>
}

/** Both card forms, the provider's own and ours for the sandbox, are used in the same way. */
export type CardFieldsProps = {
  publishableKey: string
  ref: Ref<CardFields>
  /** Nothing can be typed while the card is charged. */
  disabled: boolean
  /** Called once the fields are there; stable. */
  onReady: (ready: true) => void
}

/** The provider's answer about a payment, as far as the page needs it. */
export type ProviderIntent = { id: string; status: string; last_payment_error?: { message?: string } | null }
export type ProviderError = { type?: string; message?: string; payment_intent?: ProviderIntent }

/** Errors that say nothing about the payment, whatever their message says. */
const NO_ANSWERS = ['api_connection_error', 'api_error']

/** The result in the provider's answer; undefined if the cardholder has to act first. */
export function readOutcome(
  intent: ProviderIntent | undefined,
  error: ProviderError | undefined,
): CardOutcome | undefined {
  // An earlier try may have succeeded without this page learning of it.
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
