-- Three of a hundred were advertised, and one in twenty-six of these still is. Laptops on the first pages have a
-- picture of the demonstration, all others a row of their own without a file.
with pictures as (
  select array_agg(distinct image_id) as ids from products where seller_id in (select id from users where email like '%@clamshell.test')
), made as (
  select n, pg_temp.published(n, $3::bigint, $4::timestamptz) as at, pg_temp.chance('brand', n, 32) as model,
    10000 + pg_temp.chance('price', n, 60000) as cents,
    case when n % 33 = 0 then $4::timestamptz - interval '14 days' * ((n / 33) % 26) + interval '13 days' end as until
  from generate_series($1::bigint, $2) as n
)
insert into products (id, seller_id, brand_id, name, original_price_cents, current_price_cents, condition,
  purchase_year, purchase_months, phone, location, image_id, description, status, advertised_until, published_at, sold_at)
select pg_temp.id_of('laptop', n, at), pg_temp.seller(1 + n % pg_temp.sellers($3)),
  case when model < 11 then 'hp' when model < 23 then 'dell' else 'walton' end,
  case when model < 11 then 'HP EliteBook 84' when model < 23 then 'Dell Latitude 74' else 'Walton Tamarind EX' end || n % 10,
  cents * 2, cents, (array['Excellent', 'Good', 'Fair'])[1 + n % 3],
  '2Y 4M', 28, '01700' || lpad((n % 1000000)::text, 6, '0'), 'IDB Bhaban, Agargaon',
  case when until > $4::timestamptz or n > $3 - 100 then ids[1 + n % cardinality(ids)] else md5('image' || n) end,
  'Core i5, 8 GB of memory and a 256 GB SSD. Bought new, used in an office and cared for. The battery lasts about '
    || 3 + n % 4 || ' hours. Keyboard, screen and all ports work; the lid has light traces of use. With its charger.',
  case when pg_temp.is_sold(n) then 'sold' else 'available' end, until, at,
  case when pg_temp.is_sold(n) then at + interval '20 days' end
from made, pictures
