import type { Stripe } from 'stripe'
import { toCardEvent } from './card-event.stripe.ts'
import { INTENT_ID, toCardIntent } from './card-intent.stripe.ts'
import {
  type CardEvent,
  type CardIntent,
  type CardPayments,
  CardProviderUnavailable,
  CardRequestRefused,
} from './card-payments.ts'
import { CardFailureKept, createAskStripe, type Timeouts } from './card-payments-sdk.stripe.ts'
import { toCardRefund } from './card-refund.stripe.ts'
import { readStripeWebhook } from './card-webhook.stripe.ts'

type StripeCardsDeps = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** The stand-in that answers in place of the provider; without it, the provider itself is asked. */
  sandbox?: { fetch(request: Request): Promise<Response> }
  timeouts?: Timeouts
}

const WITH_CHARGE = { expand: ['latest_charge'] }

/** Card payments by Stripe: the same code for the provider and for the sandbox, which speaks its protocol. */
export function createStripeCards(deps: StripeCardsDeps): CardPayments {
  const { secretKey, publishableKey, webhookSecret, sandbox, timeouts } = deps
  const fetch = (request: Request) => (sandbox ?? globalThis).fetch(request)
  const ask = createAskStripe(secretKey, fetch, timeouts)

  const live = /^[rs]k_live_/.test(secretKey)

  async function readIntent(intentId: string): Promise<CardIntent | undefined> {
    if (!INTENT_ID.test(intentId)) return undefined
    try {
      const answer = await ask((stripe) => stripe.paymentIntents.retrieve(intentId, WITH_CHARGE))
      return theSame(toCardIntent(answer), { id: intentId })
    } catch (error) {
      if (isRefused(error, 'resource_missing')) return undefined
      throw error
    }
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
      const make = ask((stripe) => stripe.paymentIntents.create(params, { idempotencyKey }))
      const answer = await make.catch(refusedIfKept)
      return theSame(toCardIntent(answer), { amountCents, currency: params.currency, orderId, paymentId })
    },

    async cancelIntent(intentId) {
      try {
        const answer = await ask((stripe) => stripe.paymentIntents.cancel(intentId, WITH_CHARGE))
        return theSame(toCardIntent(answer), { id: intentId })
      } catch (error) {
        const asItStands = isRefused(error, 'payment_intent_unexpected_state') && (await readIntent(intentId))
        if (asItStands) return asItStands
        throw error
      }
    },

    async refund({ intentId, idempotencyKey }) {
      const params = {
        payment_intent: intentId,
        reason: 'requested_by_customer',
      } satisfies Stripe.RefundCreateParams
      const make = (options: Stripe.RequestOptions) => ask((stripe) => stripe.refunds.create(params, options))
      try {
        const answer = await make({ idempotencyKey }).catch((error: unknown) => {
          if (!(error instanceof CardFailureKept)) throw error
          // Under a new key of the SDK's own. Nothing is returned twice: the provider gives back what is left.
          return make({})
        })
        return toCardRefund(answer, { intentId })
      } catch (error) {
        // The provider forgets keys after a day, but not the refund made under one.
        if (!isRefused(error, 'charge_already_refunded')) throw error
        const { data } = await ask((stripe) => stripe.refunds.list({ payment_intent: intentId, limit: 1 }))
        return toCardRefund(data?.[0], { intentId })
      }
    },

    async readRefund(id) {
      return toCardRefund(await ask((stripe) => stripe.refunds.retrieve(id)), { id })
    },

    async *listEvents({ createdAfter, types }) {
      const created = { gte: Math.floor(createdAfter.getTime() / 1000) }
      let after: { starting_after: string } | undefined
      // The SDK's own pagination would request all pages but the first outside of ask().
      do {
        const page = await ask((stripe) => stripe.events.list({ created, limit: 100, types, ...after }))
        if (!Array.isArray(page.data)) throw new CardProviderUnavailable(new Error('The answer is no list.'))
        for (const event of page.data) yield readEvent(event, live)
        const last = page.has_more ? page.data.at(-1) : undefined
        if (last && last.id === after?.starting_after)
          throw new CardProviderUnavailable(new Error('The next page of the list is the same again.'))
        after = last && { starting_after: last.id }
      } while (after)
    },

    readWebhook: (rawBody, signature, now) =>
      readStripeWebhook({ webhookSecret, live }, rawBody, signature, now),
  }
}

function readEvent(event: unknown, live: boolean): CardEvent {
  try {
    return toCardEvent(event, live)
  } catch (error) {
    throw new CardProviderUnavailable(error)
  }
}

/**
 * The answer, if it is about what was asked. A different payment may be somebody else's: nobody must be shown or
 * charged that.
 */
function theSame(intent: CardIntent, asked: Partial<CardIntent>): CardIntent {
  const other = (Object.keys(asked) as (keyof CardIntent)[]).find((key) => intent[key] !== asked[key])
  if (other)
    throw new CardProviderUnavailable(new Error(`The answer is about another payment: its ${other} differs.`))
  return intent
}

/** Under this key the provider will answer nothing but its stored failure. */
function refusedIfKept(error: unknown): never {
  throw error instanceof CardFailureKept ? new CardRequestRefused('failure-kept', error.cause) : error
}

function isRefused(error: unknown, code: string): boolean {
  return error instanceof CardRequestRefused && error.code === code
}
