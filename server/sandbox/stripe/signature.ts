import { createHmac } from 'node:crypto'

/**
 * The `Stripe-Signature` of a webhook's raw body: HMAC-SHA256, under the endpoint's secret, of the sending
 * time in seconds, a dot and the body.
 */
export function signatureOf(body: string, secret: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000)
  const proof = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${proof}`
}
