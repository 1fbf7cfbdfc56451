import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { forgetOldEvents } from '#server/payments/forget-old-events.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { atProvider } from './bring.ts'

/*
 * Events that the shop has acknowledged and then lost, because its database is an older one, from a backup or from a
 * standby that had lagged. They are read again from the last recorded position.
 */

const DAYS = 24 * 60

let shop: FrontDoor
/** The times, in seconds, from which the shop has requested events from the provider. */
const askedFrom: number[] = []
/** A payment whose secret the provider does not give out. */
let foreign = ''
/** Whether the provider marks its events as live mode. */
let live = false
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  shop = await openFrontDoor({
    between: (sandbox) => ({
      async fetch(request) {
        const { pathname, searchParams } = new URL(request.url)
        if (pathname === '/v1/events') askedFrom.push(Number(searchParams.get('created[gte]')))
        const answer = await sandbox.fetch(request)
        if (live && pathname === '/v1/events') {
          const list = await answer.json()
          return Response.json({
            ...list,
            data: list.data.map((event: object) => ({ ...event, livemode: true })),
          })
        }
        const isForeign = foreign !== '' && pathname === `/v1/payment_intents/${foreign}`
        return isForeign ? Response.json({ ...(await answer.json()), client_secret: null }) : answer
      },
    }),
  })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

const now = () => Math.floor(shop.deps.clock().getTime() / 1000)
const MARK = `key = 'card-events-read-until'`
const readMark = async () => (await shop.sql(`select value from shop_facts where ${MARK}`))[0]?.value
const setMark = (value: string) => shop.sql(`update shop_facts set value = $1 where ${MARK}`, [value])

/** A payment for an order that this database does not have. */
async function paidAndForgotten(): Promise<string> {
  shop.sandbox.faults.set('deliver', 'dropped', 50)
  const [order, payment] = [newId(shop.deps.clock()), newId(shop.deps.clock())]
  const { id, status } = await atProvider(shop, 'payment_intents', {
    amount: '44950',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    'metadata[order_id]': order,
    'metadata[payment_id]': payment,
  })
  expect(status).toBe('succeeded')
  await shop.sandbox.settled()
  shop.sandbox.faults.clear()
  return id
}

const alarms = (intentId: string) =>
  shop.lines.filter((line) => line.includes('"payment-unknown"') && line.includes(intentId)).length

it('events are read three days back at first, then from ten minutes before the newest one', async () => {
  await reconcilePayments(shop.deps)
  shop.pass({ minutes: 1 })
  await reconcilePayments(shop.deps)
  expect(askedFrom.at(-1)).toBe(now() - 3 * DAYS * 60)
  const happened = now()
  await paidAndForgotten()
  for (let reading = 1; reading <= 3; reading++) {
    shop.pass({ minutes: 5 })
    await reconcilePayments(shop.deps)
  }
  expect(askedFrom.at(-1)).toBe(happened - 10 * 60)
})

it('a payment unknown to a restored database raises one alarm, however long ago it was made', async () => {
  const ofTheBackup = await readMark()
  const intentId = await paidAndForgotten()
  await reconcilePayments(shop.deps)
  expect(alarms(intentId)).toBe(1)
  shop.pass({ minutes: 20 * DAYS })
  await setMark(ofTheBackup)
  await shop.sql('delete from payment_events where intent_id = $1', [intentId])
  await reconcilePayments(shop.deps)
  await reconcilePayments(shop.deps)
  expect(alarms(intentId)).toBe(2)
})

it('an event that could not be recorded is read again', async () => {
  const before = await readMark()
  const intentId = await paidAndForgotten()
  shop.sandbox.faults.set('retrieve', 'refused', 2)
  expect(await reconcilePayments(shop.deps)).toBe(1)
  expect([alarms(intentId), await readMark()]).toEqual([0, before])
  shop.sandbox.faults.clear()
  expect(await reconcilePayments(shop.deps)).toBe(0)
  expect(alarms(intentId)).toBe(1)
  expect(await readMark()).not.toBe(before)
})

it('an event of a payment without a client secret does not hold up the reading of events', async () => {
  shop.pass({ minutes: 1 })
  foreign = await paidAndForgotten()
  expect(await reconcilePayments(shop.deps)).toBe(0)
  expect(Date.parse(await readMark())).toBe(now() * 1000)
})

it('an event of the other mode of the provider is ignored', async () => {
  live = true
  const intentId = await paidAndForgotten()
  await reconcilePayments(shop.deps)
  live = false
  expect(alarms(intentId)).toBe(0)
})

it('an event during a clock that is a day ahead is read once the clock is right', async () => {
  const ahead = () => new Date(shop.deps.clock().getTime() + DAYS * 60_000)
  await reconcilePayments({ ...shop.deps, clock: ahead })
  const intentId = await paidAndForgotten()
  shop.pass({ minutes: 60 })
  await reconcilePayments(shop.deps)
  expect(alarms(intentId)).toBe(1)
})

it('events are read up to now after the clock was set back', async () => {
  await setMark(new Date(shop.deps.clock().getTime() + 60 * 60_000).toISOString())
  await reconcilePayments(shop.deps)
  expect(askedFrom.at(-1)).toBe(now() - 10 * 60)
})

it('received events are remembered for sixty days', async () => {
  const now = shop.deps.clock().getTime()
  for (const [id, days] of [
    ['evt_old', 61],
    ['evt_young', 59],
  ] as const)
    await shop.sql(
      `insert into payment_events (event_id, type, received_at) values ($1, 'refund.failed', $2)`,
      [id, new Date(now - days * DAYS * 60_000)],
    )
  await forgetOldEvents(shop.deps)
  expect(
    await shop.sql(`select event_id from payment_events where event_id in ('evt_old', 'evt_young')`),
  ).toEqual([{ event_id: 'evt_young' }])
})
