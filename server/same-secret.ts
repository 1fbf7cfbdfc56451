import { timingSafeEqual } from 'node:crypto'

/** Whether what somebody gives is the secret. How long that takes tells of the secret nothing but its length. */
export function isSameSecret(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
