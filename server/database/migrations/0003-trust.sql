-- What the shop remembers so that it can be trusted: who did what, and which requests have had their effect.

-- The audit trail: sign-ins, refusals, changes of role, movements of money. Ids are kept without references, so
-- that a line outlives whom and what it tells of.
create table audit_events (
  id uuid primary key,
  at timestamptz(3) not null,
  action text not null,
  actor_id uuid,
  subject text,
  address text,
  request_id uuid,
  details jsonb not null default '{}'
);
create index audit_events_newest on audit_events (at desc, id desc);
create index audit_events_by_action on audit_events (action, at desc, id desc);
create index audit_events_by_actor on audit_events (actor_id, at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name;
end $$;
create trigger audit_events_are_kept before update or delete on audit_events
  for each row execute function refuse_change();

-- The Idempotency-Key of a request that was begun and, once it is, how it was answered: sent again, it is
-- answered the same. `request_hash` tells the same request from another one under the same key.
create table idempotency_keys (
  owner text not null,
  call text not null,
  key text not null,
  request_hash text not null,
  status integer,
  body text,
  created_at timestamptz(3) not null,
  primary key (owner, call, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
