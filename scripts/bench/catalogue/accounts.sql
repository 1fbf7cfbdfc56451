-- The first buyers have the demonstration's password.
insert into accounts (id, user_id, provider_id, account_id, password, created_at, updated_at)
select pg_temp.id_of('account', n, pg_temp.joined(n)), pg_temp.buyer(n), 'credential', pg_temp.buyer(n)::text,
  (select password from accounts where provider_id = 'credential' limit 1), pg_temp.joined(n), pg_temp.joined(n)
from generate_series($1::bigint, $2) as n where $3::bigint > 0 and $4::timestamptz is not null
