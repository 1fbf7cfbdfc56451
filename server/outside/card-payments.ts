/** Where a card payment stands, in the provider's seven states. */
export const cardIntentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
] as const
export type CardIntentStatus = (typeof cardIntentStatuses)[number]

/** One payment at the provider, as it was when it was read. Amounts in whole cents. */
export type CardIntent = {
  id: string
  /**
   * What the buyer's page needs to pay it; nobody else may see it. A payment that the shop did not create may have
   * none.
   */
  clientSecret?: string
  status: CardIntentStatus
  amountCents: number
  /** What was really taken from the card: nothing before `succeeded`. */
  amountReceivedCents: number
  /** Lower case: `usd`. */
  currency: string
  orderId?: string
  paymentId?: string
  /** The amount that was refunded, or is being refunded. */
  refundedCents: number
  /** When the card was charged, by the provider's clock and to the second; once the payment has succeeded. */
  chargedAt?: Date
  /** Why the last try failed, as the buyer may be told. */
  lastDecline?: string
  /** The provider's own estimate of fraud, once a card was charged: `normal`, `elevated`, `highest`. */
  riskLevel?: string
  /** The cardholder disputes the charge, or has asked their bank about it. */
  disputed: boolean
}

/** An event of the provider's, with its signature checked. It says what to look at, not what is so. */
export type CardEvent = {
  id: string
  type: string
  /** By the provider's clock, to the second. */
  createdAt: Date
  intentId?: string
  /** It is about real money while the shop's keys are for tests, or the other way round. */
  otherMode: boolean
}

/** Where a refund stands, in the provider's five states. */
export const cardRefundStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const
export type CardRefund = { id: string; status: (typeof cardRefundStatuses)[number] }

/**
 * The card provider as the shop needs it. Every call answers or throws within 12 seconds, and so do all calls of one
 * request together (see `withSharedTimeBudget`). All but `readWebhook` throw `CardProviderUnavailable` when the
 * provider cannot be asked or answers nonsense (such as another payment than asked for): then nobody knows whether it
 * acted, and repeating the call with the same key finds out. Its subclass `CardRequestRefused` is for refusals that
 * repeating does not change.
 */
export type CardPayments = {
  readonly publishableKey: string
  /** Whether this shop's own stand-in answers instead of the provider. */
  readonly sandbox: boolean
  /**
   * Creates a payment of exactly this amount in US dollars, by card. The same key answers the same payment again; it is
   * refused (`failure-kept`) if the provider has failed and replays that failure for the key.
   */
  createIntent(input: {
    amountCents: number
    orderId: string
    paymentId: string
    description: string
    idempotencyKey: string
  }): Promise<CardIntent>
  /** The current state of the payment; undefined if the provider does not know it. */
  readIntent(intentId: string): Promise<CardIntent | undefined>
  /**
   * Cancels a payment that is not made yet. One that cannot be canceled any more (paid, being processed, ended before)
   * is answered as it is: check its status.
   */
  cancelIntent(intentId: string): Promise<CardIntent>
  /**
   * Refunds all that is left of a payment. If it was refunded before, that refund is answered. The status may be that
   * of an earlier answer under the same key: `readRefund` has the current one.
   */
  refund(input: { intentId: string; idempotencyKey: string }): Promise<CardRefund>
  /** The current state of the refund. */
  readRefund(refundId: string): Promise<CardRefund>
  /** Every event of these types (20 at most) at or after this time, the newest first, delivered before or not. */
  listEvents(input: { createdAfter: Date; types: string[] }): AsyncIterable<CardEvent>
  /**
   * Reads a webhook's raw body, exactly the bytes that came. Throws `CardWebhookRefused` if it is not signed by the
   * provider, or was signed more than 300 seconds before or after `now`.
   */
  readWebhook(rawBody: Uint8Array, signature: string | undefined, now: Date): CardEvent
}

/** The provider cannot be asked now: it did not answer in time, or answered nonsense. `cause` is for the log. */
export class CardProviderUnavailable extends Error {
  constructor(cause: unknown, message = 'The card provider is unavailable.') {
    super(message, { cause })
    this.name = 'CardProviderUnavailable'
  }
}

/** The provider refuses this request, and would refuse it again. `code` is the provider's reason. */
export class CardRequestRefused extends CardProviderUnavailable {
  readonly code: string

  constructor(code: string, cause: unknown) {
    super(cause, `The card provider refuses: ${code}.`)
    this.name = 'CardRequestRefused'
    this.code = code
  }
}

/** A webhook that the provider did not send, or not recently. */
export class CardWebhookRefused extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'CardWebhookRefused'
  }
}
