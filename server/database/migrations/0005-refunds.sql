-- Where a refund stands: asked for and under way at the provider, or not to be had from it, so that a person must
-- give the money back another way.
alter table payments drop constraint payments_state_check;
alter table payments add constraint payments_state_check check (
  state in ('requested', 'open', 'succeeded', 'canceled', 'refund-due', 'refund-pending', 'refunded', 'refund-failed')
);
drop index payments_unsettled;
create index payments_unsettled on payments (created_at)
  where state in ('requested', 'open', 'refund-due', 'refund-pending');
