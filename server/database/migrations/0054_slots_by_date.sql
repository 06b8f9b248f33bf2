-- A change of slots says of which date it is, or that there are others.
-- Compatible from 0025: a program that knows nothing of dates reads what comes before them, and takes other slots for a change of
-- anything.
-- In its first form 0053 made these triggers, and told of no slots that are new or gone: where that ran, they are replaced.

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

-- Bookings are quiet, of which 0027 says more, and do not call it.
create or replace trigger slots_changed after insert or update or delete on slots
  for each row when (current_setting('fairslot.quiet', true) is distinct from 'true')
  execute function notify_slot_changed();
create or replace trigger slots_emptied after truncate on slots for each statement execute function notify_slot_changed();
