-- While a shop is upgraded past 0011, older processes go on placing orders, and do not say of a guest's that it is one: its
-- seller would be shown whose e-mail was typed, for good. Such an order has no buyer when it comes; one that is paid and
-- has none, as in a backup, is of somebody who was deleted.
create function mark_order_of_guest() returns trigger language plpgsql as $$
begin
  new.of_guest = true;
  return new;
end $$;
create trigger orders_of_guests_are_marked before insert on orders for each row
  when (new.buyer_id is null and new.state = 'open') execute function mark_order_of_guest();
-- Those that came since 0011. Which of them somebody's have become meanwhile is not known any more.
update orders set of_guest = true where buyer_id is null and state = 'open' and not of_guest;
