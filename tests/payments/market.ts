import type { Sent } from '#tests/support/front-door.ts'
import type { Ledger } from '#tests/support/invariants.ts'
import type { Person } from '#tests/support/people.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests check an answer by comparing values, not by type
export type Reply = { status: number; body: any }

/** A shop that many buyers rush into: its calls, answered by one of its processes, and its tables. */
export type Market = {
  tables: Ledger & { deps: { clock: () => Date } }
  /** Makes a call; `turn` chooses the shop's process. */
  call(turn: number, method: string, path: string, sent: Pick<Sent, 'token' | 'body'>): Promise<Reply>
  /** Sends a card to the provider, as the card form in the browser does. */
  confirm(
    turn: number,
    intent: { client_secret: string; publishableKey: string },
    card: string,
  ): Promise<Reply>
  seller: Person
  /** Buyers with currently valid tokens. */
  buyers(): Promise<Person[]>
}

const PAID_BY = { exp_month: '12', exp_year: '2040', cvc: '123' }

/** The body of the provider's browser call that pays an intent with a card. */
export function cardForm(intent: { client_secret: string; publishableKey: string }, number: string) {
  const card = Object.entries({ number, ...PAID_BY }).map(([name, value]) => [
    `payment_method_data[card][${name}]`,
    value,
  ])
  return new URLSearchParams([
    ['key', intent.publishableKey],
    ['client_secret', intent.client_secret],
    ['payment_method_data[type]', 'card'],
    ...(card as [string, string][]),
  ])
}
