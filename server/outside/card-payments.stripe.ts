import type { Stripe } from 'stripe'
import { toCardIntent } from './card-intent.stripe.ts'
import {
  type CardIntent,
  type CardPayments,
  CardProviderUnavailable,
  type CardRefund,
} from './card-payments.ts'
import { createAskStripe, type Patience } from './card-payments-sdk.stripe.ts'
import { readStripeWebhook } from './card-webhook.stripe.ts'

export type StripeCardsDeps = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** The stand-in that answers in place of the provider; without it, the provider itself is asked. */
  sandbox?: { fetch(request: Request): Promise<Response> }
  patience?: Patience
}

const WITH_CHARGE = { expand: ['latest_charge'] }
/** No other id can be one of the provider's, so it need not be asked. */
const INTENT_ID = /^pi_[A-Za-z0-9_]{1,200}$/

/** Card payments by Stripe: the same code for the provider and for the sandbox, which speaks its protocol. */
export function createStripeCards(deps: StripeCardsDeps): CardPayments {
  const { secretKey, publishableKey, webhookSecret, sandbox, patience } = deps
  const fetch = (request: Request) => (sandbox ?? globalThis).fetch(request)
  const ask = createAskStripe(secretKey, fetch, patience)

  async function readIntent(intentId: string): Promise<CardIntent | undefined> {
    if (!INTENT_ID.test(intentId)) return undefined
    try {
      return toCardIntent(await ask((stripe) => stripe.paymentIntents.retrieve(intentId, WITH_CHARGE)))
    } catch (error) {
      if (hasCode(error, 'resource_missing')) return undefined
      throw error
    }
  }

  async function requireRefund(intentId: string): Promise<CardRefund> {
    const { data } = await ask((stripe) => stripe.refunds.list({ payment_intent: intentId, limit: 1 }))
    return toCardRefund(data?.[0])
  }

  return {
    publishableKey,
    sandbox: sandbox !== undefined,
    readIntent,

    async createIntent({ amountCents, orderId, paymentId, description, idempotencyKey }) {
      const params = {
        amount: amountCents,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        description,
        metadata: { order_id: orderId, payment_id: paymentId },
        ...WITH_CHARGE,
      } satisfies Stripe.PaymentIntentCreateParams
      return toCardIntent(await ask((stripe) => stripe.paymentIntents.create(params, { idempotencyKey })))
    },

    async cancelIntent(intentId) {
      try {
        return toCardIntent(await ask((stripe) => stripe.paymentIntents.cancel(intentId, WITH_CHARGE)))
      } catch (error) {
        const asItStands = hasCode(error, 'payment_intent_unexpected_state') && (await readIntent(intentId))
        if (asItStands) return asItStands
        throw error
      }
    },

    async refund({ intentId, idempotencyKey, reason }) {
      try {
        const params = { payment_intent: intentId, reason } satisfies Stripe.RefundCreateParams
        return toCardRefund(await ask((stripe) => stripe.refunds.create(params, { idempotencyKey })))
      } catch (error) {
        // Keys are forgotten after a day; the refund made under one is not.
        if (hasCode(error, 'charge_already_refunded')) return requireRefund(intentId)
        throw error
      }
    },

    async *listIntents({ createdAfter }) {
      const gte = Math.floor(createdAfter.getTime() / 1000)
      let after: string | undefined
      do {
        const params = { created: { gte }, limit: 100, expand: ['data.latest_charge'] }
        const page = await ask((stripe) =>
          stripe.paymentIntents.list({ ...params, ...(after && { starting_after: after }) }),
        )
        if (!Array.isArray(page.data)) throw new CardProviderUnavailable(new Error('The answer is no list.'))
        const intents = page.data.map(toCardIntent)
        yield* intents
        after = page.has_more ? intents.at(-1)?.id : undefined
      } while (after)
    },

    readWebhook: (rawBody, signature, now) => readStripeWebhook(webhookSecret, rawBody, signature, now),
  }
}

function toCardRefund(answer: { object?: unknown; id?: unknown; status?: unknown } | undefined): CardRefund {
  const { object, id, status } = answer ?? {}
  if (object === 'refund' && typeof id === 'string' && typeof status === 'string') return { id, status }
  throw new CardProviderUnavailable(new Error('The answer is no refund.'))
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
