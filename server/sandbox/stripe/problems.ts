import type { Stripe } from 'stripe'
import type { IntentBody } from './new-intent.ts'

/** The `error` of a refused request, as the provider writes it. */
export type ErrorBody = {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: IntentBody
  payment_method?: Stripe.PaymentMethod
}

/** A request that is refused and changes nothing: thrown, so that its transaction is rolled back. */
export class StripeProblem extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'StripeProblem'
    this.status = status
    this.body = body
  }
}

/** 400 `invalid_request_error`. */
export function invalid(message: string, more: Partial<ErrorBody> = {}): StripeProblem {
  return new StripeProblem(400, { type: 'invalid_request_error', message, ...more })
}

/** 404 `resource_missing`, in the provider's words: `No such payment_intent: 'pi_x'`. */
export function missing(kind: string, id: string, param: string): StripeProblem {
  return new StripeProblem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}

/** 402 `card_error` about details that can be no card: no payment was tried with them. */
export function unusableCard(code: string, message: string, more: Partial<ErrorBody>): StripeProblem {
  return new StripeProblem(402, { type: 'card_error', code, message, ...more })
}
