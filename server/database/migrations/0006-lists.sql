-- Every list is answered by an index, and its total is known without counting its rows.

-- How many rows a list has, part by part: the total of a part is the sum of its rows here. A transaction adds to one
-- that no other transaction has in hand, and where there is none writes another one: nobody ever waits for a count,
-- so none can take part in a deadlock. There are as many as there were transactions at the same time.
create table counts (
  id bigint generated always as identity primary key,
  list text not null,
  part text not null,
  n bigint not null
) with (fillfactor = 50);
create index counts_by_list on counts (list, part);

-- Keeps one list's counts in the transaction that changes its table, once for each statement, however many rows that
-- changes. Arguments: the list, which part of it a row is in, and which rows are in it at all.
create function count_rows() returns trigger language plpgsql as $$
declare
  came text := format('select %s as part, 1 as n from came where %s', tg_argv[1], tg_argv[2]);
  went text := format('select %s as part, -1 as n from went where %s', tg_argv[1], tg_argv[2]);
  changed record;
  free bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from counts where list = tg_argv[0];
    return null;
  end if;
  for changed in execute format(
    'select part, sum(n) as n from (%s) as rows group by part having sum(n) <> 0',
    case tg_op when 'INSERT' then came when 'DELETE' then went else came || ' union all ' || went end
  ) loop
    select id into free from counts where list = tg_argv[0] and part = changed.part
      limit 1 for no key update skip locked;
    if found then
      update counts set n = n + changed.n where id = free;
    else
      insert into counts (list, part, n) values (tg_argv[0], changed.part, changed.n);
    end if;
  end loop;
  return null;
end $$;

-- The lists that grow with the shop, and what they hold by now. Those of one person are counted by index.
do $$
declare
  counted record;
  rule text;
begin
  for counted in select * from (values
    ('products', 'products', 'brand_id', 'status = ''available'' and withdrawn_at is null'),
    -- Those whose time is over too, until end-boosts.ts takes them off: the list's total leaves them out.
    ('advertised', 'products', '''''', 'status = ''available'' and withdrawn_at is null and advertised_until is not null'),
    ('users', 'users', 'user_type', 'user_type is not null'),
    ('reports', 'reports', 'case when decision is null then ''open'' else ''decided'' end', 'true'),
    ('audit_events', 'audit_events', 'action', 'true')
  ) as lists (list, of_table, part, rows)
  loop
    rule := format('for each statement execute function count_rows(%L, %L, %L)', counted.list, counted.part, counted.rows);
    execute format('create trigger %I after insert on %I referencing new table as came %s',
      counted.list || '_counted_in', counted.of_table, rule);
    execute format('create trigger %I after update on %I referencing new table as came old table as went %s',
      counted.list || '_counted_anew', counted.of_table, rule);
    execute format('create trigger %I after delete on %I referencing old table as went %s',
      counted.list || '_counted_out', counted.of_table, rule);
    execute format('create trigger %I after truncate on %I %s',
      counted.list || '_counted_none', counted.of_table, rule);
    execute format('insert into counts (list, part, n) select %L, %s, count(*) from %I where %s group by 2',
      counted.list, counted.part, counted.of_table, counted.rows);
  end loop;
end $$;

-- Which advertised laptops on sale are so no longer.
create index products_boosts on products (advertised_until)
  where status = 'available' and withdrawn_at is null and advertised_until is not null;

-- A seller's laptops are counted without a look at their rows.
drop index products_by_seller;
create index products_by_seller on products (seller_id, published_at desc, id desc) include (withdrawn_at);

-- One brand's laptops are read from their own index. The other one of all brands looks as cheap to the planner, and is
-- not where a brand's laptops are old: worded in another way, this one alone serves what asks in the same words.
drop index products_available_by_brand;
create index products_available_by_brand on products (brand_id, published_at desc, id desc)
  where (status = 'available' and withdrawn_at is null) is true;

-- People whose name or e-mail contains a text, from its third letter on.
create extension if not exists pg_trgm;
create index users_by_text on users using gin (name gin_trgm_ops, email gin_trgm_ops);

create index blogs_newest on blogs (published_at desc, id desc);
