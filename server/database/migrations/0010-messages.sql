-- A message through Contact Us is first looked for among those of its sender, so that one sent twice arrives once. Messages
-- are kept for good, and were all read for that.
create index messages_by_sender on messages (email, created_at);
