-- Who changed what when, written in the transaction of the change. It holds no visitor's or member's texts, only their
-- numbers, so that erasing a member leaves nothing to erase here.
create table audit_log (
  id integer generated always as identity constraint audit_log_pkey primary key,
  at timestamptz not null,
  -- No link, and the name of that time: the account may be gone later.
  admin_id integer not null,
  admin text not null,
  -- Method and path of the call.
  action text not null,
  -- What it was done to, such as 'docent 7'; null when that is not one thing.
  target text,
  summary text not null,
  details text not null
);

-- A mail that has to leave although its member is being erased loses its texts once it is sent or given up.
alter table mails add column erase_when_done boolean not null default false;
create index mails_reservation_idx on mails (reservation_id);

create trigger settings_changed after insert or update or delete or truncate on settings
  for each statement execute function notify_changed();
