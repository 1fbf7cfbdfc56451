import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginPayment, CARD, expectReconciled, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { type Attempt, begun, newBuyer, ordered } from './bring.ts'

/* Answers about a payment that the shop cannot understand. */

let change: (() => object) | undefined

let shop: FrontDoor
let seller: Person
let other: Attempt
beforeAll(async () => {
  shop = await openFrontDoor({
    between: (sandbox) => ({
      async fetch(request) {
        const answer = await sandbox.fetch(request)
        if (!change || !request.url.includes('/v1/payment_intents')) return answer
        return Response.json({ ...(await answer.json()), ...change() }, { headers: answer.headers })
      },
    }),
  })
  await shop.sandbox.stop()
  ;[seller] = (await crowd(shop, 'seller', 1)) as [Person]
  other = await begun(shop, { buyer: await newBuyer(shop), seller })
})
afterAll(async () => {
  await expectReconciled(shop)
  await shop.close()
})

const named = (id: string) => ({ id, client_secret: `${id}_secret_1` })
const LONG = crypto.getRandomValues(Buffer.alloc(5_000)).toString('hex')

const FORMS: [string, () => object][] = [
  ['the ID of another’s payment', () => named(other.intentId)],
  ['an empty ID', () => named('')],
  ['an ID of another form', () => named('seti_1')],
  ['an ID that contains NUL', () => named('pi_\0')],
  ['an ID that no index holds', () => named(`pi_${LONG}`)],
  ['a decline that contains NUL', () => ({ last_payment_error: { type: 'card_error', message: '\0' } })],
]

/** A call during which the provider's answers are changed: 503, and an alarm that says what is wrong. */
async function misunderstood(changed: () => object, call: () => ReturnType<typeof tell>) {
  const before = shop.lines.length
  change = changed
  const answer = await call().finally(() => {
    change = undefined
  })
  expect(answer).toMatchObject({ status: 503, body: { code: 'card-provider-unavailable' } })
  const alarms = shop.lines.slice(before).map((line) => JSON.parse(line))
  const cause = { message: expect.stringMatching(/another|"id"|"last_payment_error"/) }
  expect(alarms).toContainEqual(
    expect.objectContaining({
      event: 'card-provider-unavailable',
      err: expect.objectContaining({ cause: expect.objectContaining(cause) }),
    }),
  )
}

it.each(FORMS)(
  'a new payment with %s is a 503, and is begun once the answer is right',
  async (_what, form) => {
    const buyer = await newBuyer(shop)
    const attempt = await ordered(shop, { buyer, seller })
    await misunderstood(form, () => beginPayment(shop, buyer, attempt.id))
    expect((await beginPayment(shop, buyer, attempt.id)).status).toBe(200)
  },
)

it.each(FORMS)(
  'a payment read with %s is a 503, and is recorded once the answer is right',
  async (_what, form) => {
    const buyer = await newBuyer(shop)
    const attempt = await begun(shop, { buyer, seller })
    await payByCard(shop, attempt.secret, CARD.good)
    await misunderstood(form, () => tell(shop, buyer, attempt.id, attempt.secret))
    expect((await tell(shop, buyer, attempt.id, attempt.secret)).status).toBe(200)
  },
)
