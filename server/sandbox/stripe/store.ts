import type { Card } from './card.ts'
import type { ChargeBody } from './new-charge.ts'
import type { IntentBody } from './new-intent.ts'
import { missing } from './problems.ts'
import type { Work } from './work.ts'

/** A payment with what the provider keeps to itself: the card it is to be paid with, and when processing ends. */
export type StoredIntent = { body: IntentBody; card: Card | null; finishesAt: Date | null }

type IntentRow = { body: IntentBody; card: Card | null; finishes_at: Date | null }

/**
 * The payment, locked until the end of the transaction: two commands on one payment run one after the
 * other. 404 where there is none.
 */
export async function requireIntent(work: Work, id: string, param = 'intent'): Promise<StoredIntent> {
  return selectIntent(work, id, param, 'for update')
}

/** The payment as it stands, for looking only. 404 where there is none. */
export async function readIntent(work: Work, id: string): Promise<IntentBody> {
  return (await selectIntent(work, id, 'intent', '')).body
}

async function selectIntent(
  { client }: Work,
  id: string,
  param: string,
  lock: string,
): Promise<StoredIntent> {
  const { rows } = await client.query<IntentRow>(
    `select body, card, finishes_at from sandbox_stripe.intents where id = $1 ${lock}`,
    [id],
  )
  const row = rows[0]
  if (!row) throw missing('payment_intent', id, param)
  return { body: row.body, card: row.card, finishesAt: row.finishes_at }
}

/** Writes the payment, new or known. */
export async function saveIntent({ client }: Work, { body, card, finishesAt }: StoredIntent): Promise<void> {
  await client.query(
    `insert into sandbox_stripe.intents (id, created, body, card, finishes_at) values ($1, $2, $3, $4, $5)
     on conflict (id) do update set body = excluded.body, card = excluded.card, finishes_at = excluded.finishes_at`,
    [body.id, body.created, JSON.stringify(body), card && JSON.stringify(card), finishesAt],
  )
}

/** The charges of these ids, in no order. Their payments' locks cover them. */
export async function findCharges({ client }: Work, ids: string[]): Promise<ChargeBody[]> {
  if (ids.length === 0) return []
  const { rows } = await client.query<{ body: ChargeBody }>(
    'select body from sandbox_stripe.charges where id = any($1)',
    [ids],
  )
  return rows.map(({ body }) => body)
}

/** The last charge of a payment that has one. */
export async function requireLatestCharge(work: Work, intent: IntentBody): Promise<ChargeBody> {
  const [charge] = intent.latest_charge ? await findCharges(work, [intent.latest_charge]) : []
  if (!charge) throw new Error(`${intent.id} has no charge`)
  return charge
}

/** Writes the charge, new or known. */
export async function saveCharge({ client }: Work, body: ChargeBody): Promise<void> {
  await client.query(
    `insert into sandbox_stripe.charges (id, intent_id, body) values ($1, $2, $3)
     on conflict (id) do update set body = excluded.body`,
    [body.id, body.payment_intent, JSON.stringify(body)],
  )
}
