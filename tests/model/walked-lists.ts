import { newId } from '#server/database/ids.ts'
import type { FrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import type { Person } from '#tests/support/people.ts'

export type Walkers = { shop: FrontDoor; seller: Person; buyer: Person; admin: Person }
/** A list, who requests it, the rows it must count, and how to add and remove one, by the ids of its rows. */
export type WalkedList = {
  path: string
  who: keyof Omit<Walkers, 'shop'>
  rows: string
  add: () => Promise<string>
  remove?: (id: string) => Promise<unknown>
}

/** Every paged list of the shop. */
export function walkedLists({ shop, seller, buyer, admin }: Walkers): WalkedList[] {
  const put = () => putOnSale(shop, seller, { advertised: true })
  const ask = (who: Person, method: string, path: string, body?: object) =>
    shop.call(method, `/api${path}`, { token: who.token, ...(body && { body }) })
  const made = async (sql: string, values: unknown[]): Promise<string> =>
    (await shop.sql(`${sql} returning id`, values))[0].id

  const laptops = { add: put, remove: (id: string) => ask(seller, 'DELETE', `/myproduct/${id}`) }
  const orders = {
    rows: `orders where buyer_id = '${buyer.id}'`,
    add: async () => order(shop, buyer, await put()),
    remove: (id: string) => ask(buyer, 'DELETE', `/myorders/${id}`),
  }
  const report = async () =>
    made(
      `insert into reports (id, product_id, reporter_id, reason) values (gen_random_uuid(), $1, $2, 'Odd.')`,
      [await put(), buyer.id],
    )
  const decide = (id: string) =>
    ask(admin, 'PUT', `/reports/${id}`, { decision: 'dismissed', reason: 'Looked at.' })
  const people = (userType: 'buyer' | 'seller') => ({
    path: `/users?userType=${userType}&email=${admin.email}`,
    who: 'admin' as const,
    rows: `users where user_type = '${userType}'`,
    add: () =>
      made(
        `insert into users (id, name, email, user_type) values (gen_random_uuid(), 'Somebody', gen_random_uuid() || '@example.com', $1)`,
        [userType],
      ),
    remove: (id: string) => ask(admin, 'DELETE', `/user/${id}`),
  })
  // Audit events are never removed, so each walk uses the lines about a different person.
  const somebody = newId(shop.deps.clock())
  const onSale = `products where status = 'available' and withdrawn_at is null`
  return [
    { path: '/products?', who: 'buyer', rows: onSale, ...laptops },
    { path: '/adsproduct?', who: 'buyer', rows: `${onSale} and advertised_until > now()`, ...laptops },
    { path: '/product?brand=hp', who: 'buyer', rows: `${onSale} and brand_id = 'hp'`, ...laptops },
    { path: '/brand/hp?', who: 'buyer', rows: `${onSale} and brand_id = 'hp'`, ...laptops },
    {
      path: `/myproduct?email=${seller.email}`,
      who: 'seller',
      rows: `products where seller_id = '${seller.id}' and withdrawn_at is null`,
      ...laptops,
    },
    { path: `/bookings?email=${buyer.email}`, who: 'buyer', ...orders },
    { path: `/mybuyers/${seller.email}?`, who: 'seller', ...orders },
    {
      path: `/wishlist?email=${buyer.email}`,
      who: 'buyer',
      rows: `wishlist where buyer_id = '${buyer.id}'`,
      add: async () => (await ask(buyer, 'POST', '/wishlist', { productId: await put() })).body.insertedId,
      remove: (id) => ask(buyer, 'DELETE', `/mywishlist/${id}`),
    },
    people('buyer'),
    people('seller'),
    {
      path: '/reports?state=open',
      who: 'admin',
      rows: 'reports where decision is null',
      add: report,
      remove: decide,
    },
    {
      path: '/reports?state=decided',
      who: 'admin',
      rows: 'reports where decision is not null',
      async add() {
        const id = await report()
        await decide(id)
        return id
      },
    },
    {
      path: `/auditevents?person=${somebody}`,
      who: 'admin',
      rows: `audit_events where actor_id = '${somebody}'`,
      add: () =>
        made(
          `insert into audit_events (id, at, action, actor_id) values (gen_random_uuid(), now(), 'signed-in', $1)`,
          [somebody],
        ),
    },
  ]
}
