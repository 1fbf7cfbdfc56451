-- What has happened stays: the rules of 0003 and of the orders that no code can break.

-- The price of an order is the laptop's when it was ordered, and never changes. A paid order stays paid, for the
-- laptop it was paid for, and is never deleted; the names in it may go, with the account they belong to.
create function keep_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'paid' then
      raise exception 'a paid order is never deleted';
    end if;
    return old;
  end if;
  if new.price_cents <> old.price_cents then
    raise exception 'the price of an order never changes';
  end if;
  if old.state = 'paid' and (new.state, new.product_id, new.paid_at) is distinct from (old.state, old.product_id, old.paid_at) then
    raise exception 'a paid order stays paid';
  end if;
  return new;
end $$;
create trigger orders_are_kept before update or delete on orders for each row execute function keep_orders();

create trigger audit_events_are_not_emptied before truncate on audit_events
  for each statement execute function refuse_change();

-- What was done to a person, an order or a laptop.
create index audit_events_by_subject on audit_events (subject, at desc, id desc) where subject is not null;
