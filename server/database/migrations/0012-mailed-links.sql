-- Links that were mailed are removed by whom they are about: a person's when their password is set anew, and theirs with
-- their e-mail's when they are deleted, while their row is locked. Every order of a guest mails a link that is kept for a
-- month, and all of them were read for that.
create index verifications_by_value on verifications (value);
