-- What the stand-in card provider knows. Its objects are kept as it answers them (body), beside the few
-- facts it never shows or searches by. Card numbers and security codes are kept nowhere.
-- Made where they are missing and never again: what changes here reaches the tables that are there by a migration of
-- the shop's, which must do nothing where they are not (as 0015 does).
create schema sandbox_stripe;

create table sandbox_stripe.intents (
  id text primary key,
  position bigint generated always as identity,
  created bigint not null,
  body jsonb not null,
  card jsonb,
  finishes_at timestamptz
);
create index intents_unfinished on sandbox_stripe.intents (finishes_at) where finishes_at is not null;

create table sandbox_stripe.charges (
  id text primary key,
  intent_id text not null references sandbox_stripe.intents,
  body jsonb not null
);
create index charges_by_intent on sandbox_stripe.charges (intent_id);

create table sandbox_stripe.refunds (
  id text primary key,
  position bigint generated always as identity,
  created bigint not null,
  charge_id text not null references sandbox_stripe.charges,
  intent_id text not null references sandbox_stripe.intents,
  body jsonb not null,
  turns_at timestamptz,
  turns_to text check (turns_to in ('succeeded', 'failed'))
);
create index refunds_by_intent on sandbox_stripe.refunds (intent_id);
create index refunds_unsettled on sandbox_stripe.refunds (turns_at) where turns_at is not null;

create table sandbox_stripe.disputes (
  id text primary key,
  charge_id text not null references sandbox_stripe.charges,
  body jsonb not null
);

create table sandbox_stripe.events (
  id text primary key,
  position bigint generated always as identity,
  created bigint not null,
  type text not null,
  body jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  claimed_until timestamptz,
  done_at timestamptz
);
create index events_undelivered on sandbox_stripe.events (position) where done_at is null;
create index events_by_created on sandbox_stripe.events (created);

create table sandbox_stripe.idempotency_keys (
  key text primary key,
  fingerprint text not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null
);
