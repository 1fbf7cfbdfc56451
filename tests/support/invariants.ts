import { expect } from 'vitest'
import { HOLD_MINUTES } from '#contract/limits.ts'

/** Anything that runs SQL: a front door, or the database that started servers share. */
export type Ledger = { sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]> }
type Options = {
  /** The laptops to check; all, if none are given. */
  laptops?: string[]
  /** Laptops that a test has marked as sold by SQL: nobody has to have paid for them. */
  markedSold?: string[]
  /** The shop's current time. */
  now: Date
  /** The provider may have taken money without the shop knowing: it was killed, or events are on their way. */
  unheard?: boolean
}

/** The tables that the queries read; money that the provider has taken and not refunded is read from its own tables. */
const TABLES = `
  about as materialized (select * from products where $1::uuid[] is null or id = any($1)),
  ordered as materialized (select o.* from orders o join about on about.id = o.product_id),
  tried as materialized (select p.* from payments p join about on about.id = p.product_id),
  taken as materialized (
    select i.id as intent_id, i.body->'metadata'->>'order_id' as order_id,
      (c.body->>'amount_captured')::int as captured, (c.body->>'amount_refunded')::int as refunded
    from sandbox_stripe.intents i
    join sandbox_stripe.charges c on c.intent_id = i.id and (c.body->>'captured')::boolean
    left join payments p on p.id::text = i.body->'metadata'->>'payment_id'
    where $1::uuid[] is null or p.product_id = any($1)
  ),
  kept as materialized (select *, captured - refunded as cents from taken where captured > refunded),
  sales as materialized (
    select e.subject as order_id, (e.details->>'amountCents')::int as cents
    from audit_events e join about on about.id::text = e.details->>'productId'
    where e.action = 'payment-succeeded'
  )`

/** What must never be, and the query that finds it: one row of text for each case. */
export const NEVER = {
  'a laptop is sold twice': `
    select product_id::text from ordered where state = 'paid' group by 1 having count(*) > 1`,
  'a laptop is claimed twice': `
    select product_id::text from ordered where state in ('held', 'paid') group by 1 having count(*) > 1`,
  'an order is paid, but the provider does not have its price': `
    select o.id::text from ordered o left join kept on kept.order_id = o.id::text where o.state = 'paid'
    group by o.id, o.price_cents having sum(kept.cents) is distinct from o.price_cents`,
  'the provider has money for an order that is not paid': `
    select intent_id from kept where not exists (
      select from ordered o where o.id::text = kept.order_id and o.state = 'paid')`,
  'an order is paid with two payments': `
    select order_id from kept group by 1 having count(*) > 1`,
  'the money captured less the money refunded is not the sum of the paid prices': `
    select ((select coalesce(sum(cents), 0) from kept)
      - (select coalesce(sum(price_cents), 0) from ordered where state = 'paid'))::text as cents
    where (select coalesce(sum(cents), 0) from kept)
      <> (select coalesce(sum(price_cents), 0) from ordered where state = 'paid')`,
  'more is refunded than was captured': `select intent_id from taken where refunded > captured`,
  'a payment is refunded twice': `
    select r.intent_id from sandbox_stripe.refunds r join taken using (intent_id)
    where r.body->>'status' <> 'failed' group by 1 having count(*) > 1`,
  'an order is paid, but its payment has not succeeded': `
    select o.id::text from ordered o
    left join tried p on p.order_id = o.id and p.state = 'succeeded' and p.amount_cents = o.price_cents
    where o.state = 'paid' and p.id is null`,
  'a payment has succeeded, but its order is not paid': `
    select p.id::text from tried p left join ordered o on o.id = p.order_id
    where p.state = 'succeeded' and o.state is distinct from 'paid'`,
  'an order is paid, but its laptop is not sold': `
    select o.id::text from ordered o join about on about.id = o.product_id
    where o.state = 'paid' and (about.status <> 'sold' or about.sold_at is null)`,
  'a laptop is sold without a paid order or a mark by its seller': `
    select about.id::text from about where status = 'sold' and not id = any($2::uuid[])
    and not exists (select from ordered o where o.product_id = about.id and o.state = 'paid')
    and not exists (select from audit_events e where e.action = 'product-sold' and e.subject = about.id::text
      and e.details->>'by' = 'seller')`,
  'a paid order is unpaid again, deleted, or has another price': `
    select s.order_id from sales s left join ordered o on o.id::text = s.order_id
    where o.state is distinct from 'paid' or o.price_cents <> s.cents`,
  'an order is paid, but not recorded in the audit trail': `
    select o.id::text from ordered o where o.state = 'paid'
    and not exists (select from sales s where s.order_id = o.id::text)`,
  'a withdrawn or sold laptop is claimed': `
    select o.id::text from ordered o join about on about.id = o.product_id
    where (o.state <> 'open' and about.withdrawn_at is not null) or (o.state = 'held' and about.status = 'sold')`,
  'a claim has no open payment': `
    select o.id::text from ordered o where o.state = 'held' and not exists (
      select from tried p where p.order_id = o.id and p.state in ('requested', 'open'))`,
  'a payment is open without a claim': `
    select p.id::text from tried p left join ordered o on o.id = p.order_id
    where p.state in ('requested', 'open') and o.state is distinct from 'held'`,
  'a buyer holds more than three laptops': `
    select buyer_id::text from orders where state = 'held' group by 1 having count(*) > 3`,
  'a claim lasts longer than its time limit': `
    select id::text from ordered where held_until > $3::timestamptz + interval '${HOLD_MINUTES} minutes 1 second'`,
  'a laptop is on a wishlist twice': `
    select product_id::text from wishlist group by buyer_id, product_id having count(*) > 1`,
  'a list’s count is not the number of its rows': `
    select list || ' ' || part from (
      select list, part, n from counts
      union all select 'products', brand_id, -1 from products where status = 'available' and withdrawn_at is null
      union all select 'advertised', '', -1 from products
        where status = 'available' and withdrawn_at is null and advertised_until is not null
      union all select 'users', user_type, -1 from users where user_type is not null
      union all select 'reports', case when decision is null then 'open' else 'decided' end, -1 from reports
      union all select 'audit_events', action, -1 from audit_events
    ) as counted group by list, part having sum(n) <> 0`,
  'the seller’s badge is stored in another table': `
    select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and column_name ~ 'verified' and table_name in ('products', 'orders', 'wishlist')`,
}

/** What holds again once the shop knows of the money. */
const ONCE_HEARD: (keyof typeof NEVER)[] = [
  'the provider has money for an order that is not paid',
  'the money captured less the money refunded is not the sum of the paid prices',
]

const ALL = `with ${TABLES}\n${Object.entries(NEVER)
  .map(([what, question]) => `select '${what}' as what, (q.*)::text as which from (${question}) q`)
  .join('\nunion all\n')}`

/** Every violation of the invariants, in words. There must be none. */
export async function findBreaches(ledger: Ledger, options: Options): Promise<string[]> {
  const { laptops, markedSold, now, unheard } = options
  const rows = await ledger.sql(ALL, [laptops ?? null, markedSold ?? [], now])
  const later: string[] = unheard ? ONCE_HEARD : []
  return rows
    .filter(({ what }) => !later.includes(String(what)))
    .map(({ what, which }) => `${what}: ${which}`)
}

type Shop = Ledger & { deps: { clock: () => Date } }

/** Checks every invariant of orders and money against the tables of shop and provider. */
export async function expectInvariants(shop: Shop, options: Partial<Options> = {}): Promise<void> {
  expect(await findBreaches(shop, { now: shop.deps.clock(), ...options })).toEqual([])
}
