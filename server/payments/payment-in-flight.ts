import { Problem } from '../problems.ts'

/** For the buyer whose payment the provider is processing. */
export const beingProcessed = () =>
  new Problem(
    'payment-in-flight',
    'Your payment is being processed. The laptop stays reserved for you; please look again in a minute.',
  )

/** For anybody who wants to end what such a payment is for. */
export const paymentInFlight = () =>
  new Problem('payment-in-flight', 'A payment is being processed. Please try again in a minute.')
