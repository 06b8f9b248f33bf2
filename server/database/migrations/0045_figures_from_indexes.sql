-- The report of an event and what an erasure would take are read from indexes alone, where they read every row.
-- Compatible from 0025: the database makes what is added itself, whichever program writes.

-- The party of a reservation as it is counted. The texts are bounded elsewhere; one that is not must not fail a booking by
-- its length.
alter table reservations
  add column company text not null generated always as (left(coalesce(visitor ->> 'company', ''), 200)) stored,
  add column guests integer generated always as ((visitor ->> 'count')::integer) stored;
-- In the order of companies, so that counting them hashes nothing.
create index reservations_parties_idx on reservations (company, kind, status, ends_at) include (id, member_id, guests);

-- How long the request of a reservation of this kind had waited, on the step that first approved or rejected it.
alter table reservation_history add column decided_kind text, add column decided_minutes integer;
update reservation_history h
  set decided_kind = r.kind, decided_minutes = round(extract(epoch from h.at - r.created_at) / 60)::integer
  from reservations r
  where r.id = h.reservation_id and h.from_status = 'PENDING' and h.to_status in ('APPROVED', 'REJECTED');
create function time_decision() returns trigger language plpgsql as $$
begin
  select r.kind, round(extract(epoch from new.at - r.created_at) / 60)::integer
    into new.decided_kind, new.decided_minutes from reservations r where r.id = new.reservation_id;
  return new;
end $$;
create trigger reservation_history_timed before insert on reservation_history
  for each row when (new.from_status = 'PENDING' and new.to_status in ('APPROVED', 'REJECTED'))
  execute function time_decision();
create index reservation_history_decided_idx on reservation_history (decided_kind, decided_minutes)
  where decided_kind is not null;

-- How many mails of each kind have left, and how many are of somebody.
create index mails_counts_idx on mails (kind, status, to_address);

-- Arrivals, and what was ended before its start, so that nobody could come: all that they are taken from has an index.
drop index reservations_arrived_idx;
create index reservations_arrived_idx on reservations (date, kind, status, ends_at) where arrived_at is not null;
create index reservations_unbegun_idx on reservations (date, kind, status, ends_at)
  where ended_at < starts_at and arrived_at is null;
