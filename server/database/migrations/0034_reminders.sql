-- Members are reminded of what is agreed, and the approver of requests that wait.
-- Compatible from 0025: what an older program agrees is planned later, and what it calls off is looked at before a reminder
-- leaves.

-- A reminder stands here from the agreement on. It counts while its reservation is approved and begins at `starts_at`.
create table reminders (
  reservation_id integer not null constraint reminders_reservation_fkey references reservations on delete cascade,
  kind text not null constraint reminders_kind check (kind in ('evening', 'before')),
  starts_at timestamptz not null,
  due_at timestamptz not null,
  -- From then on it is of no use.
  lapses_at timestamptz not null,
  ended_at timestamptz,
  outcome text constraint reminders_outcome check (outcome in ('due', 'lapsed')),
  -- A reservation is reminded of once of each kind for each start that it has had.
  constraint reminders_pkey primary key (reservation_id, kind, starts_at),
  constraint reminders_end check (num_nulls(ended_at, outcome) in (0, 2)),
  constraint reminders_span check (due_at <= lapses_at)
);
-- Looked at several times a minute, for those that are due or have lapsed.
create index reminders_waiting_idx on reminders (due_at) where ended_at is null;

alter table settings
  add column reminders boolean not null default true,
  add column reminder_evening boolean not null default true,
  add column reminder_before boolean not null default true,
  add column reminder_minutes integer not null default 20
    constraint settings_reminder_minutes check (reminder_minutes between 5 and 180),
  add column reminders_by_mail boolean not null default true,
  add column request_alerts boolean not null default true,
  add column request_alert_hours integer not null default 2
    constraint settings_request_alert_hours check (request_alert_hours between 1 and 72),
  add column request_hours_from text not null default '09:00'
    constraint settings_request_hours_from check (request_hours_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column request_hours_until text not null default '18:00'
    constraint settings_request_hours_until check (request_hours_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- The last mail about requests that wait.
  add column requests_told_at timestamptz,
  add constraint settings_request_hours check (request_hours_from < request_hours_until);

-- An event that is under way goes on as before, until an administrator switches them on.
update settings set reminders = false, request_alerts = false where exists (select from reservations);
