import { expect, vi } from 'vitest'
import { CARD, transactionOf } from '#tests/support/card.ts'
import { findBreaches } from '#tests/support/invariants.ts'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import type { Person } from '#tests/support/people.ts'
import type { Market, Reply } from './market.ts'

const PRICE = 449.5
const WAIT_MS = 20_000

/** What the buyers of a round do. `told`: whether the page that charged the card survives to tell the shop. */
type Rush = {
  laptops: number
  buyers: number
  storm: number
  card: string[]
  told: boolean
  expiring: boolean
}
const ALL_AT_ONCE: Rush = {
  laptops: 1,
  buyers: 32,
  storm: 1,
  card: [CARD.good],
  told: true,
  expiring: false,
}
const RUSHES: readonly Rush[] = [
  ALL_AT_ONCE,
  { ...ALL_AT_ONCE, expiring: true },
  { ...ALL_AT_ONCE, laptops: 2, buyers: 16 },
  { ...ALL_AT_ONCE, storm: 3, buyers: 12 },
  { ...ALL_AT_ONCE, told: false },
  { ...ALL_AT_ONCE, card: [CARD.declined, CARD.insufficient, CARD.good] },
  { ...ALL_AT_ONCE, storm: 2, buyers: 16, expiring: true, told: false },
  { ...ALL_AT_ONCE, laptops: 2, buyers: 12, storm: 2, card: [CARD.declined, CARD.good] },
]

/**
 * One round: many buyers rush for one laptop, or for two in opposite orders, each through every step from the booking
 * to the paid order. However they interleave, each laptop is sold to one of them, the provider has its price once, and
 * everybody else is refused with a reason: never with a failure.
 */
export async function oversellRound(market: Market, n: number): Promise<void> {
  const rush = RUSHES[n % RUSHES.length] as Rush
  const { tables, seller } = market
  const laptops = await Promise.all(Array.from({ length: rush.laptops }, () => putOnSale(tables, seller)))
  const everybody = await market.buyers()
  // The round's number decides which buyers come first, and at which processes.
  const buyers = Array.from({ length: rush.buyers }, (_, i) => everybody[(i * 5 + n * 3) % 32] as Person)
  const [early, ...others] = buyers as [Person, ...Person[]]
  const replies: Reply[] = []
  const first = rush.expiring ? [await begunAndExpired(market, early, laptops[0] ?? '')] : []
  await Promise.all([
    ...first.map((begun) => pay(market, rush, { ...begun, buyer: early, turn: n }, replies)),
    ...(rush.expiring ? others : buyers).map(async (buyer, i) => {
      const path = i % 2 === 0 ? laptops : laptops.toReversed()
      for (const laptop of path) await buy(market, rush, { buyer, laptop, turn: n + i }, replies)
    }),
  ])
  const paid = () =>
    tables.sql(`select product_id from orders where state = 'paid' and product_id = any($1)`, [laptops])
  if (!rush.told)
    await vi.waitUntil(async () => (await paid()).length >= laptops.length, {
      timeout: WAIT_MS,
      interval: 20,
    })
  const breaches = await findBreaches(tables, { laptops, now: tables.deps.clock() })
  if (breaches.length > 0) throw new Error(breaches.join('\n'))
  expect((await paid()).map(({ product_id }) => product_id).sort()).toEqual(laptops.toSorted())
  const unforeseen = replies.filter(({ status }) => ![200, 201, 409].includes(status))
  expect(JSON.stringify(unforeseen)).toBe('[]')
}

type Who = { buyer: Person; turn: number }

async function book(market: Market, { buyer, turn }: Who, productId: string): Promise<Reply> {
  return market.call(turn, 'POST', '/api/booking', { token: buyer.token, body: { ...BOOKING, productId } })
}
async function begin(market: Market, { buyer, turn }: Who, bookingId: string): Promise<Reply> {
  const body = { price: PRICE, bookingId }
  return market.call(turn, 'POST', '/api/create-payment-intent', { token: buyer.token, body })
}
const good = (answers: Reply[]) => answers.find(({ status }) => status < 300)?.body

/** Sends the same call several times at the same moment, to one process after the other. */
async function storm({ storm }: Rush, replies: Reply[], send: (i: number) => Promise<Reply>) {
  const answers = await Promise.all(Array.from({ length: storm }, (_, i) => send(i)))
  replies.push(...answers)
  return good(answers)
}

async function buy(
  market: Market,
  rush: Rush,
  who: Who & { laptop: string },
  replies: Reply[],
): Promise<void> {
  const turn = (i: number) => ({ ...who, turn: who.turn + i })
  const booked = await storm(rush, replies, (i) => book(market, turn(i), who.laptop))
  if (!booked) return
  const id: string = booked.insertedId
  const intent = await storm(rush, replies, (i) => begin(market, turn(i), id))
  if (intent) await pay(market, rush, { ...who, id, intent }, replies)
}

type Begun = { id: string; intent: { client_secret: string; publishableKey: string } }

/** A buyer who began first and then took too long. */
async function begunAndExpired(market: Market, buyer: Person, laptop: string): Promise<Begun> {
  const who = { buyer, turn: 0 }
  const { insertedId: id } = (await book(market, who, laptop)).body
  const { body: intent } = await begin(market, who, id)
  await market.tables.sql(`update orders set held_until = now() - interval '1 second' where id = $1`, [id])
  return { id, intent }
}

async function pay(market: Market, rush: Rush, who: Who & Begun, replies: Reply[]): Promise<void> {
  for (const card of rush.card) {
    const charged = await market.confirm(who.turn, who.intent, card)
    if (charged.status === 402) continue
    if (charged.status !== 200 || !rush.told) return
    const transactionId = transactionOf(who.intent.client_secret)
    const body = { name: 'x', price: PRICE, transactionId, bookingId: who.id }
    await storm(rush, replies, (i) =>
      market.call(who.turn + i, 'POST', '/api/paymentinfo', { token: who.buyer.token, body }),
    )
  }
}
