-- Who waits for times that others have, with the finished form of the booking that it becomes.
-- Compatible from 0025: an older program frees times without serving anybody. Who waits is served by the next release that
-- a program of today sees to.

-- How many times one member may wait for at once; 0: nobody is put in line.
alter table settings
  add column max_waitlist_entries integer not null default 5,
  add constraint settings_max_waitlist_entries check (max_waitlist_entries between 0 and 99);

-- An entry is what one member waits for: one slot of a docent, or some of a room without a gap. It lives until it is
-- served or ended; that its time has begun is known by the clock, and written nowhere.
create table waitlist_entries (
  id integer generated always as identity constraint waitlist_entries_pkey primary key,
  member_id integer not null
    constraint waitlist_entries_member_fkey references members on delete cascade,
  kind text not null,
  date date not null,
  time text not null,
  end_time text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The texts of its docent or room when it was made, for when those are deleted.
  place jsonb not null,
  visitor jsonb not null,
  note text,
  created_at timestamptz not null,
  ended_at timestamptz,
  outcome text,
  -- The reservation that it became.
  reservation_id integer
    constraint waitlist_entries_reservation_fkey references reservations on delete set null
    constraint waitlist_entries_reservation_key unique,
  reason text,
  live boolean not null generated always as (ended_at is null) stored,
  constraint waitlist_entries_kind check (kind in ('VIP_TOUR', 'GROUP_MEETING')),
  constraint waitlist_entries_outcome check (outcome in ('served', 'left', 'removed', 'time_deleted', 'booked')),
  constraint waitlist_entries_ended check ((ended_at is null) = (outcome is null)),
  constraint waitlist_entries_served check (reservation_id is null or outcome = 'served'),
  constraint waitlist_entries_live_key unique (id, member_id, live)
);
create index waitlist_entries_member_idx on waitlist_entries (member_id);

-- The slots that an entry needs, all of them. Whether it lives follows the entry, by the key.
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
-- Asked for the slots that a release gives back.
create index waitlist_slots_slot_idx on waitlist_slots (slot_id);
-- One member has one live entry for a slot.
create unique index waitlist_slots_one_live on waitlist_slots (member_id, slot_id) where live;

-- The member's own phone hears of it; nobody else's screen shows it.
create trigger waitlist_entries_member_changed after insert or update or delete on waitlist_entries
  for each row execute function notify_member_changed();

-- And those of all who wait for a time of it: whoever comes to the line, is served or leaves it changes their places.
create function notify_line_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', 'member ' || member_id)
    from (select distinct w.member_id from changed c join waitlist_slots w using (slot_id) where w.live) as behind;
  return null;
end $$;
create trigger waitlist_slots_joined after insert on waitlist_slots
  referencing new table as changed for each statement execute function notify_line_changed();
create trigger waitlist_slots_served after update on waitlist_slots
  referencing new table as changed for each statement execute function notify_line_changed();
create trigger waitlist_slots_left after delete on waitlist_slots
  referencing old table as changed for each statement execute function notify_line_changed();
