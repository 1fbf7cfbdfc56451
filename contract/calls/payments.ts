import { endpoint } from '../endpoint.ts'
import { Inserted } from '../fields.ts'
import { HOLD_MINUTES } from '../limits.ts'
import { PaymentInfo, PaymentIntent, PaymentIntentRequest } from '../payments.ts'

export const paymentCalls = {
  createPaymentIntent: endpoint({
    method: 'post',
    path: '/create-payment-intent',
    who: 'signed-in',
    summary: `Start paying for an order: reserves the laptop for ${HOLD_MINUTES} minutes`,
    body: PaymentIntentRequest,
    answer: PaymentIntent,
    secret: true,
    problems: [
      'not-found',
      'already-paid',
      'price-differs',
      'laptop-not-available',
      'laptop-held',
      'too-many-holds',
      'payment-in-flight',
      'card-provider-unavailable',
    ],
  }),
  reportPayment: endpoint({
    method: 'post',
    path: '/paymentinfo',
    who: 'signed-in',
    summary: 'Report that the card was charged; the provider is asked whether it was',
    body: PaymentInfo,
    answer: Inserted,
    problems: [
      'not-found',
      'payment-in-flight',
      'payment-not-succeeded',
      'payment-refunded',
      'card-provider-unavailable',
    ],
  }),
} as const
