-- Compatible from 0025: what is added has defaults, and an earlier program writes none of it.
-- After its last date an event ends: its personal data are erased on a day that administrators know, and the counts stay.
alter table settings
  -- So many days after the last date; null where they are never erased by themselves.
  add column erase_after_days integer default 90
    constraint settings_erase_after_days check (erase_after_days between 1 and 3650),
  -- Whether nightly backups that still hold them go as well.
  add column erase_backups boolean not null default false,
  -- The day that administrators were last told of, and when: nothing is erased that was not announced a week before.
  add column erasure_told_for date,
  add column erasure_told_at timestamptz;

create table erasures (
  id integer generated always as identity constraint erasures_pkey primary key,
  at timestamptz not null,
  -- The day on which it was due: of any number of processes one erases. Null for one that an administrator asked for.
  due_on date constraint erasures_due_on_key unique,
  with_backups boolean not null,
  -- How many members there were, of each tier.
  members_normal integer not null,
  members_vip integer not null,
  members_vvip integer not null,
  -- How many waited for a time, and how many of those got it.
  waits_tours integer not null,
  waits_tours_served integer not null,
  waits_meetings integer not null,
  waits_meetings_served integer not null,
  -- False once the next event has begun: what was counted before is not its.
  of_this_event boolean not null default true
);

-- The facts of a reservation that its erased texts were counted by. A company is a number that says nothing else.
create table erased_parties (
  reservation_id integer constraint erased_parties_pkey primary key
    constraint erased_parties_reservation_fkey references reservations on delete cascade,
  tier text constraint erased_parties_tier check (tier in ('normal', 'vip', 'vvip')),
  company integer,
  had_feedback boolean not null
);
