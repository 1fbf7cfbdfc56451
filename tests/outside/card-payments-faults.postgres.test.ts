import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CardProviderUnavailable, CardRequestRefused } from '#server/outside/card-payments.ts'
import type { CallFaultKind } from '#server/sandbox/stripe/faults.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Cards, openCards } from './open-cards.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Each call of the shop: what it needs, and how often the provider may carry it out. */
const calls = {
  create: {
    prepare: async () => ({ id: '', key: `create ${Math.random()}` }),
    run: (cards: Cards, { key }: Prepared) => cards.newIntent(key),
  },
  retrieve: {
    prepare: async (cards: Cards) => ({ id: (await cards.newIntent()).id, key: '' }),
    run: (cards: Cards, { id }: Prepared) => cards.readIntent(id),
  },
  cancel: {
    prepare: async (cards: Cards) => ({ id: (await cards.newIntent()).id, key: '' }),
    run: (cards: Cards, { id }: Prepared) => cards.cancelIntent(id),
  },
  refund: {
    prepare: async (cards: Cards) => {
      const { id } = await cards.newIntent()
      await cards.pay(id, 'pm_card_visa')
      return { id, key: `refund ${id}` }
    },
    run: (cards: Cards, { id, key }: Prepared) => cards.refund({ intentId: id, idempotencyKey: key }),
  },
  'list-events': {
    prepare: async (cards: Cards) => ({ id: (await cards.newIntent()).id, key: '' }),
    run: (cards: Cards) =>
      cards
        .listEvents({ createdAfter: new Date(0), types: ['payment_intent.created'] })
        [Symbol.asyncIterator]()
        .next(),
  },
} satisfies Record<
  string,
  { prepare(cards: Cards): Promise<Prepared>; run(cards: Cards, it: Prepared): Promise<unknown> }
>
type Prepared = { id: string; key: string }
type Call = keyof typeof calls

/** Sets the fault for one call of a new shop, makes the call, and checks the result. */
async function withFault<T>(
  call: Call,
  kind: CallFaultKind,
  count: number,
  look: (run: () => Promise<unknown>, cards: Cards, it: Prepared) => Promise<T>,
): Promise<T> {
  const cards = await openCards(database, { impatient: kind.startsWith('timeout') })
  const { prepare, run } = calls[call]
  const it = await prepare(cards)
  cards.sandbox.faults.set(call, kind, count, 50)
  try {
    return await look(() => run(cards, it), cards, it)
  } finally {
    await cards.sandbox.stop()
  }
}

const everyCall = Object.keys(calls) as Call[]

describe('a transient fault', () => {
  test.each(['refused', 'timeout-before', 'timeout-after', 'reset', 'nonsense', 'delayed'] as const)(
    'of kind %s does not fail the call',
    async (kind) => {
      await Promise.all(
        everyCall.map((call) =>
          withFault(call, kind, 1, async (run, cards) => {
            expect(await run(), call).toBeDefined()
            expect(cards.sandbox.faults.left(call), call).toBe(0)
          }),
        ),
      )
    },
  )
})

describe('a fault on every attempt', () => {
  test.each([
    ['refused', 2],
    ['timeout-before', 2],
    ['timeout-after', 2],
    ['reset', 2],
    ['429', 1],
    ['nonsense', 2],
  ] as const)(
    'of kind %s fails the call as provider unavailable, and a later call succeeds',
    async (kind, count) => {
      await Promise.all(
        everyCall.map((call) =>
          withFault(call, kind, count, async (run, cards, { id }) => {
            const error = await run().then(
              (answer) => expect.unreachable(`${call} answered ${JSON.stringify(answer)}`),
              (error: unknown) => error,
            )
            expect(error, call).toBeInstanceOf(CardProviderUnavailable)
            expect((error as Error).cause, call).toBeInstanceOf(Error)
            expect(cards.sandbox.faults.left(call), call).toBe(0)
            expect(await run(), call).toBeDefined()
            if (call === 'cancel') expect((await cards.readIntent(id))?.status).toBe('canceled')
            if (call === 'refund') expect((await cards.readIntent(id))?.refundedCents).toBe(44_950)
          }),
        ),
      )
    },
  )

  test.each(['timeout-after', 'reset', 'nonsense'] as const)(
    'of kind %s does not create a payment twice when its responses are lost',
    async (kind) => {
      await withFault('create', kind, 3, async (run, _cards, { key }) => {
        await expect(run()).rejects.toBeInstanceOf(CardProviderUnavailable)
        await run().catch((error) => expect(error).toBeInstanceOf(CardProviderUnavailable))
        await run().catch((error) => expect(error).toBeInstanceOf(CardProviderUnavailable))
        const made = (await run()) as { id: string }
        const { rows } = await database.pool.query<{ id: string }>(
          `select body #>> '{data,object,id}' as id from sandbox_stripe.events
           where type = 'payment_intent.created' and body #>> '{request,idempotency_key}' = $1`,
          [key],
        )
        expect(rows).toEqual([{ id: made.id }])
      })
    },
  )
})

describe('a 500 response, which the provider stores under the idempotency key', () => {
  const unlikely = (answer: unknown) => expect.unreachable(JSON.stringify(answer))

  test('does not fail a call without a key, nor a refund', async () => {
    for (const call of ['retrieve', 'list-events', 'refund'] as const)
      await withFault(call, '500', 1, async (run) => expect(await run(), call).toBeDefined())
  })

  test('fails a cancellation as provider unavailable, and a second call cancels the payment', async () => {
    await withFault('cancel', '500', 1, async (run, cards, { id }) => {
      const error = await run().then(unlikely, (error: unknown) => error)
      expect(error).toBeInstanceOf(CardProviderUnavailable)
      expect(error).not.toBeInstanceOf(CardRequestRefused)
      expect(await run()).toMatchObject({ status: 'canceled' })
      expect((await cards.readIntent(id))?.status).toBe('canceled')
    })
  })

  test('makes the key of a new payment unusable, and another key creates the payment', async () => {
    await withFault('create', '500', 1, async (run, cards) => {
      for (const _time of [1, 2]) {
        const error = await run().then(unlikely, (error: unknown) => error)
        expect(error).toBeInstanceOf(CardRequestRefused)
        expect(error).toMatchObject({ code: 'failure-kept', cause: expect.any(Error) })
      }
      expect(await cards.newIntent()).toMatchObject({ status: 'requires_payment_method' })
    })
  })
})

test('wrong-amount: the amount is passed on unchanged, for the shop to compare', async () => {
  await withFault('retrieve', 'wrong-amount', 1, async (run) => {
    expect(await run()).toMatchObject({ amountCents: 45_050 })
    expect(await run()).toMatchObject({ amountCents: 44_950 })
  })
})

test('a wrong secret key counts as provider unavailable', async () => {
  const cards = await openCards(database)
  const { createStripeCards } = await import('#server/outside/card-payments.stripe.ts')
  const stranger = createStripeCards({
    secretKey: 'sk_test_of_nobody',
    publishableKey: 'pk',
    webhookSecret: 'whsec',
    sandbox: cards.sandbox,
  })
  await expect(stranger.readIntent('pi_1')).rejects.toBeInstanceOf(CardProviderUnavailable)
  await cards.sandbox.stop()
})

test('the sandbox counts as an unavailable provider when its database is closed', async () => {
  const own = await createTestDatabase()
  const cards = await openCards(own)
  await cards.sandbox.stop()
  await own.close()
  await expect(cards.newIntent()).rejects.toBeInstanceOf(CardProviderUnavailable)
})
