import { timingSafeEqual } from 'node:crypto'

/** Whether a given value is the secret. The time that it takes reveals nothing about the secret but its length. */
export function isSameSecret(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
