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

create function add_to_count(of_list text, of_part text, more bigint) returns void language plpgsql as $$
declare
  free bigint;
begin
  select id into free from counts where list = of_list and part = of_part limit 1 for no key update skip locked;
  if found then
    update counts set n = n + more where id = free;
  else
    insert into counts (list, part, n) values (of_list, of_part, more);
  end if;
end $$;

-- The lists that grow with the shop: which part of them a row is in, and which rows are in them at all. Each gets a
-- function that keeps its counts, once for each statement however many rows that changes, and a count of what there is
-- by now. Lists of one person are counted by index.
do $do$
declare
  counted record;
begin
  for counted in select * from (values
    ('products', 'products', 'brand_id', 'status = ''available'' and withdrawn_at is null'),
    -- Those whose time is over too, until end-boosts.ts takes them off: the list's total leaves them out.
    ('advertised', 'products', '''''::text', 'status = ''available'' and withdrawn_at is null and advertised_until is not null'),
    ('users', 'users', 'user_type', 'user_type is not null'),
    ('reports', 'reports', 'case when decision is null then ''open'' else ''decided'' end', 'true'),
    ('audit_events', 'audit_events', 'action', 'true')
  ) as lists (list, of_table, part, rows)
  loop
    execute format($function$
      create function %1$I() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          perform add_to_count(%2$L, part, n) from (select %3$s as part, count(*) as n from came where %4$s group by 1) as rows;
        elsif tg_op = 'DELETE' then
          perform add_to_count(%2$L, part, -n) from (select %3$s as part, count(*) as n from went where %4$s group by 1) as rows;
        elsif tg_op = 'UPDATE' then
          perform add_to_count(%2$L, part, n) from (
            select part, sum(one)::bigint as n from (
              select %3$s as part, 1 as one from came where %4$s union all select %3$s, -1 from went where %4$s
            ) as changed group by part having sum(one) <> 0
          ) as rows;
        else
          delete from counts where list = %2$L;
        end if;
        return null;
      end $$ $function$, 'count_' || counted.list, counted.list, counted.part, counted.rows);
    execute format('create trigger %1$I after insert on %2$I referencing new table as came for each statement execute function %3$I()',
      counted.list || '_counted_in', counted.of_table, 'count_' || counted.list);
    execute format('create trigger %1$I after update on %2$I referencing new table as came old table as went for each statement execute function %3$I()',
      counted.list || '_counted_anew', counted.of_table, 'count_' || counted.list);
    execute format('create trigger %1$I after delete on %2$I referencing old table as went for each statement execute function %3$I()',
      counted.list || '_counted_out', counted.of_table, 'count_' || counted.list);
    execute format('create trigger %1$I after truncate on %2$I for each statement execute function %3$I()',
      counted.list || '_counted_none', counted.of_table, 'count_' || counted.list);
    execute format('insert into counts (list, part, n) select %L, %s, count(*) from %I where %s group by 2',
      counted.list, counted.part, counted.of_table, counted.rows);
  end loop;
end $do$;

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
