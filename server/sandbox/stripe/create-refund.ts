import { z } from 'zod'
import type { Answer } from './answer.ts'
import { type Behaviour, behaviourOf } from './behaviours.ts'
import { recordEvent } from './events.ts'
import type { ChargeBody } from './new-charge.ts'
import { invalid, missing } from './problems.ts'
import { expand, integer, metadata } from './read-params.ts'
import { newRefund, saveRefund, type Turn } from './refunds.ts'
import { requireIntent, requireLatestCharge, type StoredIntent, saveCharge } from './store.ts'
import type { Work } from './work.ts'

export const refundParams = z.strictObject({
  ...expand,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: integer.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.default({}),
})

/** How long a refund stays as it began before it turns, in milliseconds. */
const TURNS_AFTER_MS = 2_000

/**
 * Gives back what is left of a payment's charge, or `amount` of it. 400 for more than is left, for a charge
 * that is refunded, disputed or was never taken.
 */
export async function createRefund(work: Work, params: z.output<typeof refundParams>): Promise<Answer> {
  const { body, card } = await requirePayment(work, params)
  if (body.status !== 'succeeded') {
    throw invalid(`This PaymentIntent (${body.id}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      payment_intent: body,
    })
  }
  const charge = await requireLatestCharge(work, body)
  await requireRefundable(work, charge)
  const amount = requireRefundAmount(charge, params.amount)
  const behaviour: Behaviour = card ? behaviourOf(card.does) : behaviourOf('pays')
  const refund = newRefund(work, charge, {
    amount,
    status: behaviour.refunds === 'pending, then succeeded' ? 'pending' : 'succeeded',
    reason: params.reason ?? null,
    metadata: params.metadata,
  })
  const refunded = addRefunded(charge, amount)
  await saveRefund(work, refund, turnOf(behaviour, work.now))
  await saveCharge(work, refunded)
  await recordEvent(work, 'refund.created', refund)
  await recordEvent(work, 'charge.refunded', refunded)
  return { object: refund }
}

function turnOf({ refunds }: Behaviour, now: Date): Turn | null {
  if (!refunds) return null
  return {
    at: new Date(now.getTime() + TURNS_AFTER_MS),
    to: refunds === 'pending, then succeeded' ? 'succeeded' : 'failed',
  }
}

/** The charge with `amount` more given back; less for a refund that failed. */
export function addRefunded(charge: ChargeBody, amount: number): ChargeBody {
  const refunded = charge.amount_refunded + amount
  return { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount_captured }
}

async function requirePayment(
  work: Work,
  { payment_intent, charge }: { payment_intent?: string | undefined; charge?: string | undefined },
): Promise<StoredIntent> {
  if (payment_intent !== undefined) return requireIntent(work, payment_intent, 'payment_intent')
  if (charge === undefined) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      {
        code: 'parameter_missing',
      },
    )
  }
  const { rows } = await work.client.query<{ intent_id: string }>(
    'select intent_id from sandbox_stripe.charges where id = $1',
    [charge],
  )
  if (!rows[0]) throw missing('charge', charge, 'charge')
  return requireIntent(work, rows[0].intent_id)
}

async function requireRefundable({ client }: Work, charge: ChargeBody): Promise<void> {
  if (charge.refunded) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const { rowCount } = await client.query(
    `select 1 from sandbox_stripe.disputes where charge_id = $1 and body->'is_charge_refundable' = 'false'`,
    [charge.id],
  )
  if (rowCount) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
}

function requireRefundAmount(charge: ChargeBody, asked: number | undefined): number {
  const left = charge.amount_captured - charge.amount_refunded
  if (asked === undefined) return left
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
  if (asked < 1)
    throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  if (asked > left) {
    throw invalid(
      `Refund amount (${dollars(asked)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    )
  }
  return asked
}
