-- When somebody is deleted, the database looks in every table that names people for the rows that name them; when
-- pictures are swept, for the people who wear them. Without an index it reads each of these tables from end to end, for a
-- deletion while the laptops that they ordered are locked. Most of these columns are often empty, and nobody looks for that.
create index payments_by_buyer on payments (buyer_id) where buyer_id is not null;
create index images_by_owner on images (owner_id) where owner_id is not null;
create index reports_by_reporter on reports (reporter_id) where reporter_id is not null;
create index reports_by_decider on reports (decided_by) where decided_by is not null;
create index users_by_verifier on users (verified_by) where verified_by is not null;
create index users_by_image on users (image) where image is not null;
