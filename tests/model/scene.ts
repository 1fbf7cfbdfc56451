import { beginPayment, CARD, payByCard, tell, transactionOf } from '#tests/support/card.ts'
import type { Answer, FrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, order, putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'

/** The people of a shop whose laptops and orders are brought into each of their states. */
export type Cast = {
  shop: FrontDoor
  seller: Person
  admin: Person
  /** Orders the laptop and brings it into its state. */
  buyer: Person
  /** Has ordered it too, before. */
  rival: Person
  /** Has not ordered it. */
  stranger: Person
}

/** A laptop with an order of the buyer's and one of the rival's, and an open report. */
export type Scene = Cast & {
  laptop: string
  mine: string
  theirs: string
  report: string
  transactionId: string
}

/** A new laptop, available, with two orders and one report. */
export async function newScene(cast: Cast, { newPeople = false } = {}): Promise<Scene> {
  const { shop } = cast
  const seller = newPeople ? await signUp(shop, 'seller') : cast.seller
  const buyer = newPeople ? await signUp(shop, 'buyer') : cast.buyer
  const laptop = await putOnSale(shop, seller)
  const [mine, theirs] = [await order(shop, buyer, laptop), await order(shop, cast.rival, laptop)]
  const [{ id: report }] = await shop.sql(
    `insert into reports (id, product_id, reporter_id, reason) values (gen_random_uuid(), $1, $2, 'Odd.') returning id`,
    [laptop, cast.rival.id],
  )
  return { ...cast, seller, buyer, laptop, mine, theirs, report, transactionId: 'pi_none' }
}

/** Begins to pay the buyer's order, and gives the provider a card. */
export async function begin(scene: Scene, card?: string): Promise<Scene> {
  const { body } = await beginPayment(scene.shop, scene.buyer, scene.mine)
  if (card) await payByCard(scene.shop, body.client_secret, card)
  return { ...scene, transactionId: transactionOf(body.client_secret) }
}

export async function pay(scene: Scene, who: 'buyer' | 'rival' = 'buyer'): Promise<Scene> {
  const [person, id] = who === 'buyer' ? [scene.buyer, scene.mine] : [scene.rival, scene.theirs]
  const { body } = await beginPayment(scene.shop, person, id)
  await payByCard(scene.shop, body.client_secret, CARD.good)
  const told = await tell(scene.shop, person, id, body.client_secret)
  if (told.status !== 200) throw new Error(`Paying answered ${told.status}: ${JSON.stringify(told.body)}`)
  return { ...scene, transactionId: transactionOf(body.client_secret) }
}

/** As if the hold had begun long ago. */
export const expireHold = ({ shop, mine }: Scene) =>
  shop.sql(`update orders set held_until = now() - interval '1 minute' where id = $1`, [mine])

export const ask = (scene: Scene, who: Person, method: string, path: string, body?: object) =>
  scene.shop.call(method, `/api${path}`, { token: who.token, ...(body && { body }) })

export const book = (scene: Scene, who: Person) =>
  ask(scene, who, 'POST', '/booking', { ...BOOKING, productId: scene.laptop })

/** A response as one word: the number of rows it says it changed, else its status, or the code of the refusal. */
export function inAWord({ status, body }: Answer): string {
  if (status >= 400) return body.code
  return String(body.modifiedCount ?? body.deletedCount ?? status)
}

/** A laptop's state, according to its row, its orders and its reports. */
export async function laptopState({ shop, laptop }: Scene): Promise<string> {
  const [row] = await shop.sql(
    `select p.*, o.state as claim, o.held_until > now() as live,
       exists (select from reports r where r.product_id = p.id and r.decision = 'taken-down') as taken_down
     from products p left join orders o on o.product_id = p.id and o.state <> 'open' where p.id = $1`,
    [laptop],
  )
  if (row.withdrawn_at) return row.seller_id ? (row.taken_down ? 'taken down' : 'deleted') : 'seller gone'
  if (row.claim === 'held') return row.live ? 'held' : 'held too long'
  if (row.status === 'sold') return row.claim === 'paid' ? 'paid' : 'sold'
  return row.advertised_until > shop.deps.clock() ? 'advertised' : 'available'
}

/** The state of the buyer's order. */
export async function orderState({ shop, mine }: Scene): Promise<string> {
  const [row] = await shop.sql(
    'select state, buyer_id, held_until > now() as live from orders where id = $1',
    [mine],
  )
  if (!row) return 'gone'
  if (row.state === 'held') return row.live ? 'held' : 'held too long'
  return row.buyer_id ? row.state : `${row.state}, nobody’s`
}
