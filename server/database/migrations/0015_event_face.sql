-- The event's own face: one colour, and one logo as it was uploaded.
alter table settings add column accent_colour text
  constraint settings_accent_colour_check check (accent_colour ~ '^#[0-9a-f]{6}$');

create table event_logo (
  only_row boolean not null default true constraint event_logo_pkey primary key constraint event_logo_only_row_check check (only_row),
  type text not null constraint event_logo_type_check check (type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null,
  height integer not null,
  bytes bytea not null constraint event_logo_bytes_check check (octet_length(bytes) <= 300000),
  -- Names the picture in its address, so that browsers may keep it for good.
  hash text not null
);

create trigger event_logo_changed after insert or update or delete or truncate on event_logo
  for each statement execute function notify_changed();
