import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, openBench } from './open-sandbox.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const paidWith = (payment_method: string) => bench.newIntent({ confirm: true, payment_method })
const refund = (id: string, more: object = {}) => bench.stripe.refunds.create({ payment_intent: id, ...more })
async function chargeOf(id: string) {
  const { latest_charge } = await bench.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  return latest_charge
}

test('a refund without an amount refunds everything and sends its events', async () => {
  const { id } = await paidWith('pm_card_visa')
  const made = await refund(id, { reason: 'requested_by_customer', metadata: { why: 'sold before' } })
  expect(made).toMatchObject({
    status: 'succeeded',
    amount: 44_950,
    payment_intent: id,
    reason: 'requested_by_customer',
    metadata: { why: 'sold before' },
  })
  expect(await chargeOf(id)).toMatchObject({ refunded: true, amount_refunded: 44_950 })
  await bench.sandbox.settled()
  expect(bench.told(id).slice(-2)).toEqual(['refund.created', 'charge.refunded'])
  expect((await bench.stripe.refunds.retrieve(made.id)).id).toBe(made.id)
})

test('partial refunds are possible up to the charged amount', async () => {
  const { id } = await paidWith('pm_card_visa')
  await refund(id, { amount: 40_000 })
  expect(await chargeOf(id)).toMatchObject({ refunded: false, amount_refunded: 40_000 })
  await expect(refund(id, { amount: 4_951 })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    param: 'amount',
    message: 'Refund amount ($49.51) is greater than unrefunded amount on charge ($49.50)',
  })
  expect((await refund(id)).amount).toBe(4_950)
  await expect(refund(id)).rejects.toMatchObject({ code: 'charge_already_refunded' })
  const { data } = await bench.stripe.refunds.list({ payment_intent: id })
  expect(data.map(({ amount }) => amount)).toEqual([4_950, 40_000])
})

test('concurrent refunds do not exceed the charged amount', async () => {
  const { id } = await paidWith('pm_card_visa')
  const tries = await Promise.allSettled([1, 2, 3].map(() => refund(id, { amount: 20_000 })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 40_000 })
})

test('a refund can name the charge, and an unknown one gets a 404', async () => {
  const { latest_charge } = await paidWith('pm_card_visa')
  expect((await bench.stripe.refunds.create({ charge: latest_charge as string })).status).toBe('succeeded')
  await expect(bench.stripe.refunds.create({ charge: 'ch_none' })).rejects.toMatchObject({ statusCode: 404 })
  await expect(bench.stripe.refunds.create({})).rejects.toMatchObject({ code: 'parameter_missing' })
})

describe('refunds that change by themselves', () => {
  test('4000000000007726: pending, then succeeded', async () => {
    const { id } = await paidWith('pm_card_pendingRefund')
    const made = await refund(id)
    expect(made.status).toBe('pending')
    await bench.sandbox.settled()
    expect((await bench.stripe.refunds.retrieve(made.id)).status).toBe('pending')
    bench.pass(3_000)
    await bench.sandbox.settled()
    expect((await bench.stripe.refunds.retrieve(made.id)).status).toBe('succeeded')
    expect(await chargeOf(id)).toMatchObject({ refunded: true })
    expect(bench.told(id).at(-1)).toBe('refund.updated')
  })

  test('4000000000005126: succeeded, then failed, and the money is not refunded', async () => {
    const { id } = await paidWith('pm_card_refundFail')
    const made = await refund(id)
    expect(made.status).toBe('succeeded')
    bench.pass(3_000)
    await bench.sandbox.settled()
    expect(await bench.stripe.refunds.retrieve(made.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(await chargeOf(id)).toMatchObject({ refunded: false, amount_refunded: 0 })
    expect(bench.told(id).slice(-2)).toEqual(['refund.updated', 'refund.failed'])
  })

  test('change once, however much time passes', async () => {
    const { id } = await paidWith('pm_card_pendingRefund')
    await refund(id)
    for (const _ of [1, 2, 3]) {
      bench.pass(3_000)
      await bench.sandbox.settled()
    }
    expect(bench.told(id).filter((type) => type === 'refund.updated')).toHaveLength(1)
  })
})

describe('disputed payments', () => {
  test.each(['pm_card_createDispute', 'pm_card_createDisputeProductNotReceived'])(
    '%s cannot be refunded',
    async (method) => {
      const { id } = await paidWith(method)
      await expect(refund(id)).rejects.toMatchObject({ code: 'charge_disputed' })
    },
  )

  test('one that is only inquired about can be refunded', async () => {
    const { id } = await paidWith('pm_card_createDisputeInquiry')
    expect((await refund(id)).status).toBe('succeeded')
  })
})
