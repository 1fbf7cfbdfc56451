-- People are searched by their whole e-mail, or from within its first part to behind the @. Trigrams alone go through
-- the lists of all e-mails that begin alike, or are at the same provider: what comes before the @, read backwards,
-- begins with what was typed of it.
create index users_by_end_of_email on users (reverse(split_part(email, '@', 1)) text_pattern_ops);
-- An index of what is worked out from a column is taken only where it is known what is in it.
analyze users;
