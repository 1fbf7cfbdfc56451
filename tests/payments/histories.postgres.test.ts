import { pino } from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { queriesOn } from '#server/database/with-transaction.ts'
import type { Random } from '#server/demo/random.ts'
import type { CardEvent } from '#server/outside/card-payments.ts'
import { createPaymentIntent } from '#server/payments/create-payment-intent.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { recordPayment } from '#server/payments/record-payment.ts'
import { Problem } from '#server/problems.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { makePeople } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { inRounds } from '#tests/support/rounds.ts'
import { endOf, type History, makeHistory, type Step } from './histories.ts'
import { createProvider } from './histories-provider.ts'

/*
 * The shop receives a payment's events in any order, up to three times, at the same moment, or never; pages are
 * opened and the reconciler runs in between. The end is the same as with the events in order.
 */
const PRICE = 44_950
const log = pino({ level: 'silent' })

let database: TestDatabase
let seller: Person
let buyers: Person[]
const sql = (text: string, values: unknown[] = []) =>
  database.pool.query(text, values).then(({ rows }) => rows)
beforeAll(async () => {
  database = await createTestDatabase()
  const terms = { now: new Date(), secret: 'of the histories, and long enough for one' }
  ;[seller] = (await makePeople({ sql }, 'seller', 1, terms)) as [Person]
  // One buyer holds at most three laptops, and two runs of a history are active at once.
  buyers = await makePeople({ sql }, 'buyer', 2, terms)
})
afterAll(() => database.close())

type Telling = Awaited<ReturnType<typeof openTelling>>

/** A shop for one run of a history: its provider, mails and orders are its own, its database is shared. */
async function openTelling(name: string, buyer: Person, { orders, refundCourse }: History) {
  let offset = 0
  const clock = () => new Date(Date.now() + offset)
  const provider = createProvider(name, refundCourse)
  const mails: string[] = []
  const jobs = {
    sendMail: async (_db: unknown, ...letters: { to: string; subject: string }[]) => {
      for (const { to, subject } of letters)
        mails.push(`${to === buyer.email ? 'buyer' : to === seller.email ? 'seller' : to}: ${subject}`)
    },
    mailPasswordReset: async () => {},
  }
  const db = queriesOn(database.pool)
  const deps = { pool: database.pool, db, clock, cards: provider.cards, jobs, log, publicUrl: 'http://shop' }
  const ids = await Promise.all(orders.map(() => placeOrder(deps, buyer)))
  const begin = (orderId: string) =>
    createPaymentIntent(
      deps,
      { ...buyer, sessionId: '', image: null, userType: 'buyer' },
      { bookingId: orderId, priceCents: PRICE },
    )
  for (const id of ids) await begin(id)
  return {
    provider,
    deps,
    mails,
    ids,
    begin,
    told: new Set<string>(),
    pass: (minutes: number) => {
      offset += minutes * 60_000
    },
  }
}

async function placeOrder({ clock }: { clock: () => Date }, buyer: Person): Promise<string> {
  const productId = await putOnSale({ sql, deps: { clock } }, seller)
  const id = newId(clock())
  await sql(
    `insert into orders (id, product_id, seller_id, buyer_id, buyer_name, buyer_email, phone, location, product_name, image_id, price_cents)
     select $1, id, seller_id, $3, $4, $5, '01700000002', 'Elephant Road', name, image_id, current_price_cents from products where id = $2`,
    [id, productId, buyer.id, buyer.name, buyer.email],
  )
  return id
}

async function tell({ deps, told }: Telling, event: CardEvent): Promise<void> {
  await recordPayment(deps, event.intentId ?? '', event)
  told.add(event.id)
}

async function take({ provider, begin }: Telling, orderId: string, step: Step): Promise<void> {
  const { id } = provider.intentOf(orderId)!
  if (step.does === 'tryAgain') return void (await begin(orderId))
  if (step.does === 'decline') provider.decline(id, step.message)
  else if (step.does === 'changeSum') provider.changeSum(id, 100)
  else provider[step.does](id)
}

/** In order: each event once, right after what it is about. */
async function tellInOrder(telling: Telling, { orders }: History): Promise<void> {
  const { provider, ids, deps, pass } = telling
  let next = 0
  const tellNew = async () => {
    for (; next < provider.events.length; next++) await tell(telling, provider.events[next]!)
  }
  for (const [place, steps] of orders.entries())
    for (const step of steps) {
      await take(telling, ids[place]!, step)
      await tellNew()
    }
  provider.turnRefunds()
  await tellNew()
  pass(1)
  await reconcilePayments(deps)
}

/** The same history, with its events at random. */
async function tellAnyhow(telling: Telling, { orders }: History, random: Random): Promise<void> {
  const { provider, ids, deps, pass, begin } = telling
  const waiting: (() => Promise<unknown>)[] = []
  let next = 0
  const foresee = () => {
    for (; next < provider.events.length; next++) {
      const event = provider.events[next]!
      for (let copies = random.whole(0, 3); copies > 0; copies--) waiting.push(() => tell(telling, event))
    }
  }
  /** Does part of the pending work, in any order and partly at the same moment. */
  const work = (share: number): Promise<unknown> => {
    const some = random.shuffled(waiting).filter(() => random.chance(share))
    for (const one of some) waiting.splice(waiting.indexOf(one), 1)
    const lanes = random.whole(1, 3)
    const lane = async (n: number) => {
      for (let at = n; at < some.length; at += lanes) await some[at]!()
    }
    return Promise.all(Array.from({ length: lanes }, (_, n) => lane(n)))
  }
  const places = random.shuffled(orders.flatMap((steps, place) => steps.map(() => place)))
  const taken = orders.map(() => 0)
  let working: Promise<unknown> = Promise.resolve()
  for (const place of places) {
    const id = ids[place]!
    const step = orders[place]![taken[place]!++]!
    // A page that is opened after an attempt has ended would begin the next one: that is another history.
    if (random.chance(0.2) && ['decline', 'askForAuthentication', 'process'].includes(step.does))
      waiting.push(() => reload(begin, id))
    if (step.does === 'cancel' || step.does === 'changeSum') await Promise.all([working, work(1)])
    await take(telling, id, step)
    foresee()
    if (random.chance(0.3)) waiting.push(() => recordPayment(deps, provider.intentOf(id)!.id))
    if (random.chance(0.1)) waiting.push(() => reconcilePayments(deps))
    await working
    working = work(0.4)
    if (random.chance(0.5)) await working
  }
  await working
  await work(random.pick([0, 1]))
  pass(1)
  await reconcilePayments(deps)
  provider.turnRefunds()
  foresee()
  await work(1)
  await reconcilePayments(deps)
}

async function reload(begin: Telling['begin'], orderId: string): Promise<void> {
  await begin(orderId).catch((refusal: unknown) => {
    if (!(refusal instanceof Problem) || refusal.status !== 409) throw refusal
  })
}

/** The final state: each order with its laptop and payments, the mails, and how often money was returned. */
async function endOfTelling({ ids, mails, provider }: Telling) {
  const rows = await sql(
    `select o.state as order, o.held_until is not null as held, l.status as laptop, p.attempt, p.state as payment,
       p.last_decline, p.disputed_at is not null as disputed, p.refund_id is not null as returned,
       p.settled_at is not null as settled
     from unnest($1::uuid[]) with ordinality as asked (id, place)
     join orders o on o.id = asked.id join products l on l.id = o.product_id left join payments p on p.order_id = o.id
     order by place, p.attempt`,
    [ids],
  )
  return { rows, mails: mails.toSorted(), refunds: provider.refunds().length }
}

/** Each event that was sent is stored once; of the others only those that the reconciler looks for. */
async function expectEventsKept({ told, provider }: Telling): Promise<void> {
  const kept = await sql('select event_id, type from payment_events where event_id = any($1)', [
    provider.events.map(({ id }) => id),
  ])
  const ids = kept.map(({ event_id }) => event_id)
  expect(ids).toEqual(expect.arrayContaining([...told]))
  for (const { event_id, type } of kept)
    if (!told.has(event_id)) expect(['charge.dispute.created', 'refund.failed']).toContain(type)
}

/** Rounds leave nothing that the next one's reconciler would ask about, and no counts that limit its payments. */
const leave = async ({ ids }: Telling) => {
  await sql('delete from rate_limits')
  await sql(
    `with let_go as (update orders set state = 'open', held_until = null where id = any($1) and state = 'held')
       update payments set state = 'canceled' where order_id = any($1) and state in ('requested', 'open')`,
    [ids],
  )
}

inRounds(
  'webhooks',
  'events in any order, repeated, lost or concurrent lead to the same state as events in order',
  { quick: 30, deep: 10_000 },
  async (n) => {
    const { history, random } = makeHistory(n)
    // One after the other: the reconciler asks about every payment there is, whichever provider has it.
    const inOrder = await openTelling(`order${n}o`, buyers[0]!, history)
    await tellInOrder(inOrder, history)
    const orderly = await endOfTelling(inOrder)
    await leave(inOrder)
    const anyhow = await openTelling(`any${n}a`, buyers[1]!, history)
    await tellAnyhow(anyhow, history, random)
    const story = JSON.stringify(history)
    expect(await endOfTelling(anyhow), story).toEqual(orderly)
    const expected = history.orders.flatMap((steps) => endOf(steps, history.refundCourse))
    expect(orderly.rows, story).toMatchObject(expected)
    const sales = expected.filter(({ payment }) => payment === 'succeeded').length
    expect(
      orderly.mails.filter((mail) => mail.startsWith('buyer: Your receipt')),
      story,
    ).toHaveLength(sales)
    expect(orderly.refunds, story).toBe(expected.filter(({ payment }) => /^refund/.test(payment)).length)
    await expectEventsKept(inOrder)
    await expectEventsKept(anyhow)
    await leave(anyhow)
  },
)
