-- What a screen on a wall proves its room with: it stands in the room's set-up link, and is typed by hand where a
-- screen has no camera. Ten digits are plenty for what they open, which is to say that one hangs there.
alter table rooms add column screen_code text not null
  default left(replace(gen_random_uuid()::text, '-', ''), 10)
  constraint rooms_screen_code_key unique;

-- Screens that were set up with such a link, each since it first said so.
create table screens (
  id integer generated always as identity constraint screens_pkey primary key,
  -- Made by the screen's browser: one row for each, whichever room it is moved to.
  key text not null constraint screens_key_key unique,
  room_id integer not null constraint screens_room_fkey references rooms on delete cascade,
  build text not null,
  width integer not null,
  height integer not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When its silence was told by mail; null again as soon as it is heard.
  told_at timestamptz
);
create index screens_room_idx on screens (room_id);

alter table settings add column screen_alerts boolean not null default true;
