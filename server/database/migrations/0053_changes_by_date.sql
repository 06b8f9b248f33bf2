-- A change of reservations says of which dates it is, so that what is kept of all others stays.
-- Compatible from 0025: a program that knows nothing of dates reads what comes before them.

-- Parties are counted by date too. First, so that nobody waits for the locks below while it is built.
drop index reservations_parties_idx;
create index reservations_parties_idx on reservations (company, kind, status, ends_at) include (id, member_id, guests, date);

create or replace function notify_reservation_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', concat_ws(' ', 'reservations', pg_current_xact_id(), to_char(of_date, 'YYYY-MM-DD')))
    from unnest(array[old.date, new.date]) of_date where of_date is not null;
  return null;
end $$;

-- Bookings are quiet, of which 0027 says more, and do not call it.
create or replace trigger reservations_changed after insert or update or delete on reservations
  for each row when (current_setting('fairslot.quiet', true) is distinct from 'true')
  execute function notify_reservation_changed();
create trigger reservations_emptied after truncate on reservations
  for each statement execute function notify_changed();
