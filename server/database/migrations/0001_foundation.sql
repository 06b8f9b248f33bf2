-- Every constraint has a name: the server turns a violated one into the answer that belongs to it.
-- No statement asks for an extension, so an ordinary database owner can run this.

create table members (
  id integer generated always as identity constraint members_pkey primary key,
  name text not null,
  -- The name as logins compare it: trimmed, inner spaces folded, lower case.
  name_key text not null,
  email text not null constraint members_email_key unique,
  phone text not null constraint members_phone_key unique,
  company_name text not null,
  position text not null,
  is_vip boolean not null default false,
  is_vvip boolean not null default false,
  created_at timestamptz not null,
  constraint members_email_lower check (email = lower(email)),
  constraint members_phone_form check (phone ~ '^010-\d{4}-\d{4}$'),
  constraint members_vvip_is_vip check (is_vip or not is_vvip)
);

create table admins (
  id integer generated always as identity constraint admins_pkey primary key,
  name text not null,
  password_hash text not null,
  created_at timestamptz not null,
  last_login_at timestamptz
);
create unique index admins_name_key on admins (lower(name));

create table sessions (
  -- SHA-256 of the cookie's token: who reads this table cannot sign in with it.
  token_hash bytea constraint sessions_pkey primary key,
  member_id integer constraint sessions_member_fkey references members on delete cascade,
  admin_id integer constraint sessions_admin_fkey references admins on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sessions_one_owner check (num_nonnulls(member_id, admin_id) = 1)
);
create index sessions_member_idx on sessions (member_id, created_at);
create index sessions_admin_idx on sessions (admin_id, created_at);
create index sessions_expires_idx on sessions (expires_at);

create table login_failures (
  -- What is counted: a phone, an administrator's name or an address.
  subject text not null,
  failed_at timestamptz not null
);
create index login_failures_idx on login_failures (subject, failed_at);

create table email_codes (
  id integer generated always as identity constraint email_codes_pkey primary key,
  email text not null,
  code_hash bytea not null,
  requested_at timestamptz not null,
  wrong_tries integer not null default 0,
  verified_at timestamptz,
  -- Set when a newer code replaced this one, or when it has completed a registration.
  ended_at timestamptz
);
create index email_codes_email_idx on email_codes (email, requested_at);
create unique index email_codes_one_live on email_codes (email) where ended_at is null;

create table settings (
  -- One row, by structure.
  only_row boolean not null default true constraint settings_pkey primary key,
  event_name text not null,
  contact_email text not null,
  display_names text not null default 'full',
  constraint settings_only_row check (only_row),
  constraint settings_display_names check (display_names in ('full', 'masked', 'hidden'))
);
insert into settings (event_name, contact_email) values ('2025 트레이드쇼', 'contact@example.com');

create table event_dates (
  id integer generated always as identity constraint event_dates_pkey primary key,
  date date not null constraint event_dates_date_key unique
);

create table docents (
  id integer generated always as identity constraint docents_pkey primary key,
  name text not null,
  language text not null,
  start_point text not null,
  is_vip boolean not null default false,
  is_vvip boolean not null default false,
  constraint docents_vvip_is_vip check (is_vip or not is_vvip)
);

create table rooms (
  id integer generated always as identity constraint rooms_pkey primary key,
  name text not null,
  floor integer not null,
  size integer not null,
  is_vip boolean not null default false,
  is_vvip boolean not null default false,
  constraint rooms_floor_range check (floor between 1 and 999),
  constraint rooms_size_range check (size between 1 and 999),
  constraint rooms_vvip_is_vip check (is_vip or not is_vvip)
);

-- What was agreed, as a document: the links may become null when what they point to is deleted, the texts stay.
create table reservations (
  id integer generated always as identity constraint reservations_pkey primary key,
  kind text not null,
  status text not null default 'PENDING',
  version integer not null default 1,
  member_id integer constraint reservations_member_fkey references members on delete set null,
  docent_id integer constraint reservations_docent_fkey references docents on delete set null,
  room_id integer constraint reservations_room_fkey references rooms on delete set null,
  event_date_id integer constraint reservations_event_date_fkey references event_dates on delete set null,
  date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The docent's name, language and start point, or the room's name, floor and size.
  place jsonb not null,
  visitor jsonb not null,
  -- The member's name, company_name, position and phone.
  member jsonb not null,
  note text,
  feedback text,
  cancel_note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A reservation that holds slots; slots can only point to one that does.
  holds boolean not null generated always as (status not in ('REJECTED', 'CANCELLED')) stored,
  constraint reservations_kind check (kind in ('VIP_TOUR', 'GROUP_MEETING')),
  constraint reservations_status check
    (status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED', 'COMPLETED', 'REJECTED', 'CANCELLED')),
  constraint reservations_span check (starts_at < ends_at),
  constraint reservations_party check ((visitor ->> 'count')::integer >= 1),
  constraint reservations_hold_key unique (id, kind, holds)
);
create index reservations_member_idx on reservations (member_id, starts_at desc);
create index reservations_status_idx on reservations (status, date);
create index reservations_date_idx on reservations (date, starts_at);

-- A bookable time. It is held by the reservation that reservation_id names; one column holds one value, so no slot is
-- ever sold twice.
create table slots (
  id integer generated always as identity constraint slots_pkey primary key,
  kind text not null generated always as (case when docent_id is null then 'GROUP_MEETING' else 'VIP_TOUR' end) stored,
  docent_id integer constraint slots_docent_fkey references docents,
  room_id integer constraint slots_room_fkey references rooms,
  event_date_id integer not null constraint slots_event_date_fkey references event_dates,
  time text not null,
  end_time text not null,
  duration integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_locked boolean not null default false,
  reservation_id integer,
  -- Always true: part of the key below, which lets only a reservation that holds be pointed to.
  reservation_holds boolean not null default true constraint slots_reservation_holds check (reservation_holds),
  constraint slots_one_place check (num_nonnulls(docent_id, room_id) = 1),
  constraint slots_time_form check (time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint slots_end_time_form check (end_time ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  constraint slots_duration check (duration >= 1 and extract(epoch from ends_at - starts_at) = duration * 60),
  -- Rejecting or cancelling a reservation turns its holds to false, which this key refuses while a slot still points
  -- to it; and a tour can only hold docents' slots, a meeting only rooms'.
  constraint slots_reservation_fkey foreign key (reservation_id, kind, reservation_holds)
    references reservations (id, kind, holds),
  -- Ranges of one number stand in for equality, which GiST knows only with an extension.
  constraint slots_docent_no_overlap exclude using gist
    (int4range(docent_id, docent_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&) where (docent_id is not null),
  constraint slots_room_no_overlap exclude using gist
    (int4range(room_id, room_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&) where (room_id is not null)
);
create index slots_date_docent_idx on slots (event_date_id, docent_id, starts_at) where docent_id is not null;
create index slots_date_room_idx on slots (event_date_id, room_id, starts_at) where room_id is not null;
create index slots_reservation_idx on slots (reservation_id) where reservation_id is not null;
create unique index slots_one_a_tour on slots (reservation_id) where docent_id is not null and reservation_id is not null;

-- The times that a reservation was made for, which outlive the slots themselves.
create table reservation_slots (
  reservation_id integer not null constraint reservation_slots_reservation_fkey references reservations on delete cascade,
  position integer not null,
  slot_id integer constraint reservation_slots_slot_fkey references slots on delete set null,
  time text not null,
  end_time text not null,
  duration integer not null,
  constraint reservation_slots_pkey primary key (reservation_id, position)
);
create index reservation_slots_slot_idx on reservation_slots (slot_id);

create table reservation_history (
  id integer generated always as identity constraint reservation_history_pkey primary key,
  reservation_id integer not null constraint reservation_history_reservation_fkey references reservations on delete cascade,
  at timestamptz not null,
  actor_kind text not null,
  -- The name at that time; the account may be gone later.
  actor text not null,
  action text not null,
  from_status text,
  to_status text not null,
  reason text,
  constraint reservation_history_actor_kind check (actor_kind in ('member', 'admin', 'service'))
);
create index reservation_history_reservation_idx on reservation_history (reservation_id, id);

-- Every mail, written in the transaction of what it tells; the queue carries only its id.
create table mails (
  id integer generated always as identity constraint mails_pkey primary key,
  kind text not null,
  reservation_id integer constraint mails_reservation_fkey references reservations on delete set null,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  calendar text,
  calendar_method text,
  -- Made from what the mail tells, so that telling it twice is refused here.
  message_id text not null constraint mails_message_id_key unique,
  status text not null default 'queued',
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint mails_status check (status in ('queued', 'sent', 'failed')),
  constraint mails_calendar check (num_nonnulls(calendar, calendar_method) <> 1),
  constraint mails_calendar_method check (calendar_method in ('REQUEST', 'CANCEL'))
);
create index mails_created_idx on mails (created_at desc, id desc);

-- Tells every server process that what the schedule shows has changed, once a statement, when it commits.
create function notify_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', '');
  return null;
end $$;
create trigger event_dates_changed after insert or update or delete or truncate on event_dates
  for each statement execute function notify_changed();
create trigger docents_changed after insert or update or delete or truncate on docents
  for each statement execute function notify_changed();
create trigger rooms_changed after insert or update or delete or truncate on rooms
  for each statement execute function notify_changed();
create trigger slots_changed after insert or update or delete or truncate on slots
  for each statement execute function notify_changed();
create trigger reservations_changed after insert or update or delete or truncate on reservations
  for each statement execute function notify_changed();
