import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { CARD, expectReconciled } from '#tests/support/card.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { makeAdmin, renewToken, signUp } from '#tests/support/people.ts'
import {
  ask,
  begin,
  book,
  type Cast,
  expireHold,
  inAWord,
  newScene,
  orderState,
  pay,
  type Scene,
} from './scene.ts'

/** How to bring an order into each of its states; `as` is the state of its row then. */
const STATES: Record<string, { as: string; bring: (scene: Scene) => Promise<unknown> }> = {
  open: { as: 'open', bring: async () => {} },
  held: { as: 'held', bring: (scene) => begin(scene) },
  declined: { as: 'held', bring: (scene) => begin(scene, CARD.declined) },
  'held too long': {
    as: 'held too long',
    async bring(scene) {
      const begun = await begin(scene)
      await expireHold(begun)
      return begun
    },
  },
  'being processed': {
    as: 'held',
    async bring(scene) {
      // Otherwise it would be settled after a while.
      await scene.shop.sandbox.stop()
      const begun = await begin(scene, CARD.processing)
      await scene.shop.sql(
        `update sandbox_stripe.intents set finishes_at = now() + interval '1 hour' where finishes_at is not null`,
      )
      await scene.shop.sandbox.start()
      return begun
    },
  },
  'paid, but not reported': {
    as: 'held',
    async bring(scene) {
      scene.shop.sandbox.faults.set('deliver', 'dropped', 20)
      const begun = await begin(scene, CARD.good)
      await scene.shop.sandbox.settled()
      scene.shop.sandbox.faults.clear()
      return begun
    },
  },
  paid: { as: 'paid', bring: (scene) => pay(scene) },
  'for a laptop sold elsewhere': {
    as: 'open',
    bring: (scene) => ask(scene, scene.seller, 'PUT', `/productsold/${scene.laptop}`).then(() => undefined),
  },
  'for a laptop sold to another': { as: 'open', bring: (scene) => pay(scene, 'rival').then(() => undefined) },
  'for a laptop deleted': {
    as: 'open',
    bring: (scene) => ask(scene, scene.seller, 'DELETE', `/myproduct/${scene.laptop}`).then(() => undefined),
  },
}

/** The commands on it, with the transaction of its state. */
const COMMANDS: Record<string, (scene: Scene) => ReturnType<typeof ask>> = {
  'read it': (scene) => ask(scene, scene.buyer, 'GET', `/booking/${scene.mine}`),
  'begin to pay': (scene) =>
    ask(scene, scene.buyer, 'POST', '/create-payment-intent', { price: 449.5, bookingId: scene.mine }),
  'report it as paid': (scene) =>
    ask(scene, scene.buyer, 'POST', '/paymentinfo', {
      name: 'x',
      price: 449.5,
      transactionId: scene.transactionId,
      bookingId: scene.mine,
    }),
  'order again': (scene) => book(scene, scene.buyer),
  delete: (scene) => ask(scene, scene.buyer, 'DELETE', `/myorders/${scene.mine}`),
  'delete its buyer': (scene) => ask(scene, scene.admin, 'DELETE', `/user/${scene.buyer.id}`),
  'delete its seller': (scene) => ask(scene, scene.admin, 'DELETE', `/user/${scene.seller.id}`),
}

/** The response to each command in each state, as for laptops; then the order's new state, if it changes. */
const GONE = 'laptop-not-available'
const NOT_PAID = 'payment-not-succeeded'
const IN_FLIGHT = 'payment-in-flight'
const ANSWERS: Record<string, string[]> = {
  open: ['200', '200 - held', NOT_PAID, '200', '1 - gone', '1 - gone', '1'],
  held: ['200', '200', NOT_PAID, '200', '1 - gone', '1 - gone', '1 - open'],
  declined: ['200', '200', NOT_PAID, '200', '1 - gone', '1 - gone', '1 - open'],
  'held too long': ['200', '200 - held', NOT_PAID, '200', '1 - gone', '1 - gone', '1 - open'],
  'being processed': ['200', IN_FLIGHT, IN_FLIGHT, '200', IN_FLIGHT, IN_FLIGHT, IN_FLIGHT],
  'paid, but not reported': [
    ...['200', 'already-paid - paid', '200 - paid', '200', 'already-paid - paid'],
    ...['1 - paid, nobody’s', '1 - paid'],
  ],
  paid: ['200', 'already-paid', '200', '200', 'already-paid', '1 - paid, nobody’s', '1'],
  'for a laptop sold elsewhere': ['200', GONE, NOT_PAID, GONE, '1 - gone', '1 - gone', '1'],
  'for a laptop sold to another': ['200', GONE, NOT_PAID, GONE, '1 - gone', '1 - gone', '1'],
  'for a laptop deleted': ['200', GONE, NOT_PAID, 'not-found', '1 - gone', '1 - gone', '1'],
}

let cast: Cast
beforeAll(async () => {
  const shop = await openFrontDoor()
  const admin = await makeAdmin(shop)
  const seller = await signUp(shop, 'seller')
  const [buyer, rival, stranger] = [
    await signUp(shop, 'buyer'),
    await signUp(shop, 'buyer'),
    await signUp(shop, 'buyer'),
  ]
  cast = { shop, seller, admin: { ...admin, token: await renewToken(shop, admin) }, buyer, rival, stranger }
})
beforeEach(async () => {
  await cast.shop.sql('delete from rate_limits')
  await cast.shop.sql(`update orders set held_until = now() - interval '1 hour' where state = 'held'`)
})
afterAll(async () => {
  // The shop reconciles the payments that were not reported to it.
  cast.shop.pass({ minutes: 1 })
  await reconcilePayments(cast.shop.deps)
  const marked = await cast.shop.sql(
    `select id from products p where status = 'sold'
     and not exists (select from orders where product_id = p.id and state = 'paid')`,
  )
  await expectReconciled(
    cast.shop,
    marked.map(({ id }) => id),
  )
  await cast.shop.close()
})

describe.each(Object.entries(STATES))('an order in the state “%s”', (state, { as, bring }) => {
  it.each(
    Object.keys(COMMANDS).map((command, index) => [command, ANSWERS[state]?.[index] ?? 'missing'] as const),
  )('responds to “%s” with %s', async (command, expected) => {
    // A payment that is being processed cannot be canceled, and one buyer holds three laptops at most.
    const newPeople = command.startsWith('delete its') || state === 'being processed'
    const made = await newScene(cast, { newPeople })
    const scene = ((await bring(made)) as Scene | undefined) ?? made
    expect(await orderState(scene)).toBe(as)
    const [word, end = as] = expected.split(' - ')
    expect(inAWord(await COMMANDS[command]!(scene))).toBe(word)
    expect(await orderState(scene)).toBe(end)
  })
})

it('every state has an expected response to every command', () => {
  expect(Object.keys(ANSWERS)).toEqual(Object.keys(STATES))
  for (const answers of Object.values(ANSWERS)) expect(answers).toHaveLength(Object.keys(COMMANDS).length)
})
