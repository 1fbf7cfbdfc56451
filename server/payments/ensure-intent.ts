import { and, eq, inArray } from 'drizzle-orm'
import type pg from 'pg'
import type { Logger } from 'pino'
import { payments } from '../database/schema.ts'
import { type Db, withTransaction } from '../database/with-transaction.ts'
import { codesOf } from '../failures.ts'
import {
  type CardIntent,
  type CardPayments,
  CardProviderUnavailable,
  CardRequestRefused,
} from '../outside/card-payments.ts'
import { giveBackClaim } from './claim-limit.ts'
import { giveUpAttempt } from './give-up-attempt.ts'
import { type Payment, UNDER_WAY } from './payments.queries.ts'

type Deps = { pool: pg.Pool; db: Db; clock: () => Date; cards: CardPayments; log: Logger }

/** The intent belongs to another payment. */
const UNIQUE_VIOLATION = '23505'

/** Another call has ended the attempt: nobody can pay it, but a new one may begin. */
class AttemptEnded extends CardProviderUnavailable {}

/**
 * The provider's intent for an attempt to pay: created if there is none yet, else read again. The key under which it is
 * created was stored before, so that a call whose answer was lost finds the same intent again. Never call it inside a
 * transaction: it asks the provider. Throws CardRequestRefused if the provider will never create it: then the attempt
 * is over, as if it were canceled. Throws AttemptEnded if it was ended meanwhile.
 */
export async function ensureIntent(deps: Deps, payment: Payment): Promise<CardIntent> {
  const { db, cards } = deps
  const known = payment.intentId ? await cards.readIntent(payment.intentId) : undefined
  if (known) return known
  const intent = await cards
    .createIntent({
      amountCents: payment.amountCents,
      orderId: payment.orderId ?? '',
      paymentId: payment.id,
      description: `Clamshell order ${payment.orderId ?? ''}`,
      idempotencyKey: payment.idempotencyKey,
    })
    .catch(async (error: unknown) => {
      if (error instanceof CardRequestRefused) await giveUp(deps, payment, error.code)
      throw error
    })
  const { rowCount } = await db
    .update(payments)
    .set({ intentId: intent.id, state: 'open' })
    .where(and(eq(payments.id, payment.id), inArray(payments.state, UNDER_WAY)))
    .catch((error: unknown) => {
      if (!codesOf(error).includes(UNIQUE_VIOLATION)) throw error
      throw new CardProviderUnavailable(
        new Error(`The answer for payment ${payment.id} has the ID of another.`),
      )
    })
  if (rowCount === 0) throw new AttemptEnded(new Error('The attempt has ended meanwhile.'))
  return intent
}

/** For callers that can go on without an intent, since the attempt is over. A refusal has been logged already. */
export function noneIfOver(error: unknown): undefined {
  if (!(error instanceof CardRequestRefused || error instanceof AttemptEnded)) throw error
}

async function giveUp({ pool, clock, log }: Deps, payment: Payment, reason: string): Promise<void> {
  log.error({ event: 'payment-refused', paymentId: payment.id, reason }, 'a payment could not be started')
  await withTransaction(pool, async (db) => {
    if (await giveUpAttempt(db, payment, clock())) await giveBackClaim(db, payment)
  })
}

/** An intent that a buyer's page can pay. */
export type PayableIntent = CardIntent & { clientSecret: string }

/**
 * The intent, if it is of the sum to be paid: nobody is given one of another sum. If somebody changed it at the
 * provider, the claim expires, the intent is canceled, and the next attempt has a correct one.
 */
export function requirePayable(payment: Payment, intent: CardIntent): PayableIntent {
  const { clientSecret, amountCents, currency } = intent
  if (clientSecret === undefined)
    throw new CardProviderUnavailable(new Error(`The provider has no secret for payment ${payment.id}.`))
  if (amountCents === payment.amountCents && currency === payment.currency) return { ...intent, clientSecret }
  throw new CardProviderUnavailable(new Error(`The provider has another sum for payment ${payment.id}.`))
}
