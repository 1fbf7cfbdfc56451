import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { CARD, expectReconciled, payByCard, tell } from '#tests/support/card.ts'
import { type Answer, type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { CALLS, type Dealing, newDealing, type People } from './faults-calls.ts'
import { createFaultyProvider, FAULTS, TIMEOUTS } from './faults-provider.ts'

/*
 * Each fault of the provider in each call that makes a request to it. Much of the time is waiting, so the cells run in
 * parallel, each with an order of its own; a test is one cell. Half of them recover by another try, half by the
 * reconciler; the deep tier does each both ways.
 */
const LANES = 10
/** A response that is not true of this payment: if it reports a success, the shop refunds the money. */
const UNTRUE = ['a wrong amount', 'a wrong currency', 'another order’s metadata']
const READ = /read$/

const cells = Object.keys(CALLS).flatMap((call, row) =>
  Object.keys(FAULTS).flatMap((fault, column) =>
    (['a retry', 'the reconciler'] as const)
      .filter((_by, place) => process.env.DEEP_TABLES || (row + column) % 2 === place)
      .map((by) => ({ call, fault, by })),
  ),
)
type Cell = (typeof cells)[number]

const provider = createFaultyProvider()
const failures = new Map<Cell, unknown>()
/** The laptops that were sold elsewhere while somebody paid. */
const markedSold: string[] = []
let shop: FrontDoor

beforeAll(async () => {
  shop = await openFrontDoor({ timeouts: TIMEOUTS, between: provider.between })
  // Only these tests send events.
  await shop.sandbox.stop()
  const [seller] = (await crowd(shop, 'seller', 1)) as [Person]
  const waiting = [...cells]
  const lane = async () => {
    const [buyer, rival] = (await crowd(shop, 'buyer', 2)) as [Person, Person]
    const people = { seller, buyer, rival }
    for (let cell = waiting.shift(); cell; cell = waiting.shift())
      await run(cell, people).catch((failure) => failures.set(cell!, failure))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}, 240_000)
afterAll(() => shop.close())

async function run({ call, fault, by }: Cell, people: People): Promise<void> {
  const { prepare, target, ask, ends } = CALLS[call]!
  const dealing = await newDealing(shop, people)
  await prepare(dealing)
  if (/too late/.test(call)) markedSold.push(dealing.laptop)
  const faulty = provider.fail(target(dealing), FAULTS[fault]!)
  const answer = await ask(dealing)
  await expectHonest(dealing, answer)
  // Nobody is given a payment whose amount is not the price.
  if (/^(beginning|opening)/.test(call) && /amount|currency/.test(fault)) expect(answer.status).toBe(503)
  faulty.recover()
  const returned = ends === 'paid' && UNTRUE.includes(fault) && READ.test(call) && dealing.secret !== ''
  if (by === 'the reconciler') await reconcile(dealing)
  await finish(dealing, answer, call)
  await expectEnd(dealing, returned && /telling|event/.test(call) ? 'unpaid' : ends)
}

/** The answer is 503 with the time to try again, unless what it says is true at the provider. */
async function expectHonest(dealing: Dealing, { status, headers, body }: Answer): Promise<void> {
  const { order, product, charged, states } = await stand(dealing)
  if (status === 503) {
    expect(body.code).toBe('card-provider-unavailable')
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  } else expect([200, 409]).toContain(status)
  if (status === 409) expect(body.code).toBe('payment-refunded')
  if (!order) expect(states).toEqual(['canceled'])
  else if (order.state === 'paid') expect([charged, product.status]).toEqual([order.price_cents, 'sold'])
  else if (order.state === 'held') expect(order.payments).toMatch(/requested|open/)
  else expect(order.held_until).toBe(null)
}

async function reconcile(dealing: Dealing): Promise<void> {
  await shop.sql(`update payments set created_at = created_at - interval '1 minute' where order_id = $1`, [
    dealing.id,
  ])
  await reconcilePayments(shop.deps)
}

/** What a person does once it works again: tries again, and goes on to the end. */
async function finish(dealing: Dealing, first: Answer, call: string): Promise<void> {
  const { ask, ends } = CALLS[call]!
  const again = await ask(dealing)
  if (ends === 'gone') expect(again.status).toBe(first.status === 200 ? 404 : 200)
  else if (ends === 'paid' && /^(beginning|opening)/.test(call)) {
    expect(again.status).toBe(200)
    expect((await payByCard(shop, dealing.secret, CARD.good)).status).toBe('succeeded')
    expect((await tell(shop, dealing.buyer, dealing.id, dealing.secret)).status).toBe(200)
  } else if (/another buyer/.test(call)) {
    expect(again.status).toBe(200)
    const late = await payByCard(shop, dealing.secret, CARD.good)
    expect(late.error.code).toBe('payment_intent_unexpected_state')
    expect((await payByCard(shop, again.body.client_secret, CARD.good)).status).toBe('succeeded')
    expect((await tell(shop, dealing.rival, dealing.theirs, again.body.client_secret)).status).toBe(200)
  }
}

async function expectEnd(dealing: Dealing, end: 'paid' | 'gone' | 'unpaid'): Promise<void> {
  const { order, product, charged, returns, states } = await stand(dealing)
  if (end === 'gone') {
    expect([order, product.status, charged]).toEqual([undefined, 'available', 0])
    expect(new Set(states)).toEqual(new Set(['canceled']))
  } else if (end === 'paid') {
    expect([order?.state, product.status, charged, returns]).toEqual(['paid', 'sold', order?.price_cents, 0])
    expect(states).toEqual(['succeeded'])
  } else {
    expect([order?.state, charged]).toEqual(['open', 0])
    expect(returns).toBe(states.includes('succeeded') ? 1 : 0)
  }
}

/** The order in the shop's tables, and its payments in the provider's, read without the code of either. */
async function stand({ id, laptop }: Dealing) {
  const [order] = await shop.sql(
    `select state, price_cents, held_until, (select string_agg(state, ' ') from payments where order_id = orders.id) as payments
     from orders where id = $1`,
    [id],
  )
  const [product] = await shop.sql('select status from products where id = $1', [laptop])
  const made = await shop.sql(
    `select i.body->>'status' as status,
       coalesce((i.body->'amount_received')::int, 0) - coalesce((c.body->'amount_refunded')::int, 0) as charged,
       (select count(*)::int from sandbox_stripe.refunds where intent_id = i.id) as returns
     from sandbox_stripe.intents i left join sandbox_stripe.charges c on c.id = i.body->>'latest_charge'
     where i.body->'metadata'->>'order_id' = $1`,
    [id],
  )
  const sum = (key: 'charged' | 'returns') => made.reduce((total, intent) => total + intent[key], 0)
  return {
    order,
    product,
    charged: sum('charged'),
    returns: sum('returns'),
    states: made.map(({ status }) => status),
  }
}

describe.each(Object.keys(CALLS))('%s', (call) => {
  it.each(cells.filter((cell) => cell.call === call))(
    '$fault: the response is truthful, and $by recovers',
    (cell) => {
      if (failures.has(cell)) throw failures.get(cell)
    },
  )
})

it('in the end the tables of shop and provider agree', () => expectReconciled(shop, markedSold))

it('the log contains no client secret', () => {
  expect(shop.lines.join('')).not.toMatch(/_secret_/)
})
