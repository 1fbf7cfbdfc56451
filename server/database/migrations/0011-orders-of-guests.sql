-- An order that a guest placed, and that its buyer has neither placed themselves nor paid since. What the seller reads of
-- it stays as it was typed, whoever's e-mail that was: who types a stranger's shall not be told who they are.
alter table orders add column of_guest boolean not null default false;
update orders set of_guest = true where buyer_id is null and state = 'open';
