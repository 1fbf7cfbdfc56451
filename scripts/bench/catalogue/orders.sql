-- The laptop of order n is number 10 n.
insert into orders (id, product_id, seller_id, buyer_id, buyer_name, buyer_email, phone, location, product_name,
  image_id, price_cents, state, created_at, paid_at)
select pg_temp.id_of('order', n, p.published_at + interval '19 days'), p.id, p.seller_id, u.id, u.name, u.email,
  '01800' || lpad((n % 1000000)::text, 6, '0'), 'Multiplan Center, Elephant Road', p.name, p.image_id,
  p.current_price_cents, case when p.status = 'sold' then 'paid' else 'open' end,
  p.published_at + interval '19 days', p.sold_at
from generate_series($1::bigint, $2) as n
join products p on p.id = pg_temp.laptop(n * 10, $3, $4)
join users u on u.id = pg_temp.buyer(1 + n % pg_temp.buyers($3))
