import { Problem } from '../problems.ts'

/** What the buyer is told of a payment of theirs that the provider works on. */
export const beingProcessed = () =>
  new Problem(
    'payment-in-flight',
    'Your payment is being processed. The laptop is kept for you meanwhile; please look again in a minute.',
  )

/** What anybody is told who wants to end what it is for. */
export const paymentInFlight = () =>
  new Problem('payment-in-flight', 'A payment is being processed. Please try again in a minute.')
