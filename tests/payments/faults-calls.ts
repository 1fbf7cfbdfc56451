import { expect } from 'vitest'
import { beginPayment, CARD, payByCard, tell, transactionOf } from '#tests/support/card.ts'
import type { Answer, FrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import type { Person } from '#tests/support/people.ts'
import { tellByEvent } from '#tests/support/signed-event.ts'
import type { Target } from './faults-provider.ts'

export type People = { seller: Person; buyer: Person; rival: Person }
/** `secret` is that of the order's payment; `theirs` another buyer's order of the same laptop, if there is one. */
export type Dealing = People & { shop: FrontDoor; laptop: string; id: string; secret: string; theirs: string }

/** A call of the shop that uses the provider: what fails, what is done meanwhile and again, and how it ends. */
type FaultyCall = {
  prepare(dealing: Dealing): Promise<void>
  target(dealing: Dealing): Target
  ask(dealing: Dealing): Promise<Answer>
  /** How the order ends, once provider and shop agree again. */
  ends: 'paid' | 'gone' | 'unpaid'
}

/** An order of a new laptop. */
export async function newDealing(shop: FrontDoor, people: People): Promise<Dealing> {
  const laptop = await putOnSale(shop, people.seller)
  return { ...people, shop, laptop, id: await order(shop, people.buyer, laptop), theirs: '', secret: '' }
}

async function begin(dealing: Dealing): Promise<Answer> {
  const answer = await beginPayment(dealing.shop, dealing.buyer, dealing.id)
  dealing.secret = answer.body.client_secret ?? ''
  return answer
}

async function pay(dealing: Dealing): Promise<void> {
  expect((await begin(dealing)).status).toBe(200)
  expect((await payByCard(dealing.shop, dealing.secret, CARD.good)).status).toBe('succeeded')
}

const told = ({ shop, buyer, id, secret }: Dealing) => tell(shop, buyer, id, secret)

const intents = '^/v1/payment_intents'
const reading = ({ secret }: Dealing): Target => ({
  method: 'GET',
  path: new RegExp(`${intents}/\\w+$`),
  about: transactionOf(secret),
})
const canceling = ({ secret }: Dealing): Target => ({
  method: 'POST',
  path: new RegExp(`${intents}/\\w+/cancel$`),
  about: transactionOf(secret),
})

export const CALLS: Record<string, FaultyCall> = {
  'beginning to pay: payment created': {
    prepare: async () => {},
    target: ({ id }) => ({ method: 'POST', path: new RegExp(`${intents}$`), about: id }),
    ask: begin,
    ends: 'paid',
  },
  'opening the payment page again: payment read': {
    prepare: async (dealing) => void (await begin(dealing)),
    target: reading,
    ask: begin,
    ends: 'paid',
  },
  'telling the shop of a charge: payment read': {
    prepare: pay,
    target: reading,
    ask: told,
    ends: 'paid',
  },
  'the event of a charge: payment read': {
    prepare: pay,
    target: reading,
    ask: ({ shop, secret }) => tellByEvent(shop, transactionOf(secret)),
    ends: 'paid',
  },
  'deleting the order: payment canceled': {
    prepare: async (dealing) => void (await begin(dealing)),
    target: canceling,
    ask: ({ shop, buyer, id }) => shop.call('DELETE', `/api/myorders/${id}`, { token: buyer.token }),
    ends: 'gone',
  },
  'another buyer’s turn after the claim expired: payment canceled': {
    prepare: async (dealing) => {
      dealing.theirs = await order(dealing.shop, dealing.rival, dealing.laptop)
      await begin(dealing)
      const past = `update orders set held_until = now() - interval '1 minute' where id = $1`
      await dealing.shop.sql(past, [dealing.id])
    },
    target: canceling,
    ask: ({ shop, rival, theirs }) => beginPayment(shop, rival, theirs),
    ends: 'unpaid',
  },
  'telling the shop of a payment that comes too late: payment refunded': {
    prepare: async (dealing) => {
      await pay(dealing)
      const sold = `update products set status = 'sold', sold_at = now() where id = $1`
      await dealing.shop.sql(sold, [dealing.laptop])
    },
    target: ({ secret }) => ({ method: 'POST', path: /^\/v1\/refunds$/, about: transactionOf(secret) }),
    ask: told,
    ends: 'unpaid',
  },
}
