-- A change of times or reservations says of which dates they are, so that what is kept of all others stays.
-- Compatible from 0025: a program that knows nothing of dates reads what comes before them.

-- Of a date that is deleted in the same statement there is none to say: then it may be any.
create function notify_slot_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', concat_ws(' ', 'slots', pg_current_xact_id(),
      (select to_char(d.date, 'YYYY-MM-DD') from event_dates d where d.id = of_day)))
    from unnest(array[old.event_date_id, new.event_date_id]) of_day where of_day is not null;
  return null;
end $$;
create function notify_reservation_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', concat_ws(' ', 'reservations', pg_current_xact_id(), to_char(of_date, 'YYYY-MM-DD')))
    from unnest(array[old.date, new.date]) of_date where of_date is not null;
  return null;
end $$;

-- Bookings are quiet, of which 0027 says more, and call neither.
drop trigger slots_changed on slots;
create trigger slots_changed after insert or update or delete on slots
  for each row when (current_setting('fairslot.quiet', true) is distinct from 'true')
  execute function notify_slot_changed();
create trigger slots_emptied after truncate on slots for each statement execute function notify_changed();
drop trigger reservations_changed on reservations;
create trigger reservations_changed after insert or update or delete on reservations
  for each row when (current_setting('fairslot.quiet', true) is distinct from 'true')
  execute function notify_reservation_changed();
create trigger reservations_emptied after truncate on reservations
  for each statement execute function notify_changed();

-- Parties are counted by date too.
drop index reservations_parties_idx;
create index reservations_parties_idx on reservations (company, kind, status, ends_at) include (id, member_id, guests, date);
