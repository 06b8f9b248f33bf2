-- Addresses under which a docent, or whoever looks after a room, reads the own day sheet without an account.
create table day_sheet_links (
  id integer generated always as identity constraint day_sheet_links_pkey primary key,
  -- SHA-256 of the token in the address, which is told once and kept nowhere.
  token_hash bytea not null constraint day_sheet_links_token_hash_key unique,
  docent_id integer constraint day_sheet_links_docent_fkey references docents on delete cascade,
  room_id integer constraint day_sheet_links_room_fkey references rooms on delete cascade,
  -- Null for every date of the event.
  date date,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  -- The name at that time; the account may be gone later.
  created_by text not null,
  last_used_at timestamptz,
  constraint day_sheet_links_one_place check (num_nonnulls(docent_id, room_id) = 1),
  constraint day_sheet_links_span check (created_at < expires_at)
);
