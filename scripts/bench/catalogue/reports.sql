-- One of ten is undecided. In a small catalogue more laptops are reported, so that a list's page is full at each size.
insert into reports (id, product_id, reporter_id, reason, created_at, decision, decision_reason, decided_at)
select pg_temp.id_of('report', n, p.published_at + interval '9 days'), p.id, pg_temp.buyer(1 + n % pg_temp.buyers($3)),
  'The seller did not come to the meeting.', p.published_at + interval '9 days',
  case when n % 10 > 0 then 'dismissed' end, case when n % 10 > 0 then 'They agreed on another day.' end,
  case when n % 10 > 0 then p.published_at + interval '11 days' end
from generate_series($1::bigint, $2) as n join products p on p.id = pg_temp.laptop(n * greatest(1, least(200, $3 / 250)), $3, $4)
