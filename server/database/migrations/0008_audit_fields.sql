-- Which fields of a thing a change has set anew, by name and without their values: whoever comes second is told by whom
-- each was changed. Null where the caller did not say what the change was made from.
alter table audit_log add column fields text[];
