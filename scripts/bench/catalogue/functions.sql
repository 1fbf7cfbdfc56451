-- Functions for the rows of a catalogue: the same number always gives the same value.

-- An id like the shop's (UUIDv7), from a time and a name.
create function pg_temp.id_of(kind text, n bigint, at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid
  from (select md5(kind || n) as h) as hashed
$$;

-- A number from 0 up to, not including, `below`.
create function pg_temp.chance(kind text, n bigint, below int) returns int language sql immutable as $$
  select (('x' || substr(md5(kind || n), 1, 7))::bit(28)::int) % below
$$;

-- Sellers and buyers joined one after the other, two years ago; laptops came over the 500 days after, up to 60 days ago.
create function pg_temp.joined(n bigint) returns timestamptz(3) language sql immutable as $$
  select '2024-01-01T00:00:00Z'::timestamptz + n * interval '2 seconds'
$$;
create function pg_temp.seller(n bigint) returns uuid language sql immutable as $$
  select pg_temp.id_of('seller', n, pg_temp.joined(n))
$$;
create function pg_temp.buyer(n bigint) returns uuid language sql immutable as $$
  select pg_temp.id_of('buyer', n, pg_temp.joined(n))
$$;
create function pg_temp.published(n bigint, size bigint, now timestamptz) returns timestamptz(3) language sql immutable as $$
  select (date_trunc('day', now) - interval '60 days' - (size - n) * (interval '500 days' / size))::timestamptz(3)
$$;
create function pg_temp.laptop(n bigint, size bigint, now timestamptz) returns uuid language sql immutable as $$
  select pg_temp.id_of('laptop', n, pg_temp.published(n, size, now))
$$;
create function pg_temp.sellers(size bigint) returns bigint language sql immutable as $$ select greatest(10, size / 20) $$;
create function pg_temp.buyers(size bigint) returns bigint language sql immutable as $$ select greatest(10, size / 10) $$;

-- Which laptops are sold: three of twenty. Every tenth laptop has an order, so every second order is paid.
create function pg_temp.is_sold(n bigint) returns boolean language sql immutable as $$ select n % 20 in (0, 7, 13) $$;

create function pg_temp.person_name(kind text, n bigint) returns text language sql immutable as $$
  select (array['Anika', 'Rezaul', 'Farhana', 'Tareq', 'Mitu', 'Sajid', 'Nusrat', 'Habib', 'Prianka', 'Omar', 'Ishrat', 'Bijoy'])[1 + pg_temp.chance(kind || ' first', n, 12)]
    || ' ' || (array['Sultana', 'Gazi', 'Yasmin', 'Mostafa', 'Barua', 'Mahmud', 'Howlader', 'Matubbar', 'Podder', 'Bepari', 'Nahar', 'Roy'])[1 + pg_temp.chance(kind || ' last', n, 12)]
$$;
