insert into users (id, name, email, email_verified, user_type, last_seen_at, created_at, updated_at)
select pg_temp.buyer(n), pg_temp.person_name('buyer', n), 'buyer-' || n || '@example.com', true, 'buyer',
  $4::timestamptz - interval '3 days', pg_temp.joined(n), pg_temp.joined(n)
from generate_series($1::bigint, $2) as n where $3::bigint > 0
