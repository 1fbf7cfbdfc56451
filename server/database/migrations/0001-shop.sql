-- The shop's tables. Names are the specification's nouns; money is integer cents; times carry the milliseconds
-- that JavaScript can hold, so that a page can continue after the last row it saw.

-- People and sign-in. users, sessions, accounts and verifications are also the sign-in service's tables.
create table users (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  user_type text check (user_type in ('buyer', 'seller', 'admin')),
  verified_at timestamptz(3),
  verified_by uuid references users (id) on delete set null,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index users_by_type on users (user_type, created_at desc, id desc);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index sessions_by_user on sessions (user_id);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (provider_id, account_id)
);
create index accounts_by_user on accounts (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index verifications_by_identifier on verifications (identifier);

-- What has been counted against a limit (an address, an account) since window_start.
create table rate_limits (
  key text primary key,
  window_start timestamptz(3) not null,
  count integer not null
);

-- Pictures. The bytes are in the image store under the id; a row without an owner is an upload that waits
-- for its sign-up, counted per address.
create table images (
  id text primary key,
  purpose text not null check (purpose in ('avatar', 'product')),
  owner_id uuid references users (id) on delete set null,
  uploaded_from text,
  width integer not null,
  height integer not null,
  color text not null,
  created_at timestamptz(3) not null default now()
);
create index images_unclaimed on images (uploaded_from, created_at) where owner_id is null;

create table image_tickets (
  token_hash text primary key,
  address text not null,
  expires_at timestamptz(3) not null
);
create index image_tickets_by_address on image_tickets (address);

create table brands (
  id text primary key,
  brand text not null unique,
  logo text not null,
  position integer not null
);
insert into brands (id, brand, logo, position) values
  ('hp', 'hp', '/brands/hp.svg', 1),
  ('dell', 'dell', '/brands/dell.svg', 2),
  ('walton', 'walton', '/brands/walton.svg', 3);

create table blogs (
  id uuid primary key,
  img text not null,
  title text not null,
  description text not null,
  published_at timestamptz(3) not null
);

create table products (
  id uuid primary key,
  seller_id uuid references users (id) on delete set null,
  brand_id text not null references brands (id),
  name text not null,
  original_price_cents integer not null check (original_price_cents between 50 and 99999999),
  current_price_cents integer not null check (current_price_cents between 50 and 99999999),
  condition text not null check (condition in ('Excellent', 'Good', 'Fair')),
  purchase_year text not null,
  purchase_months integer,
  phone text not null,
  location text not null,
  image_id text not null references images (id),
  description text not null,
  status text not null default 'available' check (status in ('available', 'sold')),
  advertised_until timestamptz(3),
  withdrawn_at timestamptz(3),
  published_at timestamptz(3) not null default now(),
  sold_at timestamptz(3),
  check (original_price_cents >= current_price_cents)
);
create index products_available on products (published_at desc, id desc)
  where status = 'available' and withdrawn_at is null;
create index products_available_by_brand on products (brand_id, published_at desc, id desc)
  where status = 'available' and withdrawn_at is null;
create index products_advertised on products (published_at desc, id desc)
  where status = 'available' and withdrawn_at is null and advertised_until is not null;
create index products_by_image on products (image_id);
create index products_by_seller on products (seller_id, published_at desc, id desc);

-- Orders ("bookings" in the calls). An order is open (unpaid), held (unpaid, its buyer is paying: the
-- laptop is claimed until held_until) or paid. The price is the laptop's when it was ordered.
create table orders (
  id uuid primary key,
  product_id uuid not null references products (id),
  seller_id uuid references users (id) on delete set null,
  buyer_id uuid references users (id) on delete set null,
  buyer_name text not null,
  buyer_email text not null,
  phone text not null,
  location text not null,
  product_name text not null,
  image_id text not null references images (id),
  price_cents integer not null check (price_cents between 50 and 99999999),
  state text not null default 'open' check (state in ('open', 'held', 'paid')),
  held_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  paid_at timestamptz(3),
  check ((state = 'held') = (held_until is not null)),
  check ((state = 'paid') = (paid_at is not null))
);
-- One laptop is claimed or sold at most once: the rule that no code can break.
create unique index orders_one_claim on orders (product_id) where state in ('held', 'paid');
-- Booking the same laptop twice gives the first order. A guest has no account, only a typed e-mail.
create unique index orders_one_per_buyer on orders (buyer_id, product_id) where buyer_id is not null;
create unique index orders_one_per_guest on orders (buyer_email, product_id) where buyer_id is null and state <> 'paid';
create index orders_by_buyer on orders (buyer_id, created_at desc, id desc);
create index orders_by_seller on orders (seller_id, created_at desc, id desc);
create index orders_by_image on orders (image_id);
create index orders_by_product on orders (product_id);
create index orders_held on orders (held_until) where state = 'held';

-- One row per attempt to pay an order. The idempotency key is stored before the provider is asked.
create table payments (
  id uuid primary key,
  order_id uuid references orders (id) on delete set null,
  product_id uuid not null references products (id),
  buyer_id uuid references users (id) on delete set null,
  attempt integer not null,
  idempotency_key text not null unique,
  intent_id text unique,
  amount_cents integer not null,
  currency text not null default 'usd',
  state text not null check (state in ('requested', 'open', 'succeeded', 'canceled', 'refund-due', 'refunded')),
  last_decline text,
  refund_id text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  disputed_at timestamptz(3),
  unique (order_id, attempt)
);
create unique index payments_one_open on payments (order_id) where state in ('requested', 'open');
create unique index payments_one_success on payments (order_id) where state = 'succeeded';
create index payments_unsettled on payments (created_at) where state in ('requested', 'open', 'refund-due');

-- The provider's events that have had their effect, written in the transaction of that effect.
create table payment_events (
  event_id text primary key,
  type text not null,
  intent_id text,
  received_at timestamptz(3) not null default now()
);

create table wishlist (
  id uuid primary key,
  buyer_id uuid not null references users (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  price_cents_when_saved integer not null,
  created_at timestamptz(3) not null default now(),
  unique (buyer_id, product_id)
);
create index wishlist_by_buyer on wishlist (buyer_id, created_at desc, id desc);

-- What people report about a laptop, and what an admin decided.
create table reports (
  id uuid primary key,
  product_id uuid not null references products (id) on delete cascade,
  reporter_id uuid references users (id) on delete set null,
  reason text not null,
  created_at timestamptz(3) not null default now(),
  decision text check (decision in ('taken-down', 'dismissed')),
  decision_reason text,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz(3),
  check ((decision is null) = (decided_at is null))
);
create index reports_open on reports (created_at, id) where decision is null;

-- Facts about this shop's database, such as which demo data it holds.
create table shop_facts (
  key text primary key,
  value text not null
);
