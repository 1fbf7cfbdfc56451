-- The order of payment n is number 2 n: its laptop, number 20 n, is sold.
insert into payments (id, order_id, product_id, buyer_id, attempt, idempotency_key, intent_id, amount_cents, state, created_at, settled_at)
select pg_temp.id_of('payment', n, o.paid_at), o.id, o.product_id, o.buyer_id, 1, 'bench-' || n, 'pi_bench' || n,
  o.price_cents, 'succeeded', o.paid_at, o.paid_at
from generate_series($1::bigint, $2) as n
join products p on p.id = pg_temp.laptop(n * 20, $3, $4)
join orders o on o.product_id = p.id
