import {
  type CardEvent,
  type CardIntent,
  type CardPayments,
  type CardRefund,
  CardRequestRefused,
} from '#server/outside/card-payments.ts'

/** What becomes of a refund once it is requested. */
export type RefundCourse =
  | 'succeeds'
  | 'is pending, then succeeds'
  | 'is pending, then fails'
  | 'succeeds, then fails'

/**
 * A card provider for one history, in memory: the same states and events as the real one, without its protocol (which
 * has tests of its own), so that thousands of histories can be run. `name` keeps its ids distinct.
 */
export function createProvider(name: string, refundCourse: RefundCourse) {
  const intents = new Map<string, CardIntent>()
  const byKey = new Map<string, string>()
  const refunds = new Map<string, CardRefund & { intentId: string }>()
  const events: CardEvent[] = []
  let count = 0
  const newId = (kind: string) => `${kind}_${name}${++count}`
  const tell = (type: string, intentId: string) => {
    events.push({ id: newId('evt'), type, createdAt: new Date(), intentId, otherMode: false })
  }
  const require = (id: string): CardIntent => {
    const intent = intents.get(id)
    if (!intent) throw new CardRequestRefused('resource_missing', undefined)
    return intent
  }
  const ended = ({ status }: CardIntent) => status === 'succeeded' || status === 'canceled'
  const change = (id: string, type: string, to: Partial<CardIntent>) => {
    const intent = require(id)
    if (ended(intent)) throw new CardRequestRefused('payment_intent_unexpected_state', undefined)
    intents.set(id, { ...intent, ...to })
    tell(type, id)
  }

  const cards: CardPayments = {
    publishableKey: 'pk_test_histories',
    sandbox: true,
    async createIntent({ amountCents, orderId, paymentId, idempotencyKey }) {
      const id = byKey.get(idempotencyKey) ?? newId('pi')
      if (!byKey.has(idempotencyKey)) {
        byKey.set(idempotencyKey, id)
        const made = {
          amountCents,
          amountReceivedCents: 0,
          currency: 'usd',
          refundedCents: 0,
          disputed: false,
        }
        const whose = { orderId, paymentId, clientSecret: `${id}_secret` }
        intents.set(id, { id, status: 'requires_payment_method', ...made, ...whose })
        tell('payment_intent.created', id)
      }
      return { ...require(id) }
    },
    readIntent: async (id) => intents.get(id) && { ...require(id) },
    async cancelIntent(id) {
      if (!ended(require(id))) change(id, 'payment_intent.canceled', { status: 'canceled' })
      return { ...require(id) }
    },
    async refund({ intentId, idempotencyKey }) {
      const key = byKey.get(idempotencyKey)
      if (key) return { id: key, status: 'pending' }
      const intent = require(intentId)
      if (intent.disputed) throw new CardRequestRefused('charge_disputed', undefined)
      const id = newId('re')
      byKey.set(idempotencyKey, id)
      refunds.set(id, {
        id,
        intentId,
        status: refundCourse.startsWith('is pending') ? 'pending' : 'succeeded',
      })
      intents.set(intentId, { ...intent, refundedCents: intent.amountReceivedCents })
      tell('refund.created', intentId)
      tell('charge.refunded', intentId)
      return { id, status: 'pending' }
    },
    async readRefund(id) {
      const refund = refunds.get(id)
      if (!refund) throw new CardRequestRefused('resource_missing', undefined)
      return { id, status: refund.status }
    },
    async *listEvents({ types }) {
      yield* events.filter(({ type }) => types.includes(type)).reverse()
    },
    readWebhook: () => {
      throw new Error('Events are handed over as they are.')
    },
  }

  return {
    cards,
    events,
    refunds: () => [...refunds.values()],
    intentOf: (orderId: string) => [...intents.values()].findLast((intent) => intent.orderId === orderId),
    decline: (id: string, message: string) =>
      change(id, 'payment_intent.payment_failed', {
        status: 'requires_payment_method',
        lastDecline: message,
      }),
    askForAuthentication(id: string) {
      const { lastDecline: _gone, ...intent } = require(id)
      intents.set(id, intent)
      change(id, 'payment_intent.requires_action', { status: 'requires_action' })
    },
    process: (id: string) => change(id, 'payment_intent.processing', { status: 'processing' }),
    cancel: (id: string) => change(id, 'payment_intent.canceled', { status: 'canceled' }),
    changeSum: (id: string, amountCents: number) => void intents.set(id, { ...require(id), amountCents }),
    succeed(id: string) {
      const amountReceivedCents = require(id).amountCents
      change(id, 'charge.succeeded', { status: 'succeeded', amountReceivedCents })
      tell('payment_intent.succeeded', id)
    },
    dispute(id: string) {
      intents.set(id, { ...require(id), disputed: true })
      tell('charge.dispute.created', id)
    },
    /** Settles the refunds that are not final. */
    turnRefunds() {
      const to = refundCourse.endsWith('fails') ? 'failed' : 'succeeded'
      for (const refund of refunds.values()) {
        if (refund.status === to) continue
        refunds.set(refund.id, { ...refund, status: to })
        const intent = require(refund.intentId)
        if (to === 'failed') intents.set(intent.id, { ...intent, refundedCents: 0 })
        tell(to === 'failed' ? 'refund.failed' : 'refund.updated', intent.id)
      }
    },
  }
}
