import type { Db } from '../database/with-transaction.ts'
import { countLimit, giveBackOne } from '../limits/count-limit.ts'
import { spendLimit } from '../limits/spend-limit.ts'
import type { Payment } from './payments.queries.ts'

/**
 * Of one laptop by one buyer, who could otherwise keep it from all others and from its seller, by deleting the order and
 * placing it again. The payment page tells of it (`kept-until.tsx`).
 */
const CLAIMS = { most: 3, seconds: 2 * 60 * 60 }

/** Of all laptops: each claim asks the card provider, and leaves a payment for good. */
const PAYMENTS = { most: 30, seconds: 60 * 60 }

type Claim = { buyerId: string; productId: string }

const paymentsOf = ({ buyerId }: Pick<Claim, 'buyerId'>) => `payments ${buyerId}`
const keyOf = ({ buyerId, productId }: Claim) => `claims ${buyerId} ${productId}`

/**
 * Counts a claim of a laptop. Problem: `too-many-requests` for a fourth in two hours, and for a thirty-first of whatever
 * laptops within an hour.
 */
export async function spendClaim(db: Db, claim: Claim, now: Date): Promise<void> {
  const detail = 'You have begun three times to pay for this laptop. Please leave it to others now.'
  await spendLimit(db, keyOf(claim), CLAIMS, now, detail)
  const often = 'You have begun very many payments.'
  await spendLimit(db, paymentsOf(claim), PAYMENTS, now, often)
}

/** Counts one more claim by a payment that is under way, and answers whether there may be one more. */
export const mayRenewClaim = async (db: Db, claim: Claim, now: Date): Promise<boolean> =>
  (await countLimit(db, keyOf(claim), CLAIMS, now)) <= CLAIMS.most

/** Gives back the claim of an attempt that the provider refused to begin: nobody could pay by it. */
export async function giveBackClaim(db: Db, { buyerId, productId }: Payment): Promise<void> {
  if (!buyerId) return
  await giveBackOne(db, keyOf({ buyerId, productId }))
  await giveBackOne(db, paymentsOf({ buyerId }))
}
