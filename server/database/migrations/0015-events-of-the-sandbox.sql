-- The shop lists the card sandbox's events once a minute, and all of them were read for that. Where its tables are not
-- there yet it makes them itself, with this index (server/sandbox/stripe/schema.sql).
do $$ begin
  if to_regclass('sandbox_stripe.events') is not null then
    create index if not exists events_by_created on sandbox_stripe.events (created);
  end if;
end $$;
