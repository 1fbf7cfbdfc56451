-- The lines of one action are read from their own index. The one of all lines looks as cheap to the planner, which takes
-- each action to be as common as any other: for one that hardly ever happens, the whole trail was read. With a condition
-- that holds for every line, this one serves only who asks in the same words.
drop index audit_events_newest;
create index audit_events_newest on audit_events (at desc, id desc) where at > '-infinity';
