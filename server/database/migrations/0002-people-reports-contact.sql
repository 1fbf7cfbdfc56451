-- What admins, reports and Contact Us need.

-- One open report per person and laptop: sent again, it is the same one.
create unique index reports_one_open on reports (product_id, reporter_id) where decision is null and reporter_id is not null;
create index reports_decided on reports (decided_at desc, id desc) where decision is not null;
create index reports_by_product on reports (product_id);

-- What visitors wrote through Contact Us. It is mailed to the operator; the row is what is never lost.
create table messages (
  id uuid primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz(3) not null default now()
);
