insert into users (id, name, email, email_verified, user_type, verified_at, last_seen_at, created_at, updated_at)
select pg_temp.seller(n), pg_temp.person_name('seller', n), 'seller-' || n || '@example.com', true, 'seller',
  case when n % 7 < 4 then pg_temp.joined(n) + interval '3 days' end, $4::timestamptz - interval '3 days',
  pg_temp.joined(n), pg_temp.joined(n)
from generate_series($1::bigint, $2) as n where $3::bigint > 0
