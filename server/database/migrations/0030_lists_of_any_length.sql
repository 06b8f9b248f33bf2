-- What lists and counters look for is found by an index, however long the tables grow.
-- Compatible from 0025

-- Whether an entry of the audit log has the name of its own thing, other than a person, among its details.
create function names_its_target(target text, details jsonb) returns boolean language sql immutable parallel safe as
  $$ select case when target ~ '^(docent|room|admin) ' then details ? 'name'
    when target like 'event_date %' then details ? 'date' else false end $$;

-- The name under which a thing was last noted, for entries about what is gone.
create index audit_log_named_idx on audit_log (target, id) where names_its_target(target, details);

-- The log of one thing: who has changed it last.
create index audit_log_target_idx on audit_log (target, id) where target is not null;
