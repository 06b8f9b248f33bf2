-- The few members of a tier are counted and looked up from an index, where the report of an event read every member.
-- Compatible from 0025: only an index is added.

create index members_vip_idx on members (id) include (is_vvip) where is_vip;
