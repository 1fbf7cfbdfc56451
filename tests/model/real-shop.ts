import { newId } from '#server/database/ids.ts'
import { LAPTOP } from '#tests/products/selling.ts'
import { type Answer, openFrontDoor } from '#tests/support/front-door.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'
import { BUYERS, SELLERS } from './shop-model.ts'

export type RealShop = Awaited<ReturnType<typeof openRealShop>>

const EMPTIED = [
  ...['images', 'products', 'orders', 'payments', 'payment_events', 'wishlist', 'reports', 'rate_limits'],
  ...['intents', 'charges', 'refunds', 'disputes', 'events'].map((name) => `sandbox_stripe.${name}`),
]
const KEPT = ['users', 'accounts', 'sessions']

/** A shop whose people stay, but which is otherwise reset for each sequence. */
export async function openRealShop() {
  const shop = await openFrontDoor()
  const people: Record<string, Person> = { Admin: await makeAdmin(shop) }
  for (const name of SELLERS) people[name] = await signUp(shop, 'seller', name)
  for (const name of BUYERS) people[name] = await signUp(shop, 'buyer', name)
  await shop.sql('create schema saved')
  for (const table of KEPT) await shop.sql(`create table saved.${table} as table ${table}`)
  let passed = 0

  const who = (name: string) => people[name] as Person

  /** People whose token is too old, or will be. */
  const stale = new Set<string>()

  /** Sessions never expire, however much time passes. */
  async function keepSignedIn(): Promise<void> {
    const now = shop.deps.clock()
    const expires = new Date(now.getTime() + 7 * 24 * 60 * 60_000)
    await shop.sql('update sessions set created_at = $1, updated_at = $1, expires_at = $2', [now, expires])
    for (const name of Object.keys(people)) stale.add(name)
  }

  /** Somebody with a valid token, renewed as the pages do. */
  async function signedIn(name: string): Promise<Person> {
    const person = who(name)
    if (stale.delete(name)) person.token = await renewToken(shop, person)
    return person
  }

  return {
    shop,
    who,
    signedIn,
    async ask(name: string, method: string, path: string, body?: object): Promise<Answer> {
      const { token } = await signedIn(name)
      return shop.call(method, `/api${path}`, { token, ...(body && { body }) })
    },

    /** Restores the initial state. */
    async reset(): Promise<void> {
      shop.sandbox.faults.clear()
      await shop.sandbox.settled()
      shop.pass({ minutes: -passed })
      passed = 0
      const emptied = `truncate ${EMPTIED.join(', ')} cascade`
      const restored = KEPT.map((table) => `insert into ${table} select * from saved.${table};`).join('')
      await shop.sql(`${emptied}; delete from users; ${restored}`)
      shop.mails.length = 0
      await keepSignedIn()
      this.dropEvents()
    },

    /** From now on the provider's events are lost. */
    dropEvents: () => shop.sandbox.faults.set('deliver', 'dropped', 1000),

    /** The events that `work` causes arrive, but none that were lost before. */
    async withEvents(work: () => Promise<unknown>): Promise<void> {
      await shop.sandbox.settled()
      shop.sandbox.faults.clear()
      await work()
      await shop.sandbox.settled()
      this.dropEvents()
    },

    async pass(minutes: number): Promise<void> {
      await shop.sandbox.settled()
      shop.pass({ minutes })
      passed += minutes
      await keepSignedIn()
    },

    /** Puts a laptop on sale by its call, with a picture that is only a row; returns its id. */
    async add(seller: string, brand: string, price: number): Promise<string> {
      const image = newId(shop.deps.clock()).replaceAll('-', '')
      await shop.sql(
        `insert into images (id, purpose, owner_id, width, height, color) values ($1, 'product', $2, 8, 6, '#aabbcc')`,
        [image, who(seller).id],
      )
      const sent = { ...LAPTOP, brand, currentPrice: price, image: `/api/images/${image}` }
      const { status, body } = await this.ask(seller, 'POST', '/addproducts', sent)
      if (status !== 201) throw new Error(`A laptop was refused with ${status}: ${JSON.stringify(body)}`)
      return body.insertedId
    },

    close: () => shop.close(),
  }
}
