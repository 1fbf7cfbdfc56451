import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openJobs } from '#server/jobs.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { recordPayment } from '#server/payments/record-payment.ts'
import { CARD, expectReconciled, payByCard } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { type Attempt, atProvider, begun, stateOf } from './bring.ts'

/* What neither page nor event reports, the shop learns from the provider: once a minute, and sooner after a failure. */

let shop: FrontDoor
let seller: Person
let buyer: Person

beforeAll(async () => {
  shop = await openFrontDoor()
  // No event reaches the shop.
  await shop.sandbox.stop()
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
})
beforeEach(async () => {
  ;[buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
})
afterAll(async () => {
  await expectReconciled(shop)
  await shop.close()
})

/** A payment that was made more than half a minute ago. */
async function paid(card = CARD.good): Promise<Attempt> {
  const attempt = await begun(shop, { buyer, seller })
  expect((await payByCard(shop, attempt.secret, card)).status).toBe('succeeded')
  await shop.sql(`update payments set created_at = created_at - interval '1 minute' where order_id = $1`, [
    attempt.id,
  ])
  return attempt
}
const PAID = 'order paid, laptop sold, payment succeeded, succeeded'

describe('the worker', () => {
  let jobs: Awaited<ReturnType<typeof openJobs>>
  let boss: PgBoss

  beforeAll(async () => {
    jobs = await openJobs({
      pool: shop.deps.pool,
      log: shop.deps.log,
      mail: { send: async () => {} },
      mailPasswordReset: async () => {},
      reconcilePayments: () => reconcilePayments(shop.deps),
      cleanUp: [],
    })
    await jobs.begin()
    const db = { executeSql: (text: string, values?: unknown[]) => shop.deps.pool.query(text, values) }
    boss = await new PgBoss({ db, schema: 'jobs', supervise: false, schedule: false, migrate: false }).start()
  })
  // The tests below call the reconciler themselves; the worker would do so before them, once a minute.
  afterAll(async () => {
    await boss.stop({ graceful: false })
    await jobs.stop()
  })

  it('schedules the reconciler every minute and the clean-up every hour', async () => {
    expect(await shop.sql('select name, cron from jobs.schedule order by name')).toEqual([
      { name: 'clean-up', cron: '17 * * * *' },
      { name: 'reconcile-payments', cron: '* * * * *' },
    ])
  })

  it('records a payment that neither page nor event reported, and schedules no early retry', async () => {
    const attempt = await paid()
    await boss.send('reconcile-payments')
    await vi.waitFor(async () => expect(await stateOf(shop, attempt)).toBe(PAID), { timeout: 30_000 })
    const jobs = `select bool_and(state = 'completed') as done, count(*) filter (where start_after > created_on)::int as soon
      from jobs.job where name = 'reconcile-payments'`
    await vi.waitFor(async () => expect(await shop.sql(jobs)).toEqual([{ done: true, soon: 0 }]), {
      timeout: 30_000,
    })
  })

  it('retries within half a minute when the provider responds 429', async () => {
    const attempt = await paid()
    shop.sandbox.faults.set('retrieve', '429', 1)
    await boss.send('reconcile-payments')
    const again = `select extract(epoch from start_after - created_on)::int as seconds from jobs.job
      where name = 'reconcile-payments' and start_after > created_on`
    const [soon] = await vi.waitFor(
      async () => {
        const rows = await shop.sql(again)
        expect(rows).toHaveLength(1)
        return rows
      },
      { timeout: 30_000 },
    )
    expect(soon?.seconds).toBeLessThan(30)
    expect(await stateOf(shop, attempt)).toMatch(/^order held/)
    expect(await reconcilePayments(shop.deps)).toBe(0)
    expect(await stateOf(shop, attempt)).toBe(PAID)
  })
})

it('the reconciler finds a dispute whose event was lost, and raises one alarm', async () => {
  const attempt = await paid(CARD.disputed)
  // As if the payment had been recorded before the cardholder disputed it.
  await reconcilePayments(shop.deps)
  await shop.sql('update payments set disputed_at = null where order_id = $1', [attempt.id])
  await shop.sql(`delete from payment_events where intent_id = $1`, [attempt.intentId])
  const disputed = `select disputed_at is not null as disputed from payments where order_id = $1`
  const said = () => shop.lines.filter((line) => line.includes('"payment-disputed"')).length
  const before = said()
  await reconcilePayments(shop.deps)
  await reconcilePayments(shop.deps)
  expect(await shop.sql(disputed, [attempt.id])).toEqual([{ disputed: true }])
  expect(said()).toBe(before + 1)
  const kept = `select type from payment_events where intent_id = $1`
  expect(await shop.sql(kept, [attempt.intentId])).toEqual([{ type: 'charge.dispute.created' }])
})

it('a payment that fails to be reconciled is logged and does not block the others', async () => {
  const [first, second] = [await paid(), await paid()]
  shop.sandbox.faults.set('retrieve', '429', 1)
  expect(await reconcilePayments(shop.deps)).toBe(1)
  expect(await stateOf(shop, first)).toMatch(/^order held/)
  expect(await stateOf(shop, second)).toBe(PAID)
  expect(shop.lines.filter((line) => line.includes('"reconcile-failed"')).length).toBeGreaterThan(0)
  await reconcilePayments(shop.deps)
  expect(await stateOf(shop, first)).toBe(PAID)
})

it('a payment at the provider with the metadata of another system raises an alarm', async () => {
  const metadata = { 'metadata[order_id]': 'of another system', 'metadata[payment_id]': '7' }
  const intent = await atProvider(shop, 'payment_intents', { amount: '5000', currency: 'usd', ...metadata })
  expect(await recordPayment(shop.deps, intent.id)).toBeUndefined()
  const alarms = shop.lines.filter((line) => line.includes('"payment-unknown"') && line.includes(intent.id))
  expect(alarms).toHaveLength(1)
})
