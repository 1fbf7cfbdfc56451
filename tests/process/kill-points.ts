/**
 * A point in the server's work: the moment before or after a query, or the renaming of a file. All of `since` must have
 * been sent on the same connection in the same transaction. The patterns match the query's text and values.
 */
export type KillPoint = {
  name: string
  when: 'before' | 'after'
  query?: RegExp
  since?: RegExp[]
  /** Whether it is the first query of a transaction, or outside of one. */
  place?: 'first' | 'outside'
  /** The path that a file is renamed to. */
  file?: RegExp
}

const HOLD = /^update "orders" set .*"state"/
const EVENT = /^insert into "payment_events".*payment_intent\.succeeded/
/** Of several events about one payment the first to arrive makes it paid. */
const ANY_EVENT = /^insert into "payment_events"/
const SOLD = /^update "products" set "status"/

/** The sixteen moments at which the process may be killed without harm, in the order of their numbers. */
export const KILL_POINTS: readonly KillPoint[] = [
  { name: 'a payment is begun, its laptop not yet held', when: 'before', query: HOLD },
  {
    name: 'the laptop is held, the provider not yet asked',
    when: 'before',
    query: /pg_try_advisory_xact_lock\(hashtextextended\('sandbox_stripe/,
  },
  {
    name: 'the provider has answered, its number is not yet stored',
    when: 'before',
    query: /^update "payments" set .*"intent_id"/,
    place: 'outside',
  },
  {
    name: 'the number is stored, the buyer not yet answered',
    when: 'after',
    query: /^update "payments" set .*"intent_id"/,
    place: 'outside',
  },
  { name: 'an event is known to be signed', when: 'before', query: EVENT },
  { name: 'the event is written, the order not yet paid', when: 'after', query: EVENT },
  {
    name: 'the order is paid, not yet committed',
    when: 'before',
    query: /^commit/i,
    since: [ANY_EVENT, SOLD],
  },
  {
    name: 'it is committed, the event not yet answered',
    when: 'after',
    query: /^commit/i,
    since: [ANY_EVENT, SOLD],
  },
  {
    name: 'the page has told of a payment, the provider has confirmed it',
    when: 'before',
    query: /^select .* from "payments"/,
    place: 'first',
  },
  { name: 'a picture is written under another name', when: 'before', file: /\/images\// },
  { name: 'the picture has its name and no row', when: 'before', query: /^insert into "images"/ },
  {
    name: 'the picture has its row, nobody was told',
    when: 'after',
    query: /^commit/i,
    since: [/^insert into "images"/],
  },
  {
    name: 'a person has a row, and neither password nor session',
    when: 'before',
    query: /^insert into "accounts"/,
  },
  {
    name: 'a password is being reset',
    when: 'after',
    query: /^delete from "sessions"/,
    since: [/^delete from "verifications"/],
  },
  { name: 'a person is being deleted', when: 'after', query: /^delete from "users"/ },
  { name: 'a mail is sent, its job not yet marked', when: 'after', file: /\/outbox\// },
]
