insert into images (id, purpose, owner_id, width, height, color, created_at)
select md5('image' || n), 'product', pg_temp.seller(1 + n % pg_temp.sellers($3)), 1280, 960,
  '#' || substr(md5('color' || n), 1, 6), pg_temp.published(n, $3, $4)
from generate_series($1::bigint, $2) as n
