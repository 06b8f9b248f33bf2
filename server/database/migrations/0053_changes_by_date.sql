-- A change of times or reservations says of which dates it is, so that what is kept of all others stays.
-- Compatible from 0025: a program that knows nothing of dates reads what comes before them.

-- Parties are counted by date too. First, so that nobody waits for the locks below while it is built.
drop index reservations_parties_idx;
create index reservations_parties_idx on reservations (company, kind, status, ends_at) include (id, member_id, guests, date);

-- A slot that is locked, held or released is told of by its date. One that is new, gone or of another time changes which
-- slots there are, as lists show it that no booking changes.
create or replace function notify_slot_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.docent_id, old.room_id, old.event_date_id, old.time, old.duration)
    is not distinct from (new.docent_id, new.room_id, new.event_date_id, new.time, new.duration) then
    perform pg_notify('fairslot_changed', concat_ws(' ', 'slots', pg_current_xact_id(),
      (select to_char(d.date, 'YYYY-MM-DD') from event_dates d where d.id = new.event_date_id)));
  else
    perform pg_notify('fairslot_changed', 'slot_times ' || pg_current_xact_id());
  end if;
  return null;
end $$;
create or replace function notify_reservation_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', concat_ws(' ', 'reservations', pg_current_xact_id(), to_char(of_date, 'YYYY-MM-DD')))
    from unnest(array[old.date, new.date]) of_date where of_date is not null;
  return null;
end $$;

-- Bookings are quiet, of which 0027 says more, and call neither.
create or replace trigger reservations_changed after insert or update or delete on reservations
  for each row when (current_setting('fairslot.quiet', true) is distinct from 'true')
  execute function notify_reservation_changed();
create trigger reservations_emptied after truncate on reservations
  for each statement execute function notify_changed();
create or replace trigger slots_changed after insert or update or delete on slots
  for each row when (current_setting('fairslot.quiet', true) is distinct from 'true')
  execute function notify_slot_changed();
create trigger slots_emptied after truncate on slots for each statement execute function notify_slot_changed();
