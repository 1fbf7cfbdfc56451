import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportPayment } from '#server/payments/report-payment.ts'
import type { Caller } from '#server/sign-in/caller.ts'
import { beginPayment, expectReconciled, tell } from '#tests/support/card.ts'
import { type Answer, type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { expectInvariants } from '#tests/support/invariants.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { tellByEvent } from '#tests/support/signed-event.ts'
import { type Attempt, bring, type State, stateOf } from './bring.ts'

type Cell = { shop: FrontDoor; buyer: Person; seller: Person; admin: Person; attempt: Attempt }

/** What others may do while an order is being paid. */
const COMMANDS = {
  'the page is reloaded': ({ shop, buyer, attempt }) => beginPayment(shop, buyer, attempt.id),
  'the page reports the payment': ({ shop, buyer, attempt }) =>
    tell(shop, buyer, attempt.id, attempt.secret || 'pi_made_up_secret_x'),
  'the provider sends its event': ({ shop, attempt }) => tellByEvent(shop, attempt.intentId || 'pi_made_up'),
  'the buyer deletes the order': ({ shop, buyer, attempt }) =>
    shop.call('DELETE', `/api/myorders/${attempt.id}`, { token: buyer.token }),
  'the seller deletes the laptop': ({ shop, seller, attempt }) =>
    shop.call('DELETE', `/api/myproduct/${attempt.laptop}`, { token: seller.token }),
  'the seller sets the laptop available': ({ shop, seller, attempt }) =>
    shop.call('PUT', `/api/productavailable/${attempt.laptop}`, { token: seller.token }),
  'the seller marks the laptop as sold': ({ shop, seller, attempt }) =>
    shop.call('PUT', `/api/productsold/${attempt.laptop}`, { token: seller.token }),
  'an admin deletes the buyer': ({ shop, buyer, admin }) =>
    shop.call('DELETE', `/api/user/${buyer.id}`, { token: admin.token }),
  'an admin deletes the seller': ({ shop, seller, admin }) =>
    shop.call('DELETE', `/api/user/${seller.id}`, { token: admin.token }),
} satisfies Record<string, (cell: Cell) => Promise<Answer>>
type Command = keyof typeof COMMANDS

const at = (order: string, laptop: string, payment: string, provider: string) =>
  `order ${order}, laptop ${laptop}, payment ${payment}, ${provider}`
const PAID = at('paid', 'sold', 'succeeded', 'succeeded')
const GONE = at('gone', 'available', 'canceled', 'canceled')
const LET_GO = at('open', 'available', 'canceled', 'canceled')
const WITHDRAWN = at('open', 'withdrawn', 'canceled', 'canceled')
const AGAIN = at('held', 'available', 'open', 'requires_payment_method')
const unpaid = (provider: string) => at('held', 'available', 'open', provider)

/** The expected answer, and the final states of order, laptop and payment; without these, nothing changes. */
type Expected = [answer: string, end?: string]
const HELD = {
  deletes: ['409 laptop-held'],
  available: ['409 laptop-held'],
  sold: ['409 laptop-held'],
} as const

const row = (
  reload: Expected,
  page: Expected,
  event: Expected,
  del: Expected,
  seller: { deletes: Readonly<Expected>; available: Readonly<Expected>; sold: Readonly<Expected> },
  buyerGoes: Expected,
  sellerGoes: Expected,
): Record<Command, Readonly<Expected>> => ({
  'the page is reloaded': reload,
  'the page reports the payment': page,
  'the provider sends its event': event,
  'the buyer deletes the order': del,
  'the seller deletes the laptop': seller.deletes,
  'the seller sets the laptop available': seller.available,
  'the seller marks the laptop as sold': seller.sold,
  'an admin deletes the buyer': buyerGoes,
  'an admin deletes the seller': sellerGoes,
})

const NOT_PAID = '409 payment-not-succeeded'
const IN_FLIGHT = '409 payment-in-flight'
const waiting = row(['200'], [NOT_PAID], ['200'], ['200', GONE], HELD, ['200', GONE], ['200', WITHDRAWN])

const TABLE: Record<State, { begins: string; row: Record<Command, Readonly<Expected>> }> = {
  'not begun': {
    begins: at('open', 'available', '-', '-'),
    row: row(
      ['200', AGAIN],
      [NOT_PAID],
      ['200'],
      ['200', at('gone', 'available', '-', '-')],
      {
        deletes: ['200', at('open', 'withdrawn', '-', '-')],
        available: ['200'],
        sold: ['200', at('open', 'sold', '-', '-')],
      },
      ['200', at('gone', 'available', '-', '-')],
      ['200', at('open', 'withdrawn', '-', '-')],
    ),
  },
  'waiting for a card': { begins: unpaid('requires_payment_method'), row: waiting },
  declined: { begins: unpaid('requires_payment_method'), row: waiting },
  'waiting to be confirmed': { begins: unpaid('requires_confirmation'), row: waiting },
  'waiting for 3-D Secure': { begins: unpaid('requires_action'), row: waiting },
  'being processed': {
    begins: unpaid('processing'),
    row: row([IN_FLIGHT], [IN_FLIGHT], ['200'], [IN_FLIGHT], HELD, [IN_FLIGHT], [IN_FLIGHT]),
  },
  'authorised only': {
    begins: unpaid('requires_capture'),
    row: row(
      ['200', AGAIN],
      [NOT_PAID, LET_GO],
      ['200', LET_GO],
      ['200', GONE],
      HELD,
      ['200', GONE],
      ['200', WITHDRAWN],
    ),
  },
  'succeeded, unknown to the shop': {
    begins: unpaid('succeeded'),
    row: row(
      ['409 already-paid', PAID],
      ['200', PAID],
      ['200', PAID],
      ['409 already-paid', PAID],
      HELD,
      ['200', PAID],
      ['200', PAID],
    ),
  },
  succeeded: {
    begins: PAID,
    row: row(
      ['409 already-paid'],
      ['200'],
      ['200'],
      ['409 already-paid'],
      { deletes: ['409 already-paid'], available: ['409 already-paid'], sold: ['409 already-paid'] },
      ['200'],
      ['200'],
    ),
  },
  'canceled, unknown to the shop': {
    begins: unpaid('canceled'),
    row: row(
      ['200', AGAIN],
      [NOT_PAID, LET_GO],
      ['200', LET_GO],
      ['200', GONE],
      HELD,
      ['200', GONE],
      ['200', WITHDRAWN],
    ),
  },
}

let shop: FrontDoor
let admin: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  await shop.sandbox.stop()
  ;[admin] = (await crowd(shop, 'admin', 1)) as [Person]
})
afterAll(async () => {
  await expectReconciled(shop)
  await shop.close()
})

describe.each(Object.keys(TABLE) as State[])('a payment that is %s', (state) => {
  const { begins, row } = TABLE[state]
  it.each(Object.keys(COMMANDS) as Command[])(
    'gets the response and the states of the table when %s',
    async (command) => {
      const [answer, end = begins] = row[command]
      const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
      const [seller] = (await crowd(shop, 'seller', 1)) as [Person]
      const attempt = await bring[state](shop, { buyer, seller })
      expect(await stateOf(shop, attempt)).toBe(begins)
      const { status, body } = await COMMANDS[command]({ shop, buyer, seller, admin, attempt })
      expect({ answer: [status, body.code].join(' ').trim(), end: await stateOf(shop, attempt) }).toEqual({
        answer,
        end,
      })
      // Whatever was done meanwhile, the shop learns the truth in the end.
      if (attempt.intentId) await tellByEvent(shop, attempt.intentId)
      await expectInvariants(shop, { laptops: [attempt.laptop] })
    },
  )
})

it('a payment read as processing is reported as succeeded when its success was recorded since', async () => {
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  const [seller] = (await crowd(shop, 'seller', 1)) as [Person]
  const { id, intentId } = await bring.succeeded(shop, { buyer, seller })
  const { cards } = shop.deps
  const readIntent: typeof cards.readIntent = async (asked) => {
    const intent = await cards.readIntent(asked)
    return intent && { ...intent, status: 'processing' }
  }
  const deps = { ...shop.deps, cards: { ...cards, readIntent } }
  const who = { id: buyer.id, email: buyer.email } as Caller
  const told = { bookingId: id, transactionId: intentId }
  expect(await reportPayment(deps, who, told)).toMatchObject({ state: 'succeeded' })
})
