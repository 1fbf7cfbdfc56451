insert into wishlist (id, buyer_id, product_id, price_cents_when_saved, created_at)
select pg_temp.id_of('wish', n, p.published_at + interval '5 days'), pg_temp.buyer(1 + n % pg_temp.buyers($3)), p.id,
  p.current_price_cents, p.published_at + interval '5 days'
from generate_series($1::bigint, $2) as n join products p on p.id = pg_temp.laptop(n * 5, $3, $4)
