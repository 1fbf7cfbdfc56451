import { Stripe } from 'stripe'
import { toCardEvent } from './card-event.stripe.ts'
import { type CardEvent, CardWebhookRefused } from './card-payments.ts'

/** How far the time of signing may lie from now, in seconds, either way. */
const TOLERANCE = 300
/** Far more than the provider ever sends, in characters. */
const LONGEST_HEADER = 4096
/**
 * One part of the header: the time of signing, or a signature of some scheme. No spaces: two headers arrive joined by
 * one.
 */
const PART = /^(?:t=(\d{1,12})|v\d+=[^\s=]*)$/

type Secrets = { webhookSecret: string; live: boolean }

/**
 * Checks signature and age of a webhook's raw body and reads the event. The signature is over the bytes, but the SDK
 * verifies text: the bytes are decoded so that no two bodies give the same text (nothing replaced, no byte order mark
 * dropped). The SDK refuses old signatures; those from the future, which it would accept, are refused here.
 */
export function readStripeWebhook(
  { webhookSecret, live }: Secrets,
  rawBody: Uint8Array,
  signature: string | undefined,
  now: Date,
): CardEvent {
  const age = Math.floor(now.getTime() / 1000) - timeOf(signature ?? '')
  if (Math.abs(age) > TOLERANCE)
    throw new CardWebhookRefused('The time of the signature is too far from now.')
  try {
    const body = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawBody)
    const event: unknown = Stripe.webhooks.constructEvent(
      body,
      signature ?? '',
      webhookSecret,
      TOLERANCE,
      undefined,
      now.getTime(),
    )
    return toCardEvent(event, live)
  } catch (error) {
    throw new CardWebhookRefused('The signature is not the card provider’s, or the body is no event.', error)
  }
}

/** When it was signed, in seconds since 1970. */
function timeOf(signature: string): number {
  const parts = signature.length > LONGEST_HEADER ? [] : signature.split(',').map((part) => PART.exec(part))
  const times = parts.flatMap((part) => part?.[1] ?? [])
  if (times.length !== 1 || parts.includes(null))
    throw new CardWebhookRefused('The signature is missing or malformed.')
  return Number(times[0])
}
