-- The first thousand of those whom a deletion reaches are named in the order of their names, where all members were
-- sorted for it.
-- Compatible from 0025: only an index is added.

create index members_by_name_idx on members (name, id);
