-- Compatible from 0025: a table of its own, which goes with its docent, room or member.

-- Addresses under which a calendar program reads the reservations of one docent, one room or one member again and again.
create table calendar_feeds (
  id integer generated always as identity constraint calendar_feeds_pkey primary key,
  -- SHA-256 of the token in the address, which is told once and kept nowhere.
  token_hash bytea not null constraint calendar_feeds_token_hash_key unique,
  docent_id integer constraint calendar_feeds_docent_fkey references docents on delete cascade,
  room_id integer constraint calendar_feeds_room_fkey references rooms on delete cascade,
  -- A member has one; a new one takes its place.
  member_id integer constraint calendar_feeds_member_fkey references members on delete cascade
    constraint calendar_feeds_member_key unique,
  created_at timestamptz not null,
  -- The administrator's name at that time; null of a member's own.
  created_by text,
  last_used_at timestamptz,
  constraint calendar_feeds_one_owner check (num_nonnulls(docent_id, room_id, member_id) = 1),
  constraint calendar_feeds_maker check ((created_by is null) = (member_id is not null))
);
create index calendar_feeds_docent_idx on calendar_feeds (docent_id) where docent_id is not null;
create index calendar_feeds_room_idx on calendar_feeds (room_id) where room_id is not null;
