import type pg from 'pg'
import type { Card } from '../sandbox/stripe/card.ts'
import { newCharge } from '../sandbox/stripe/new-charge.ts'
import { newIntent } from '../sandbox/stripe/new-intent.ts'
import { saveCharge, saveIntent } from '../sandbox/stripe/store.ts'
import { seconds, type Work } from '../sandbox/stripe/work.ts'
import type { Payment } from './make-orders.ts'

/** Whether this shop's card payments are the sandbox's: only then can a demonstration have paid orders. */
export async function hasCardSandbox(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('sandbox_stripe.intents') is not null as found`,
  )
  return rows[0]?.found ?? false
}

/**
 * Tells the card sandbox of the demonstration's payments, each as a succeeded one of exactly its amount for
 * exactly its order: an order is paid if and only if the provider says so, here too. No event is sent.
 */
export async function importPayments(client: pg.PoolClient, payments: readonly Payment[]): Promise<void> {
  for (const { intentId, orderId, id, amountCents, createdAt } of payments) {
    const work: Work = {
      client,
      now: createdAt,
      request: { id: null, idempotencyKey: null },
    }
    const created = seconds(createdAt)
    const suffix = intentId.slice('pi_'.length)
    const card: Card = {
      method: `pm_${suffix}`,
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: createdAt.getUTCFullYear() + 3,
      does: 'pays',
      createdAt: created,
    }
    const intent = newIntent(
      {
        amount: amountCents,
        currency: 'usd',
        captureMethod: 'automatic',
        description: `Clamshell order ${orderId}`,
        metadata: { order_id: orderId, payment_id: id },
        receiptEmail: null,
        allowedMethods: ['card'],
      },
      created,
    )
    Object.assign(intent, {
      id: intentId,
      client_secret: `${intentId}_secret_${suffix}`,
      status: 'succeeded',
      amount_received: amountCents,
      payment_method: card.method,
      latest_charge: `ch_${suffix}`,
    })
    await saveIntent(work, { body: intent, card, finishesAt: null })
    const charge = newCharge(intent, card, { paid: 'normal' }, created)
    await saveCharge(work, { ...charge, id: `ch_${suffix}`, balance_transaction: `txn_${suffix}` })
  }
}
