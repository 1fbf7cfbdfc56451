import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { makeAdmin, renewToken, signUp } from '#tests/support/people.ts'
import {
  ask,
  begin,
  book,
  type Cast,
  expireHold,
  inAWord,
  laptopState,
  newScene,
  pay,
  type Scene,
} from './scene.ts'

/** How to bring a laptop into each of its states. */
const STATES: Record<string, (scene: Scene) => Promise<unknown>> = {
  available: async () => {},
  advertised: (scene) => ask(scene, scene.seller, 'PUT', `/products/${scene.laptop}`),
  held: begin,
  'held too long': async (scene) => expireHold(await begin(scene)),
  sold: (scene) => ask(scene, scene.seller, 'PUT', `/productsold/${scene.laptop}`),
  paid: (scene) => pay(scene),
  deleted: (scene) => ask(scene, scene.seller, 'DELETE', `/myproduct/${scene.laptop}`),
  'taken down': (scene) => decide(scene, 'taken-down'),
  'seller gone': (scene) => ask(scene, scene.admin, 'DELETE', `/user/${scene.seller.id}`),
}
const decide = (scene: Scene, decision: string) =>
  ask(scene, scene.admin, 'PUT', `/reports/${scene.report}`, { decision, reason: 'Looked at.' })

/** The commands on a laptop. */
const COMMANDS: Record<string, (scene: Scene) => ReturnType<typeof ask>> = {
  order: (scene) => book(scene, scene.stranger),
  'add to the wishlist': (scene) =>
    ask(scene, scene.stranger, 'POST', '/wishlist', { productId: scene.laptop }),
  'begin paying a rival’s order': (scene) =>
    ask(scene, scene.rival, 'POST', '/create-payment-intent', { price: 449.5, bookingId: scene.theirs }),
  'mark as sold': (scene) => ask(scene, scene.seller, 'PUT', `/productsold/${scene.laptop}`),
  'mark as available': (scene) => ask(scene, scene.seller, 'PUT', `/productavailable/${scene.laptop}`),
  'change its price': (scene) =>
    ask(scene, scene.seller, 'PUT', `/productprice/${scene.laptop}`, { currentPrice: '400' }),
  boost: (scene) => ask(scene, scene.seller, 'PUT', `/products/${scene.laptop}`),
  delete: (scene) => ask(scene, scene.seller, 'DELETE', `/myproduct/${scene.laptop}`),
  report: (scene) =>
    ask(scene, scene.stranger, 'POST', '/reports', { productId: scene.laptop, reason: 'Odd.' }),
  'take down': (scene) => decide(scene, 'taken-down'),
  dismiss: (scene) => decide(scene, 'dismissed'),
  'delete its seller': (scene) => ask(scene, scene.admin, 'DELETE', `/user/${scene.seller.id}`),
}

/**
 * The response to each command in each state, in the order of COMMANDS: the number of rows it changed (or its
 * status), or why it is refused; and, after a dash, the laptop's new state, if it changes.
 */
const NOT_FOR_SALE = 'laptop-not-available'
const ANSWERS: Record<string, string[]> = {
  available: [
    ...['201', '201', '200 - held', '1 - sold', '0', '1', '1 - advertised', '1 - deleted'],
    ...['201', '1 - taken down', '1', '1 - seller gone'],
  ],
  advertised: [
    ...['201', '201', '200 - held', '1 - sold', '0', '1', '0', '1 - deleted'],
    ...['201', '1 - taken down', '1', '1 - seller gone'],
  ],
  held: [
    ...['201', '201', ...Array(4).fill('laptop-held'), '1', 'laptop-held'],
    ...['201', '1 - taken down', '1', '1 - seller gone'],
  ],
  'held too long': [
    ...['201', '201', '200 - held', ...Array(3).fill('laptop-held'), '1', 'laptop-held'],
    ...['201', '1 - taken down', '1', '1 - seller gone'],
  ],
  sold: [
    ...[NOT_FOR_SALE, '201', NOT_FOR_SALE, '0', '1 - available', NOT_FOR_SALE, NOT_FOR_SALE, '1 - deleted'],
    ...['201', '1 - taken down', '1', '1'],
  ],
  paid: [
    ...[NOT_FOR_SALE, '201', NOT_FOR_SALE, ...Array(3).fill('already-paid'), NOT_FOR_SALE, 'already-paid'],
    ...['201', 'already-paid', '1', '1'],
  ],
  deleted: [
    ...['not-found', 'not-found', NOT_FOR_SALE, ...Array(5).fill('not-found')],
    ...['not-found', '1 - taken down', '1', '1 - seller gone'],
  ],
  'taken down': [
    ...['not-found', 'not-found', NOT_FOR_SALE, ...Array(5).fill('not-found')],
    ...['not-found', '0', 'already-decided', '1 - seller gone'],
  ],
  'seller gone': [
    ...['not-found', 'not-found', NOT_FOR_SALE, ...Array(5).fill('not-signed-in')],
    ...['not-found', '1', '1', 'not-found'],
  ],
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
  // Rate limits and claims of one test must not affect the next.
  await cast.shop.sql('delete from rate_limits')
  await cast.shop.sql(`update orders set held_until = now() - interval '1 hour' where state = 'held'`)
})
afterAll(() => cast.shop.close())

const list = async (path: string): Promise<string[]> =>
  (await cast.shop.call('GET', `/api/${path}?limit=100`)).body.map(({ _id }: { _id: string }) => _id)

describe.each(Object.entries(STATES))('a laptop in the state “%s”', (state, bring) => {
  it.each(
    Object.keys(COMMANDS).map((command, index) => [command, ANSWERS[state]?.[index] ?? 'missing'] as const),
  )('responds to “%s” with %s', async (command, expected) => {
    const sellerGoes = command === 'delete its seller' || state === 'seller gone'
    const scene = await newScene(cast, { newPeople: sellerGoes })
    await bring(scene)
    expect(await laptopState(scene)).toBe(state)
    const [word, end = state] = expected.split(' - ')
    expect(inAWord(await COMMANDS[command]!(scene))).toBe(word)
    expect(await laptopState(scene)).toBe(end)

    const [{ on_sale, advertised }] = await cast.shop.sql(
      `select status = 'available' and withdrawn_at is null as on_sale,
           advertised_until is not null and advertised_until > now() as advertised from products where id = $1`,
      [scene.laptop],
    )
    expect((await list('products')).includes(scene.laptop)).toBe(on_sale)
    expect((await list('adsproduct')).includes(scene.laptop)).toBe(on_sale && advertised)
  })
})

it('every state has an expected response to every command', () => {
  expect(Object.keys(ANSWERS)).toEqual(Object.keys(STATES))
  for (const answers of Object.values(ANSWERS)) expect(answers).toHaveLength(Object.keys(COMMANDS).length)
})
