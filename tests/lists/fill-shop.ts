import type { FrontDoor } from '#tests/support/front-door.ts'
import type { Person } from '#tests/support/people.ts'

/** Enough that the planner uses an index if there is one, and few enough to be inserted in seconds. */
export const LAPTOPS = 20_000
const PEOPLE = 2_000

/** An id that is as random as others but can be computed from what it is for. */
const id = (what: string) => `overlay(overlay(md5(${what}) placing '4' from 13) placing '8' from 17)::uuid`

/**
 * A shop that has been open for long: most laptops are hp's, all of Walton's are older than those, one in ten is
 * advertised, one in five sold. The first people have orders, wishes and so on like others.
 */
export async function fillShop(shop: FrontDoor, { seller, buyer }: Record<'seller' | 'buyer', Person>) {
  const whose = (person: Person, what: string) =>
    `case when n % ${PEOPLE} = 0 then '${person.id}' else ${id(`'${what}' || n % ${PEOPLE}`)} end`
  const old = `now() - n * interval '1 minute'`
  await shop.sql(`
    insert into users (id, name, email, user_type, created_at)
      select ${id(`'seller' || n`)}, 'Seller ' || n, 'seller' || n || '@example.com', 'seller', ${old} from generate_series(1, ${PEOPLE}) n
      union all
      select ${id(`'buyer' || n`)}, 'Buyer ' || n, 'buyer' || n || '@example.com', 'buyer', ${old} from generate_series(1, ${PEOPLE}) n;
    insert into images (id, purpose, owner_id, width, height, color)
      select md5('picture' || n), 'product', ${whose(seller, 'seller')}, 1280, 960, '#aabbcc' from generate_series(1, ${LAPTOPS}) n;
    insert into products (id, seller_id, brand_id, name, original_price_cents, current_price_cents, condition, purchase_year,
        phone, location, image_id, description, status, sold_at, advertised_until, published_at)
      select ${id(`'laptop' || n`)}, ${whose(seller, 'seller')}, case when n > ${LAPTOPS * 0.7} then 'walton' when n % 9 = 0 then 'dell' else 'hp' end,
        'Laptop ' || n, 90000, 45000, 'Good', '1Y', '01700000001', 'Here', md5('picture' || n), repeat('A laptop. ', 20),
        case when n % 5 = 1 then 'sold' else 'available' end, case when n % 5 = 1 then now() end,
        case when n % 10 = 0 then now() + interval '10 days' end, ${old}
      from generate_series(1, ${LAPTOPS}) n;
    insert into orders (id, product_id, seller_id, buyer_id, buyer_name, buyer_email, phone, location, product_name, image_id,
        price_cents, created_at)
      select ${id(`'order' || n`)}, ${id(`'laptop' || n`)}, ${whose(seller, 'seller')}, ${whose(buyer, 'buyer')}, 'Buyer',
        'buyer@example.com', '01700000002', 'There', 'Laptop ' || n, md5('picture' || n), 45000, ${old}
      from generate_series(1, ${LAPTOPS}) n;
    insert into payments (id, order_id, product_id, buyer_id, attempt, idempotency_key, amount_cents, state)
      select ${id(`'payment' || n`)}, ${id(`'order' || n`)}, ${id(`'laptop' || n`)}, ${whose(buyer, 'buyer')}, 1, 'payment' || n, 45000, 'canceled'
      from generate_series(1, ${LAPTOPS}) n;
    insert into wishlist (id, buyer_id, product_id, price_cents_when_saved, created_at)
      select ${id(`'wish' || n`)}, ${whose(buyer, 'buyer')}, ${id(`'laptop' || n`)}, 45000, ${old} from generate_series(1, ${LAPTOPS}) n;
    insert into reports (id, product_id, reporter_id, reason, created_at, decision, decided_at)
      select ${id(`'report' || n`)}, ${id(`'laptop' || n`)}, ${whose(buyer, 'buyer')}, 'Odd', ${old}, case when n % 2 = 0 then 'dismissed' end, case when n % 2 = 0 then now() end
      from generate_series(1, ${LAPTOPS / 4}) n;
    insert into audit_events (id, at, action, actor_id, subject)
      select ${id(`'event' || n`)}, ${old}, case n % 3 when 0 then 'denied' when 1 then 'signed-in' else 'signed-out' end,
        ${whose(buyer, 'buyer')}, 'laptop ' || n from generate_series(1, ${LAPTOPS}) n;
    insert into verifications (id, identifier, value, expires_at)
      select ${id(`'link' || n`)}, case n % 2 when 0 then 'confirm-email ' else 'reset-password ' end || md5('link' || n),
        case n % 2 when 0 then 'guest' || n || '@example.com' else ${whose(buyer, 'buyer')}::text end, now() + interval '30 days'
      from generate_series(1, ${LAPTOPS}) n`)
  for (const table of [
    'users',
    'images',
    'products',
    'orders',
    'payments',
    'wishlist',
    'reports',
    'audit_events',
    'verifications',
    'counts',
  ])
    await shop.sql(`vacuum analyze ${table}`)
}
