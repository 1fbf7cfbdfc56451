import { HOLDS } from '#contract/limits.ts'
import type { Db } from '../database/with-transaction.ts'
import { giveBackOne } from '../limits/count-limit.ts'
import { spendLimit, trySpendLimit } from '../limits/spend-limit.ts'
import type { Payment } from './payments.queries.ts'

/**
 * Claims of one laptop by one buyer, who could otherwise keep it from everybody else and from its seller, by deleting
 * the order and placing it again.
 */
const CLAIMS = { most: HOLDS.most, seconds: HOLDS.hours * 60 * 60 }

/** Claims by one buyer of all laptops together: each asks the card provider, and leaves a row in payments for good. */
const PAYMENTS = { most: 30, seconds: 60 * 60 }

type Claim = { buyerId: string; productId: string }

const paymentsOf = ({ buyerId }: Pick<Claim, 'buyerId'>) => `payments ${buyerId}`
const keyOf = ({ buyerId, productId }: Claim) => `claims ${buyerId} ${productId}`

/**
 * Counts a claim of a laptop. Problem: `too-many-requests` for the fourth of one laptop within two hours, and for the
 * 31st of any laptops within an hour.
 */
export async function spendClaim(db: Db, claim: Claim, now: Date): Promise<void> {
  const detail = `You have started to pay for this laptop ${HOLDS.most} times. Please let others have a turn.`
  await spendLimit(db, keyOf(claim), CLAIMS, now, detail)
  const often = 'You have started too many payments.'
  await spendLimit(db, paymentsOf(claim), PAYMENTS, now, often)
}

/** Counts one more claim for a payment that is under way, and answers whether the limit allows it. */
export const trySpendRenewal = (db: Db, claim: Claim, now: Date): Promise<boolean> =>
  trySpendLimit(db, keyOf(claim), CLAIMS, now)

/** Uncounts the claim of an attempt that the provider refused to begin: nobody could pay by it. */
export async function giveBackClaim(db: Db, { buyerId, productId }: Payment): Promise<void> {
  if (!buyerId) return
  await giveBackOne(db, keyOf({ buyerId, productId }))
  await giveBackOne(db, paymentsOf({ buyerId }))
}
