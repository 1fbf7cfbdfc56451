import { beginPayment, CARD, payByCard, tell, transactionOf } from '#tests/support/card.ts'
import type { FrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'

/** An order and how far its payment has come; `secret` is empty if none was begun. */
export type Attempt = { laptop: string; id: string; secret: string; intentId: string }
type People = { buyer: Person; seller: Person }

/** A buyer who has ordered nothing yet. */
export async function newBuyer(shop: FrontDoor): Promise<Person> {
  const [buyer] = (await crowd(shop, 'buyer', 1)) as [Person]
  return buyer
}

/** A request to the provider that bypasses the shop, as its owner may make one. */
export async function atProvider(shop: FrontDoor, path: string, fields: Record<string, string> = {}) {
  const request = new Request(`http://provider/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shop.keys.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields),
  })
  const response = await shop.sandbox.fetch(request)
  // biome-ignore lint/suspicious/noExplicitAny: the provider's own objects
  const body = (await response.json()) as any
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(body)}`)
  return body
}

/** An order of a new laptop. */
export async function ordered(shop: FrontDoor, { buyer, seller }: People): Promise<Attempt> {
  const laptop = await putOnSale(shop, seller)
  return { laptop, id: await order(shop, buyer, laptop), secret: '', intentId: '' }
}

/** The same with its payment begun. */
export async function begun(shop: FrontDoor, people: People): Promise<Attempt> {
  const attempt = await ordered(shop, people)
  const { status, body } = await beginPayment(shop, people.buyer, attempt.id)
  if (status !== 200) throw new Error(`The payment was not begun: ${status} ${JSON.stringify(body)}`)
  return { ...attempt, secret: body.client_secret, intentId: transactionOf(body.client_secret) }
}

async function paying(shop: FrontDoor, people: People, card: string): Promise<Attempt> {
  const attempt = await begun(shop, people)
  await payByCard(shop, attempt.secret, card)
  return attempt
}

/** The shop never requests a mere authorisation, so the provider is given one in place of the payment. */
async function authorised(shop: FrontDoor, people: People): Promise<Attempt> {
  const attempt = await begun(shop, people)
  const [payment] = await shop.sql('select id from payments where order_id = $1', [attempt.id])
  const intent = await atProvider(shop, 'payment_intents', {
    amount: '44950',
    currency: 'usd',
    capture_method: 'manual',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    'metadata[order_id]': attempt.id,
    'metadata[payment_id]': payment?.id,
  })
  await shop.sql('update payments set intent_id = $2 where id = $1', [payment?.id, intent.id])
  return { ...attempt, secret: intent.client_secret, intentId: intent.id }
}

/**
 * Brings an order's payment into a state, some of which only the provider knows of. The sandbox must be stopped:
 * nothing is settled by itself, and no event is sent.
 */
export const bring = {
  'not begun': ordered,
  'waiting for a card': begun,
  declined: (shop, people) => paying(shop, people, CARD.declined),
  'waiting to be confirmed': async (shop, people) => {
    const attempt = await begun(shop, people)
    await atProvider(shop, `payment_intents/${attempt.intentId}`, { payment_method: 'pm_card_visa' })
    return attempt
  },
  'waiting for 3-D Secure': (shop, people) => paying(shop, people, CARD.authenticate),
  'being processed': (shop, people) => paying(shop, people, CARD.processing),
  'authorised only': authorised,
  'succeeded, unknown to the shop': (shop, people) => paying(shop, people, CARD.good),
  succeeded: async (shop, people) => {
    const attempt = await paying(shop, people, CARD.good)
    await tell(shop, people.buyer, attempt.id, attempt.secret)
    return attempt
  },
  'canceled, unknown to the shop': async (shop, people) => {
    const attempt = await begun(shop, people)
    await atProvider(shop, `payment_intents/${attempt.intentId}/cancel`)
    return attempt
  },
} satisfies Record<string, (shop: FrontDoor, people: People) => Promise<Attempt>>
export type State = keyof typeof bring

/** The state of an attempt in one line: the order, the laptop, its last payment, and the provider's state. */
export async function stateOf(shop: FrontDoor, { laptop, id }: Attempt): Promise<string> {
  const [row] = await shop.sql(
    `select coalesce(o.state, 'gone') as "order", p.id as payment, coalesce(p.state, '-') as paid,
       case when l.withdrawn_at is null then l.status else 'withdrawn' end as laptop, i.body->>'status' as provider
     from products l
     left join orders o on o.id = $2
     left join payments p on p.product_id = l.id and p.attempt = (select max(attempt) from payments where product_id = l.id)
     left join sandbox_stripe.intents i on i.id = p.intent_id
     where l.id = $1`,
    [laptop, id],
  )
  return [`order ${row?.order}`, `laptop ${row?.laptop}`, `payment ${row?.paid}`, row?.provider ?? '-'].join(
    ', ',
  )
}
