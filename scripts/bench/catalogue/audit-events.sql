insert into audit_events (id, at, action, actor_id, subject, address, details)
select pg_temp.id_of('event', n, at), at, (array['signed-in', 'signed-in', 'signed-in', 'sign-in-failed', 'signed-out'])[1 + n % 5],
  pg_temp.buyer(1 + n % pg_temp.buyers($3)), pg_temp.buyer(1 + n % pg_temp.buyers($3))::text, '203.0.113.' || n % 250, '{}'
from (select n, pg_temp.published(n, $3::bigint, $4::timestamptz) as at from generate_series($1::bigint, $2) as n) as made
