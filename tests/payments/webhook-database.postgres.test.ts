import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CARD, expectReconciled, payByCard } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { tellByEvent } from '#tests/support/signed-event.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'
import { begun, bring, stateOf } from './bring.ts'

/** The lock that the shop's commit waits for, if a test takes it. */
const LOCK = 8_150_400

let shop: FrontDoor
let seller: Person
/** Holds locks for which others wait, on a connection of its own. */
let keeper: pg.PoolClient
beforeAll(async () => {
  shop = await openFrontDoor()
  await shop.sandbox.stop()
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
  await shop.sql(`create function wait_in_commit() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${LOCK}); return null; end $$`)
  await shop.sql(`create constraint trigger wait_in_commit after insert on payment_events
    deferrable initially deferred for each row execute function wait_in_commit()`)
  keeper = await shop.deps.pool.connect()
})
afterAll(async () => {
  await expectReconciled(shop)
  keeper.release()
  await shop.close()
})

/** A payment that the provider has made and the shop does not know of. */
async function paidAtProvider() {
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  const attempt = await begun(shop, { buyer, seller })
  await payByCard(shop, attempt.secret, CARD.good)
  return attempt
}

/** What exists of it: the order, the laptop, the payment, and the number of stored events. */
async function traces({ id, laptop, intentId }: { id: string; laptop: string; intentId: string }) {
  const [row] = await shop.sql(
    `select (select state from orders where id = $1) as order, (select status from products where id = $2) as laptop,
       (select state from payments where intent_id = $3) as payment,
       (select count(*)::int from payment_events where intent_id = $3) as events`,
    [id, laptop, intentId],
  )
  return row
}
const NOTHING = { order: 'held', laptop: 'available', payment: 'open', events: 0 }
const ALL = { order: 'paid', laptop: 'sold', payment: 'succeeded', events: 1 }
const UNAVAILABLE = { status: 503, body: { code: 'database-unavailable' } }

it('an event gets a 200 only after its effects are committed', async () => {
  const attempt = await paidAtProvider()
  await keeper.query('select pg_advisory_lock($1)', [LOCK])
  let answered = false
  const answer = tellByEvent(shop, attempt.intentId).finally(() => {
    answered = true
  })
  await untilWaiting(shop.deps.pool)
  expect([answered, await traces(attempt)]).toEqual([false, NOTHING])
  await keeper.query('select pg_advisory_unlock($1)', [LOCK])
  expect((await answer).status).toBe(200)
  expect(await traces(attempt)).toEqual(ALL)
})

it.each(['in mid-transaction', 'in the commit'])(
  'an event whose database connection breaks %s gets a 503, stores nothing, and succeeds when resent',
  async (when) => {
    const attempt = await paidAtProvider()
    if (when === 'in the commit') await keeper.query('select pg_advisory_lock($1)', [LOCK])
    else {
      await keeper.query('begin')
      await keeper.query('select 1 from orders where id = $1 for update', [attempt.id])
    }
    const answer = tellByEvent(shop, attempt.intentId)
    await shop.sql('select pg_terminate_backend($1)', await untilWaiting(shop.deps.pool))
    const { status, headers, body } = await answer
    expect({ status, body }).toMatchObject(UNAVAILABLE)
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await traces(attempt)).toEqual(NOTHING)
    await keeper.query(when === 'in the commit' ? 'select pg_advisory_unlock_all()' : 'rollback')
    expect((await tellByEvent(shop, attempt.intentId)).status).toBe(200)
    expect(await traces(attempt)).toEqual(ALL)
  },
)

it('a cancellation that another call records first does not release the next attempt’s claim', async () => {
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  const attempt = await bring['canceled, unknown to the shop'](shop, { buyer, seller })
  await keeper.query('begin')
  await keeper.query('select from products where id = $1 for update', [attempt.laptop])
  const answer = tellByEvent(shop, attempt.intentId, 'payment_intent.canceled')
  await untilWaiting(shop.deps.pool)
  const { rows } = await keeper.query(
    `update payments set state = 'canceled', settled_at = now() where intent_id = $1 returning id`,
    [attempt.intentId],
  )
  await keeper.query(
    `insert into payments (id, order_id, product_id, buyer_id, attempt, idempotency_key, amount_cents, state, created_at)
     select gen_random_uuid(), order_id, product_id, buyer_id, 2, idempotency_key || '-next', amount_cents, 'requested', created_at
     from payments where id = $1`,
    [rows[0].id],
  )
  await keeper.query('commit')
  expect((await answer).status).toBe(200)
  expect(await stateOf(shop, attempt)).toBe('order held, laptop available, payment requested, -')
})

it('six concurrent events of one payment take effect once', async () => {
  const attempt = await paidAtProvider()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => tellByEvent(shop, attempt.intentId, 'charge.succeeded')),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await traces(attempt)).toEqual({ ...ALL, events: 6 })
})

it('a declined card is one record of the audit trail, however often its event is sent', async () => {
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  const { id, secret, intentId } = await begun(shop, { buyer, seller })
  await payByCard(shop, secret, CARD.declined)
  const told = () => tellByEvent(shop, intentId, 'payment_intent.payment_failed', `evt_declined_${id}`)
  const answers = [await told(), ...(await Promise.all([told(), told()]))]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const lines = await shop.sql(
    `select actor_id from audit_events where action = 'payment-declined' and subject = $1`,
    [id],
  )
  expect(lines).toEqual([{ actor_id: buyer.id }])
})
