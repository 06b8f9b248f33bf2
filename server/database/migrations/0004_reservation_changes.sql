-- What an edit changed, as [{ field, from, to }]: whoever comes second is told what the first one did. Null for what
-- changes nothing but the status, and once the member is erased.
alter table reservation_history add column changes jsonb;
