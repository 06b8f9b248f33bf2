-- The whole database. Every constraint has a name: the server turns a violated one into the answer that belongs to it.
-- No statement asks for an extension, so an ordinary database owner can run this file.

-- Shared functions ----------------------------------------------------------------------------------------------------

-- The search key of a text: without case, accents, hyphens and spaces. The same as `searchKey` of domain/search-key.ts.
-- Syllables of Hangul are composed again at the end, so that 하 does not find 한.
create function search_key(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  -- Fast path: ASCII, Hangul syllables and the middle dot are the same in every Unicode normal form.
  is_plain constant boolean := given !~ '[^\u0001-\u007f\u00b7가-힣]';
  -- Collation C lowers only ASCII, in every database; other letters need a table.
  key text := lower(regexp_replace(case when is_plain then given else normalize(given, nfd) end,
    '[\u0009-\u000d \u00a0\u2000-\u200a\u3000\u2010-\u2015\u2212\u0300-\u036f-]', '', 'g') collate "C");
begin
  if is_plain then
    return key;
  end if;
  key := translate(key,
    'øØłŁđĐðÐħĦıŋŊŧŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
    'oollddddhhinnttαβγδεζηθικλμνξοπρσστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюя');
  key := replace(replace(replace(replace(key, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae');
  key := replace(replace(replace(replace(key, 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th');
  return normalize(key, nfc);
end $$;

-- Fails the transaction unless a condition holds; sent together with the statements that depend on it.
create function refuse_unless(is_so boolean, code text) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception 'refused' using errcode = code;
  end if;
end $$;

-- Notifies every server process of the topic that the trigger names, or of one thing: `member 7` from ('member', 'member_id').
create function notify_changed() returns trigger language plpgsql as $$
declare
  topic constant text := case tg_nargs when 1 then tg_argv[0]
    else tg_argv[0] || ' ' || coalesce(to_jsonb(new) ->> tg_argv[1], to_jsonb(old) ->> tg_argv[1]) end;
begin
  perform pg_notify('fairslot_changed', topic) where topic is not null;
  return null;
end $$;

-- Event and settings --------------------------------------------------------------------------------------------------

create table settings (
  only_row boolean not null default true constraint settings_pkey primary key constraint settings_only_row check (only_row),
  event_name text not null,
  contact_email text not null,
  accent_colour text constraint settings_accent_colour_check check (accent_colour ~ '^#[0-9a-f]{6}$'),
  -- Empty for the standard notice.
  privacy_notice text not null default '',
  max_reservations integer not null default 50 constraint settings_max_reservations check (max_reservations between 1 and 999),
  max_meeting_minutes integer not null default 180
    constraint settings_max_meeting_minutes check (max_meeting_minutes between 10 and 1440),
  -- Tours and meetings of one member together.
  max_minutes_per_day integer not null default 360
    constraint settings_max_minutes_per_day check (max_minutes_per_day between 10 and 1440),
  booking_opens_at timestamptz,
  booking_closes_minutes integer not null default 0
    constraint settings_booking_closes_minutes check (booking_closes_minutes between 0 and 10080),
  auto_approve text not null default 'none'
    constraint settings_auto_approve check (auto_approve in ('none', 'vvip', 'vip', 'all')),
  -- 0: no waiting list.
  max_waitlist_entries integer not null default 5
    constraint settings_max_waitlist_entries check (max_waitlist_entries between 0 and 99),
  arrivals boolean not null default true,
  second_factor_required boolean not null default false,
  -- One reason a line.
  reject_reasons text not null default '해당 시간에는 내부 행사가 예정되어 있습니다. 다른 시간으로 다시 신청해주세요.
같은 시간에 다른 예약이 먼저 확정되었습니다. 다른 시간으로 다시 신청해주세요.
방문 인원이 수용 인원을 초과합니다. 인원을 조정하여 다시 신청해주세요.',
  cancel_reasons text not null default '전시장 사정으로 진행이 어려워 취소되었습니다. 다른 시간으로 다시 신청해주세요.
담당 도슨트의 사정으로 진행이 어려워 취소되었습니다.
방문자의 요청으로 취소되었습니다.',

  display_names text not null default 'full'
    constraint settings_display_names check (display_names in ('full', 'masked', 'hidden')),
  display_titles text not null default 'shown' constraint settings_display_titles check (display_titles in ('shown', 'hidden')),
  screen_alerts boolean not null default true,
  alert_email text,
  walls_off_from text constraint settings_walls_off_from_check check (walls_off_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  walls_off_until text constraint settings_walls_off_until_check check (walls_off_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),

  reminders boolean not null default true,
  reminder_evening boolean not null default true,
  reminder_before boolean not null default true,
  reminder_minutes integer not null default 20 constraint settings_reminder_minutes check (reminder_minutes between 5 and 180),
  reminders_by_mail boolean not null default true,
  new_device_mails boolean not null default true,
  push_enabled boolean not null default true,
  push_approved boolean not null default true,
  push_rejected boolean not null default true,
  push_moved boolean not null default true,
  push_reminder boolean not null default true,
  undecided_mails boolean not null default true,
  request_alerts boolean not null default true,
  request_alert_hours integer not null default 2
    constraint settings_request_alert_hours check (request_alert_hours between 1 and 72),
  request_hours_from text not null default '09:00'
    constraint settings_request_hours_from check (request_hours_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  request_hours_until text not null default '18:00'
    constraint settings_request_hours_until check (request_hours_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  requests_told_at timestamptz,
  -- Days after the last date; null: personal data are never erased automatically.
  erase_after_days integer default 90 constraint settings_erase_after_days check (erase_after_days between 1 and 3650),
  erase_backups boolean not null default false,
  -- The day that administrators were last notified of, and when: an erasure is announced a week before.
  erasure_told_for date,
  erasure_told_at timestamptz,

  -- Derived from the secret of the installation: shows whether a later start has another one.
  secret_mark bytea,
  -- The sample event was created or declined: a later start must not create it again.
  had_sample boolean not null default false,
  setup_unneeded text[] not null default '{}',
  constraint settings_request_hours check (request_hours_from < request_hours_until),
  constraint settings_walls_off_check
    check (num_nulls(walls_off_from, walls_off_until) in (0, 2) and walls_off_from <> walls_off_until)
);
insert into settings (event_name, contact_email) values ('2025 트레이드쇼', 'contact@example.com');

create trigger settings_changed after insert or update or delete or truncate on settings
  for each statement execute function notify_changed('event');
create trigger settings_factor_changed after update on settings
  for each row when (old.second_factor_required is distinct from new.second_factor_required)
  execute function notify_changed('sessions');

create table event_images (
  name text constraint event_images_pkey primary key constraint event_images_name_check check (name in ('logo', 'picture', 'plan')),
  type text not null constraint event_images_type_check check (type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null,
  height integer not null,
  bytes bytea not null constraint event_images_bytes_check
    check (octet_length(bytes) <= case name when 'logo' then 300000 else 1000000 end),
  -- Part of the address of the image, so that browsers may cache it forever.
  hash text not null
);
create trigger event_images_changed after insert or update or delete or truncate on event_images
  for each statement execute function notify_changed('event');

create table event_dates (
  id integer generated always as identity constraint event_dates_pkey primary key,
  date date not null constraint event_dates_date_key unique,
  is_sample boolean not null default false
);
create trigger event_dates_changed after insert or update or delete or truncate on event_dates
  for each statement execute function notify_changed('event');

-- Nightly backups of this installation; a backup does not contain this table.
create table nightly_backup (
  only_row boolean not null default true
    constraint nightly_backup_pkey primary key constraint nightly_backup_only_row_check check (only_row),
  succeeded_at timestamptz,
  file text,
  failed_at timestamptz,
  failure text,
  constraint nightly_backup_file_check check (num_nulls(succeeded_at, file) in (0, 2)),
  constraint nightly_backup_failure_check check (num_nulls(failed_at, failure) in (0, 2))
);

-- Places and slots ----------------------------------------------------------------------------------------------------

create table docents (
  id integer generated always as identity constraint docents_pkey primary key,
  name text not null,
  language text not null,
  start_point text not null,
  is_vip boolean not null default false,
  is_vvip boolean not null default false,
  -- False once an administrator has edited it.
  is_sample boolean not null default false,
  constraint docents_vvip_is_vip check (is_vip or not is_vvip)
);
create trigger docents_changed after insert or update or delete or truncate on docents
  for each statement execute function notify_changed('event');

create table rooms (
  id integer generated always as identity constraint rooms_pkey primary key,
  name text not null,
  floor integer not null constraint rooms_floor_range check (floor between 1 and 999),
  size integer not null constraint rooms_size_range check (size between 1 and 999),
  is_vip boolean not null default false,
  is_vvip boolean not null default false,
  -- Part of the link that sets up a wall screen; ten hexadecimal digits, which can be typed by hand.
  screen_code text not null default left(replace(gen_random_uuid()::text, '-', ''), 10)
    constraint rooms_screen_code_key unique,
  is_sample boolean not null default false,
  constraint rooms_vvip_is_vip check (is_vip or not is_vvip)
);
create trigger rooms_changed after insert or update or delete or truncate on rooms
  for each statement execute function notify_changed('event');

create table screens (
  id integer generated always as identity constraint screens_pkey primary key,
  -- Made by the browser of the screen, which keeps it when it moves to another room.
  key text not null constraint screens_key_key unique,
  room_id integer not null constraint screens_room_fkey references rooms on delete cascade,
  name text,
  build text not null,
  width integer not null,
  height integer not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When its silence was mailed; null again as soon as the screen calls.
  told_at timestamptz,
  order_id text,
  order_kind text constraint screens_order_kind_check check (order_kind in ('identify', 'reload')),
  ordered_at timestamptz,
  order_heard_at timestamptz,
  constraint screens_order_check check (num_nulls(order_id, order_kind, ordered_at) in (0, 3))
);
-- Only when a screen is given an order, not at each of its calls.
create trigger screens_ordered after update of order_id on screens for each statement execute function notify_changed('event');

-- A bookable time. A single column names the reservation that holds it, so no slot is sold twice.
create table slots (
  id integer generated always as identity constraint slots_pkey primary key,
  kind text not null generated always as (case when docent_id is null then 'GROUP_MEETING' else 'VIP_TOUR' end) stored,
  docent_id integer constraint slots_docent_fkey references docents,
  room_id integer constraint slots_room_fkey references rooms,
  event_date_id integer not null constraint slots_event_date_fkey references event_dates,
  time text not null constraint slots_time_form check (time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  end_time text not null constraint slots_end_time_form check (end_time ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  duration integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_locked boolean not null default false,
  reservation_id integer,
  -- Always true: part of the key `slots_times_fkey` below.
  reservation_holds boolean not null default true constraint slots_reservation_holds check (reservation_holds),
  constraint slots_one_place check (num_nonnulls(docent_id, room_id) = 1),
  constraint slots_duration check (duration >= 1 and extract(epoch from ends_at - starts_at) = duration * 60),
  constraint slots_kind_key unique (id, kind),
  -- Ranges of one number, because GiST compares numbers only with an extension. Deferrable, so that one update shifts many.
  constraint slots_docent_no_overlap exclude using gist
    (int4range(docent_id, docent_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&) where (docent_id is not null) deferrable,
  constraint slots_room_no_overlap exclude using gist
    (int4range(room_id, room_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&) where (room_id is not null) deferrable
  -- With free space beside it, an updated row stays on its page and writes no index.
) with (fillfactor = 70);
create index slots_date_docent_idx on slots (event_date_id, docent_id, starts_at) where docent_id is not null;
create index slots_date_room_idx on slots (event_date_id, room_id, starts_at) where room_id is not null;

-- To lock, hold or release a slot changes bookings. Other changes alter which slots exist.
create trigger slots_booked after update of is_locked, reservation_id on slots
  for each statement execute function notify_changed('bookings');
create trigger slots_changed after insert or delete or truncate
  or update of docent_id, room_id, event_date_id, time, end_time, duration, starts_at on slots
  for each statement execute function notify_changed('event');

-- Members and sessions ------------------------------------------------------------------------------------------------

create table members (
  id integer generated always as identity constraint members_pkey primary key,
  name text not null,
  -- The name as logins compare it: trimmed, single spaces, lower case.
  name_key text not null,
  email text not null constraint members_email_key unique constraint members_email_lower check (email = lower(email)),
  phone text not null constraint members_phone_key unique
    constraint members_phone_form check (phone ~ '^010-\d{4}-\d{4}$'),
  company_name text not null,
  position text not null,
  is_vip boolean not null default false,
  is_vvip boolean not null default false,
  created_at timestamptz not null,
  -- Every new device after the first one is mailed.
  had_device boolean not null default false,
  -- The member ended all sessions with the mailed link: since then an unknown device must enter a mailed code.
  must_confirm_since timestamptz,
  search_key text not null generated always as (search_key(
    name || chr(31) || company_name || chr(31) || email || chr(31) || phone)) stored,
  is_sample boolean not null default false,
  constraint members_vvip_is_vip check (is_vip or not is_vvip)
);
create index members_by_name_idx on members (name, id);
create index members_vip_idx on members (id) include (is_vvip) where is_vip;
-- When one statement changes more than a hundred members, each process forgets all sessions.
create function notify_members_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', topic) from unnest((
    select case when count(*) > 100 then array['sessions'] else array_agg('member_session ' || o.id) end
    from old_members o join new_members n using (id)
    where (o.name, o.email, o.phone, o.company_name, o.position, o.is_vip, o.is_vvip)
      is distinct from (n.name, n.email, n.phone, n.company_name, n.position, n.is_vip, n.is_vvip))) as topic;
  return null;
end $$;
create trigger members_changed after update on members
  referencing old table as old_members new table as new_members
  for each statement execute function notify_members_changed();

create table admins (
  id integer generated always as identity constraint admins_pkey primary key,
  name text not null,
  role text not null default 'owner' constraint admins_role check (role in ('desk', 'manager', 'owner')),
  -- Null for an account of single sign-on.
  password_hash text,
  -- The identity provider's, and its name for the person, which it never gives to another one.
  issuer text,
  subject text,
  created_at timestamptz not null,
  last_login_at timestamptz,
  -- Known devices of an older version are void.
  password_version integer not null default 1,
  -- The password that the first start printed; false once it is replaced.
  password_is_printed boolean not null default false,
  -- A colleague has chosen the password and knows it.
  must_change_password boolean not null default false,
  constraint admins_one_way_in check (num_nonnulls(password_hash, issuer) = 1 and num_nulls(issuer, subject) in (0, 2)),
  constraint admins_identity_key unique (issuer, subject)
);
create unique index admins_name_key on admins (lower(name));
create trigger admins_changed after update on admins
  for each row when ((old.name, old.role) is distinct from (new.name, new.role))
  execute function notify_changed('admin_session', 'id');

create table second_factors (
  admin_id integer constraint second_factors_pkey primary key
    constraint second_factors_admin_fkey references admins on delete cascade,
  -- Encrypted with a key that is not in the database, so that a copy of the database does not contain it.
  sealed_key bytea not null,
  -- The 30-second step of the last accepted code: this step and all before are used up.
  last_step integer not null
);
create trigger second_factors_changed after insert or delete on second_factors
  for each row execute function notify_changed('admin_session', 'admin_id');

-- Deleted when used. Keyed hashes, because the codes are short.
create table recovery_codes (
  admin_id integer not null constraint recovery_codes_factor_fkey references second_factors on delete cascade,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (admin_id, code_hash)
);

create table sessions (
  -- SHA-256 of the token in the cookie, so that this table's contents cannot sign in.
  token_hash bytea constraint sessions_pkey primary key,
  member_id integer constraint sessions_member_fkey references members on delete cascade,
  admin_id integer constraint sessions_admin_fkey references admins on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  id integer generated always as identity constraint sessions_id_key unique,
  -- Browser and system, such as `Chrome · Android`.
  device text not null default '',
  -- Written at most once a minute.
  last_seen_at timestamptz not null,
  -- An administrator's last login or repeated password.
  confirmed_at timestamptz,
  constraint sessions_one_owner check (num_nonnulls(member_id, admin_id) = 1)
);
create index sessions_member_idx on sessions (member_id, created_at);
create index sessions_admin_idx on sessions (admin_id, created_at);
create index sessions_expires_idx on sessions (expires_at);
create trigger sessions_of_member_ended after delete or update of token_hash, member_id, admin_id, expires_at on sessions
  for each row execute function notify_changed('member_session', 'member_id');
create trigger sessions_of_admin_ended after delete or update of token_hash, member_id, admin_id, expires_at on sessions
  for each row execute function notify_changed('admin_session', 'admin_id');
create trigger sessions_emptied after truncate on sessions for each statement execute function notify_changed('sessions');

-- Browsers that have signed in to an account: failed logins elsewhere do not limit these.
create table known_devices (
  id integer generated always as identity constraint known_devices_pkey primary key,
  -- SHA-256 of the random token in the browser's cookie. Several accounts may know one browser.
  token_hash bytea not null,
  member_id integer constraint known_devices_member_fkey references members on delete cascade,
  admin_id integer constraint known_devices_admin_fkey references admins on delete cascade,
  password_version integer,
  -- The last session that began on it: to end that session from elsewhere voids the device too.
  session_hash bytea,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint known_devices_one_owner check (num_nonnulls(member_id, admin_id) = 1),
  constraint known_devices_version check (num_nulls(admin_id, password_version) in (0, 2)),
  constraint known_devices_member_key unique (member_id, token_hash),
  constraint known_devices_admin_key unique (admin_id, token_hash)
);
create index known_devices_token_idx on known_devices (token_hash);
create index known_devices_seen_idx on known_devices (last_seen_at);

create table attempts (
  kind text not null
    constraint attempts_kind_check check (kind in ('login', 'admin_login', 'code_request', 'login_code', 'code', 'admin_code', 'api_token')),
  -- A phone and the name that was tried for it, the name of an administrator, or an address.
  account text not null,
  guess text,
  -- The network, a device that the account knows, or the session. Searched by its beginning.
  origin text collate "C" not null,
  of_member boolean not null default false,
  at timestamptz not null
);
create index attempts_account_idx on attempts (account, at);
create index attempts_origin_idx on attempts (origin, at);
create index attempts_guess_idx on attempts (guess, at) where guess is not null;
create index attempts_members_idx on attempts (origin, account, at) where of_member;

create table email_codes (
  id integer generated always as identity constraint email_codes_pkey primary key,
  email text not null,
  code_hash bytea not null,
  requested_at timestamptz not null,
  wrong_tries integer not null default 0,
  verified_at timestamptz,
  -- Set when a newer code replaces this one, or when it was used.
  ended_at timestamptz,
  purpose text not null default 'sign_up' constraint email_codes_purpose check (purpose in ('sign_up', 'login'))
);
create index email_codes_email_idx on email_codes (email, requested_at);
create unique index email_codes_one_live on email_codes (email) where ended_at is null;

-- Answers to writes with an Idempotency-Key: a repeat gets the first answer again.
create table idempotency_keys (
  -- Such as 'member 12' or 'admin 3'.
  owner text not null,
  key text not null,
  request_hash bytea not null,
  -- Null only inside the transaction that writes.
  answer text,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (owner, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);

create table api_tokens (
  id integer generated always as identity constraint api_tokens_pkey primary key,
  name text not null,
  -- SHA-256 of the token, which is shown once and stored nowhere.
  token_hash bytea not null constraint api_tokens_token_hash_key unique,
  scopes text[] not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  -- A name, because the account may be deleted later.
  created_by text not null,
  last_used_at timestamptz
);
create trigger api_tokens_changed after delete or update of name, token_hash, scopes, expires_at on api_tokens
  for each row execute function notify_changed('api_token', 'id');

create table day_sheet_links (
  id integer generated always as identity constraint day_sheet_links_pkey primary key,
  token_hash bytea not null constraint day_sheet_links_token_hash_key unique,
  docent_id integer constraint day_sheet_links_docent_fkey references docents on delete cascade,
  room_id integer constraint day_sheet_links_room_fkey references rooms on delete cascade,
  -- Null for all dates of the event.
  date date,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null,
  last_used_at timestamptz,
  may_mark_arrivals boolean not null default false,
  constraint day_sheet_links_one_place check (num_nonnulls(docent_id, room_id) = 1),
  constraint day_sheet_links_span check (created_at < expires_at)
);

-- Reports that a docent or room is unavailable for part of a day.
create table day_reports (
  id integer generated always as identity constraint day_reports_pkey primary key,
  docent_id integer constraint day_reports_docent_fkey references docents on delete cascade,
  room_id integer constraint day_reports_room_fkey references rooms on delete cascade,
  date date not null,
  start_time text not null,
  end_time text not null,
  reason text not null,
  -- Counts corrections.
  version integer not null default 1,
  reported_at timestamptz not null,
  done_at timestamptz,
  done_by text,
  constraint day_reports_one_place check (num_nonnulls(docent_id, room_id) = 1),
  constraint day_reports_done check (num_nulls(done_at, done_by) in (0, 2))
);
create unique index day_reports_one_open_idx on day_reports (docent_id, room_id, date) nulls not distinct
  where done_at is null;
create trigger day_reports_changed after insert or update or delete on day_reports
  for each statement execute function notify_changed('bookings');

create table calendar_feeds (
  id integer generated always as identity constraint calendar_feeds_pkey primary key,
  token_hash bytea not null constraint calendar_feeds_token_hash_key unique,
  docent_id integer constraint calendar_feeds_docent_fkey references docents on delete cascade,
  room_id integer constraint calendar_feeds_room_fkey references rooms on delete cascade,
  member_id integer constraint calendar_feeds_member_fkey references members on delete cascade
    constraint calendar_feeds_member_key unique,
  created_at timestamptz not null,
  created_by text,
  last_used_at timestamptz,
  -- None is the whole event.
  constraint calendar_feeds_owner check (num_nonnulls(docent_id, room_id, member_id) <= 1),
  constraint calendar_feeds_maker check ((created_by is null) = (member_id is not null))
);

-- Reservations --------------------------------------------------------------------------------------------------------

-- A document of what was agreed: links become null when their target is deleted, the texts stay.
create table reservations (
  id integer generated always as identity constraint reservations_pkey primary key,
  kind text not null constraint reservations_kind check (kind in ('VIP_TOUR', 'GROUP_MEETING')),
  status text not null default 'PENDING' constraint reservations_status check
    (status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED', 'COMPLETED', 'REJECTED', 'CANCELLED')),
  version integer not null default 1,
  member_id integer constraint reservations_member_fkey references members on delete set null,
  docent_id integer constraint reservations_docent_fkey references docents on delete set null,
  room_id integer constraint reservations_room_fkey references rooms on delete set null,
  event_date_id integer constraint reservations_event_date_fkey references event_dates on delete set null,
  date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Name, language and start point of the docent, or name, floor and size of the room.
  place jsonb not null,
  visitor jsonb not null constraint reservations_party check ((visitor ->> 'count')::integer >= 1),
  -- Name, company_name, position and phone of the member.
  member jsonb not null,
  note text,
  feedback text,
  cancel_note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Only when it ended before its planned end; before its start too, when it never took place.
  ended_at timestamptz,
  arrived_at timestamptz,
  arrival_code text constraint reservations_arrival_code check (arrival_code ~ '^[2-9A-HJ-NP-Z]{6}$'),
  calendar_identity jsonb, -- UID and ORGANIZER of its calendar entry, as first sent.
  replaces_id integer constraint reservations_replaces_fkey references reservations on delete set null, -- Cancelled by its approval.
  -- True while it holds its slots, or held them until its end.
  holds boolean not null generated always as (status not in ('REJECTED', 'CANCELLED')) stored,
  live boolean not null generated always as (status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED')) stored,
  -- A live reservation must have a time at this position.
  first_time integer
    generated always as (case when status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED') then 1 end) stored,
  search_key text not null generated always as (search_key(
    coalesce(visitor ->> 'company', '') || chr(31) || coalesce(visitor ->> 'name', '') || chr(31)
    || coalesce(visitor ->> 'title', '') || chr(31) || coalesce(visitor ->> 'manager_name', '') || chr(31)
    || coalesce(visitor ->> 'phone', '') || chr(31) || coalesce(member ->> 'name', '') || chr(31)
    || coalesce(member ->> 'company_name', '') || chr(31) || coalesce(member ->> 'phone', '') || chr(31)
    || coalesce(place ->> 'name', ''))) stored,
  -- Cut, because the length of an index entry is limited.
  company text not null generated always as (left(coalesce(visitor ->> 'company', ''), 200)) stored,
  guests integer generated always as ((visitor ->> 'count')::integer) stored,
  constraint reservations_span check (starts_at < ends_at),
  constraint reservations_ended_early check (ended_at is null or (status = 'COMPLETED' and ended_at < ends_at)),
  constraint reservations_times_key unique (id, kind, live, holds)
);
create index reservations_member_idx on reservations (member_id, starts_at desc);
create index reservations_date_idx on reservations (date, starts_at);
create unique index reservations_one_change on reservations (replaces_id) where status = 'PENDING';
create unique index reservations_arrival_code_key on reservations (arrival_code) where arrival_code is not null;
-- Counters, statistics and the report read indexes alone.
create index reservations_counts_idx on reservations (status, date, kind, ends_at)
  include (id, member_id, event_date_id, docent_id, room_id);
create index reservations_waiting_idx on reservations (date, starts_at, id) include (status, kind, ends_at, created_at)
  where status in ('PENDING', 'CANCEL_REQUESTED');
create index reservations_feedback_idx on reservations (id) include (date) where feedback is not null;
create index reservations_parties_idx on reservations (company, kind, status, ends_at) include (id, member_id, guests, date);
create index reservations_exceptions_idx on reservations (date, kind, status, ends_at) include (arrived_at, ended_at, starts_at)
  where arrived_at is not null or ended_at < starts_at;

-- Six of 32 unlike characters, unique. Given at the first approval and kept, because mails and phones show it.
create function give_arrival_code() returns trigger language plpgsql as $$
declare noise bytea;
begin
  loop
    -- The first six bytes of such a UUID are random throughout.
    noise := uuid_send(gen_random_uuid());
    select string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', get_byte(noise, n) % 32 + 1, 1), '')
      into new.arrival_code from generate_series(0, 5) n;
    exit when not exists (select from reservations r where r.arrival_code = new.arrival_code);
  end loop;
  return new;
end $$;
create trigger reservations_arrival_code_given before insert or update of status on reservations
  for each row when (new.status = 'APPROVED' and new.arrival_code is null) execute function give_arrival_code();
create trigger reservations_changed after insert or update or delete or truncate on reservations
  for each statement execute function notify_changed('bookings');
create trigger reservations_member_changed after insert or update or delete on reservations
  for each row execute function notify_changed('member', 'member_id');

-- The times of a reservation, which stay when their slots are deleted.
create table reservation_slots (
  reservation_id integer not null,
  -- kind, live and holds follow the reservation by the foreign key.
  kind text not null,
  live boolean not null default true,
  holds boolean not null default true,
  position integer not null,
  slot_id integer,
  time text not null,
  end_time text not null,
  duration integer not null,
  constraint reservation_slots_pkey primary key (reservation_id, position),
  constraint reservation_slots_one_a_tour check (kind <> 'VIP_TOUR' or position = 1),
  constraint reservation_slots_live_has_slot check (not live or slot_id is not null),
  constraint reservation_slots_reservation_fkey foreign key (reservation_id, kind, live, holds)
    references reservations (id, kind, live, holds) on update cascade on delete cascade,
  -- A tour has slots of docents, a meeting has slots of rooms.
  constraint reservation_slots_slot_fkey foreign key (slot_id, kind) references slots (id, kind) on delete set null (slot_id),
  constraint reservation_slots_slot_key unique (slot_id, reservation_id, holds)
);
create unique index reservation_slots_one_live on reservation_slots (slot_id) where live;

-- A slot names a reservation that was made for it and that holds. Checked at the commit, because each row needs the other.
alter table slots add constraint slots_times_fkey foreign key (id, reservation_id, reservation_holds)
  references reservation_slots (slot_id, reservation_id, holds) deferrable initially deferred;
alter table reservations add constraint reservations_first_time_fkey foreign key (id, first_time)
  references reservation_slots (reservation_id, position) deferrable initially deferred;

-- The reverse: each time of a live reservation has a slot that names the reservation. No foreign key can say this.
create function refuse_unheld_time() returns trigger language plpgsql as $$
begin
  if exists (select from slots s where s.id = new.slot_id and s.reservation_id is distinct from new.reservation_id) then
    raise foreign_key_violation using constraint = 'reservation_slots_held', table = 'reservation_slots',
      message = 'a live reservation has a time of which it does not hold the slot';
  end if;
  return null;
end $$;
create trigger reservation_slots_held after insert or update on reservation_slots
  for each row when (new.live) execute function refuse_unheld_time();
create function refuse_release() returns trigger language plpgsql as $$
begin
  if exists (select from reservation_slots t join slots s on s.id = t.slot_id
      where s.id = new.id and t.live and s.reservation_id is distinct from t.reservation_id) then
    raise foreign_key_violation using constraint = 'slots_released', table = 'slots',
      message = 'a slot is taken from a live reservation';
  end if;
  return null;
end $$;
create constraint trigger slots_released after update of reservation_id on slots deferrable initially deferred
  for each row when (old.reservation_id is not null and new.reservation_id is distinct from old.reservation_id)
  execute function refuse_release();

-- A deleted slot changes what its member may do with the reservation.
create function notify_slot_gone() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', 'member ' || member_id)
  from reservations where id = new.reservation_id and member_id is not null;
  return null;
end $$;
create trigger reservation_slots_slot_gone after update of slot_id on reservation_slots
  for each row when (old.slot_id is distinct from new.slot_id) execute function notify_slot_gone();

create table reservation_history (
  id integer generated always as identity constraint reservation_history_pkey primary key,
  reservation_id integer not null constraint reservation_history_reservation_fkey references reservations on delete cascade,
  at timestamptz not null,
  actor_kind text not null constraint reservation_history_actor_kind check (actor_kind in ('member', 'admin', 'service')),
  -- A name, because the account may be deleted later.
  actor text not null,
  action text not null,
  from_status text,
  to_status text not null,
  reason text,
  -- The edited fields as [{ field, from, to }]; null without an edit, and after the member is erased.
  changes jsonb,
  -- The kind and the waiting time of a request, on the entry that decided it.
  decided_kind text,
  decided_minutes integer
);
create index reservation_history_reservation_idx on reservation_history (reservation_id, id);
create index reservation_history_shown_idx on reservation_history (at desc, reservation_id desc)
  where action = 'feedback' or (to_status in ('REJECTED', 'CANCELLED') and from_status <> to_status);
create index reservation_history_decided_idx on reservation_history (decided_kind, decided_minutes)
  where decided_kind is not null;

-- Waiting list --------------------------------------------------------------------------------------------------------

-- One member waits for one slot of a docent, or for adjacent slots of a room, with the completed form of the booking.
create table waitlist_entries (
  id integer generated always as identity constraint waitlist_entries_pkey primary key,
  member_id integer not null constraint waitlist_entries_member_fkey references members on delete cascade,
  kind text not null constraint waitlist_entries_kind check (kind in ('VIP_TOUR', 'GROUP_MEETING')),
  date date not null,
  time text not null,
  end_time text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The texts of the docent or room, for when it is deleted.
  place jsonb not null,
  visitor jsonb not null,
  note text,
  created_at timestamptz not null,
  ended_at timestamptz,
  outcome text constraint waitlist_entries_outcome
    check (outcome in ('served', 'left', 'removed', 'time_deleted', 'booked', 'expired')),
  reservation_id integer
    constraint waitlist_entries_reservation_fkey references reservations on delete set null
    constraint waitlist_entries_reservation_key unique,
  reason text,
  live boolean not null generated always as (ended_at is null) stored,
  constraint waitlist_entries_ended check ((ended_at is null) = (outcome is null)),
  constraint waitlist_entries_served check (reservation_id is null or outcome = 'served'),
  constraint waitlist_entries_live_key unique (id, member_id, live)
);
create index waitlist_entries_member_idx on waitlist_entries (member_id);
create trigger waitlist_entries_member_changed after insert or update or delete on waitlist_entries
  for each row execute function notify_changed('member', 'member_id');

-- All slots that an entry needs; live follows the entry by the foreign key.
create table waitlist_slots (
  entry_id integer not null,
  position integer not null,
  slot_id integer constraint waitlist_slots_slot_fkey references slots on delete set null,
  member_id integer not null,
  live boolean not null default true,
  constraint waitlist_slots_pkey primary key (entry_id, position),
  constraint waitlist_slots_entry_fkey foreign key (entry_id, member_id, live)
    references waitlist_entries (id, member_id, live) on update cascade on delete cascade
);
create index waitlist_slots_slot_idx on waitlist_slots (slot_id);
create unique index waitlist_slots_one_live on waitlist_slots (member_id, slot_id) where live;
-- An entry that is added, served or ended changes the positions of the others.
create function notify_line_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', 'member ' || member_id)
    from waitlist_slots where slot_id in (new.slot_id, old.slot_id) and live;
  return null;
end $$;
create trigger waitlist_slots_changed after insert or update or delete on waitlist_slots
  for each row execute function notify_line_changed();

-- Outbox --------------------------------------------------------------------------------------------------------------

-- Written in the transaction of their cause. `locked_until` is the lease of the process that sends a queued message.
create table mails (
  id integer generated always as identity constraint mails_pkey primary key,
  kind text not null,
  reservation_id integer constraint mails_reservation_fkey references reservations on delete set null,
  to_address text not null,
  subject text not null,
  -- The data of its text; null once it is erased.
  facts jsonb,
  -- Made from the cause, so that the same cause cannot mail twice.
  message_id text not null constraint mails_message_id_key unique,
  status text not null default 'queued' constraint mails_status check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  not_before timestamptz not null default '-infinity',
  locked_until timestamptz not null default '-infinity',
  -- Since when the mail server accepts no mails at all.
  held_since timestamptz,
  priority integer not null default 1,
  resent_at timestamptz,
  -- Its member was erased while it waited.
  erase_when_done boolean not null default false,
  search_key text not null generated always as (search_key(to_address || chr(31) || subject)) stored
);
create index mails_unsent_idx on mails (status, priority, id) where status in ('queued', 'failed');
create index mails_reservation_idx on mails (reservation_id);
create index mails_address_idx on mails (to_address);
create index mails_held_idx on mails (priority, id) where status = 'queued' and held_since is not null;
create index mails_resent_idx on mails (resent_at) where resent_at is not null;
-- The list and the report read indexes alone. The last test mail shows whether mails leave.
create index mails_listed_idx on mails (created_at desc, id desc) include (status, search_key);
create index mails_counts_idx on mails (kind, status, to_address);

-- Valid while its reservation is approved and begins at `starts_at`.
create table reminders (
  reservation_id integer not null constraint reminders_reservation_fkey references reservations on delete cascade,
  kind text not null constraint reminders_kind check (kind in ('evening', 'before')),
  starts_at timestamptz not null,
  due_at timestamptz not null,
  lapses_at timestamptz not null,
  ended_at timestamptz,
  outcome text constraint reminders_outcome check (outcome in ('due', 'lapsed')),
  constraint reminders_pkey primary key (reservation_id, kind, starts_at),
  constraint reminders_end check (num_nulls(ended_at, outcome) in (0, 2)),
  constraint reminders_span check (due_at <= lapses_at)
);
create index reminders_waiting_idx on reminders (due_at) where ended_at is null;

create table push_subscriptions (
  id integer generated always as identity constraint push_subscriptions_pkey primary key,
  member_id integer not null constraint push_subscriptions_member_fkey references members on delete cascade,
  -- SHA-256 of the endpoint: a browser belongs to one member at a time.
  endpoint_hash bytea not null constraint push_subscriptions_endpoint_key unique,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  -- The public key of the service at the subscription; it cannot be reached with another one.
  server_key text not null,
  -- The session that subscribed: its logout ends the subscription, its expiry does not.
  session_hash bytea not null,
  created_at timestamptz not null
);
create index push_subscriptions_member_idx on push_subscriptions (member_id);
create index push_subscriptions_session_idx on push_subscriptions (session_hash);

create table pushes (
  id integer generated always as identity constraint pushes_pkey primary key,
  subscription_id integer not null constraint pushes_subscription_fkey references push_subscriptions on delete cascade,
  reservation_id integer not null constraint pushes_reservation_fkey references reservations on delete cascade,
  -- Such as `approved.2`, of the second version: a device is notified once of the same fact.
  fact text not null,
  payload text not null,
  is_urgent boolean not null,
  status text not null default 'queued' constraint pushes_status check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  not_before timestamptz not null default '-infinity',
  locked_until timestamptz not null default '-infinity',
  expires_at timestamptz not null,
  constraint pushes_fact_key unique (reservation_id, subscription_id, fact)
);
create index pushes_queued_idx on pushes (id) where status = 'queued';
create index pushes_subscription_idx on pushes (subscription_id);

create table webhooks (
  id integer generated always as identity constraint webhooks_pkey primary key,
  name text not null,
  url text not null,
  events text[] not null,
  is_on boolean not null,
  -- The signing secret is derived from this and the secret of the installation: each alone is worthless.
  secret_salt bytea not null,
  former_salt bytea,
  renewed_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  -- The first failure since the last success, and whether the log has told that it lasts.
  failing_since timestamptz,
  failing_told boolean not null default false,
  -- When the receiver wanted no more deliveries, which switched the webhook off.
  gone_at timestamptz,
  -- When the events were changed last: what ended before is not told.
  chosen_at timestamptz
);

-- Contains no personal data: the body is made when it is sent.
create table webhook_deliveries (
  id integer generated always as identity constraint webhook_deliveries_pkey primary key,
  webhook_id integer not null constraint webhook_deliveries_webhook_fkey references webhooks on delete cascade,
  -- The same for every webhook and every attempt.
  event_id uuid not null,
  type text not null,
  reservation_id integer constraint webhook_deliveries_reservation_fkey references reservations on delete cascade,
  history_id integer,
  -- Without a foreign key, because the event of an erasure is sent after it.
  member_id integer,
  occurred_at timestamptz not null,
  status text not null default 'queued'
    constraint webhook_deliveries_status_check check (status in ('queued', 'sent', 'failed', 'expired')),
  attempts integer not null default 0,
  not_before timestamptz not null default '-infinity',
  locked_until timestamptz not null default '-infinity',
  -- The last attempt: the status of its answer, or why there was none.
  answer integer,
  last_error text,
  done_at timestamptz
);
create index webhook_deliveries_undone_idx on webhook_deliveries (webhook_id, status, id) where status in ('queued', 'failed');
create index webhook_deliveries_reservation_idx on webhook_deliveries (reservation_id, webhook_id, id);
create index webhook_deliveries_member_idx on webhook_deliveries (member_id, webhook_id, id) where member_id is not null;
create index webhook_deliveries_webhook_idx on webhook_deliveries (webhook_id, id);
-- Every change of a reservation writes its history, so each change is delivered; kept while the webhook is off.
create function enqueue_webhook_deliveries() returns trigger language plpgsql as $$
begin
  if not exists (select from webhooks) then return null; end if;
  with told as materialized (
    select gen_random_uuid() as event_id, id as history_id, reservation_id, at, type
    from added join (values ('create', 'reservation.created'), ('move', 'reservation.moved'), ('cancel', 'reservation.cancelled'),
      ('approve', 'reservation.decided'), ('reject', 'reservation.decided'),
      ('approve_cancellation', 'reservation.decided'), ('reject_cancellation', 'reservation.decided'),
      ('request_cancellation', 'reservation.cancel_requested'), ('reject_cancellation', 'reservation.cancel_refused'),
      ('complete', 'reservation.completed'), ('end_early', 'reservation.ended_early'),
      ('edit_visitor', 'reservation.visitor_changed')) as kinds (action, type) using (action)
    where action <> 'edit_visitor' or changes <> '[]'
  )
  insert into webhook_deliveries (webhook_id, event_id, type, reservation_id, history_id, occurred_at)
  select w.id, t.event_id, t.type, t.reservation_id, t.history_id, t.at
  from told t join webhooks w on t.type = any (w.events)
  order by t.history_id, w.id;
  return null;
end $$;
create trigger reservation_history_told after insert on reservation_history
  referencing new table as added for each statement execute function enqueue_webhook_deliveries();

-- Audit and erasure ---------------------------------------------------------------------------------------------------

-- Written in the transaction of the change. Contains numbers of members and no texts. The network and device of a login are erased after 30 days.
create table audit_log (
  id integer generated always as identity constraint audit_log_pkey primary key,
  at timestamptz not null,
  -- No foreign key, and the name of that time: the account may be deleted later.
  admin_id integer not null,
  admin text not null,
  action text not null,
  -- Such as 'docent 7'; null when it is not one thing.
  target text,
  summary text not null,
  -- The names of the changed fields; null where the caller did not say what the change was made from.
  fields text[],
  network text, device text, details jsonb not null
);
create index audit_log_target_idx on audit_log (target, id) where target is not null;

create table erasures (
  id integer generated always as identity constraint erasures_pkey primary key,
  at timestamptz not null,
  -- The day on which it was due, so that one process does it; null when an administrator asked for it.
  due_on date constraint erasures_due_on_key unique,
  with_backups boolean not null,
  members_normal integer not null,
  members_vip integer not null,
  members_vvip integer not null,
  waits_tours integer not null,
  waits_tours_served integer not null,
  waits_meetings integer not null,
  waits_meetings_served integer not null,
  -- False once the next event has begun.
  of_this_event boolean not null default true
);

-- What the report counts of an erased reservation. The company is a number without a meaning.
create table erased_parties (
  reservation_id integer constraint erased_parties_pkey primary key
    constraint erased_parties_reservation_fkey references reservations on delete cascade,
  tier text constraint erased_parties_tier check (tier in ('normal', 'vip', 'vvip')),
  company integer,
  had_feedback boolean not null
);
