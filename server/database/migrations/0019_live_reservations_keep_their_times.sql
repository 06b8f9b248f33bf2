-- A live reservation holds exactly the slots of its times: the slots name the reservation, its times name the slots, and
-- neither can be written without the other.

-- Only the program's own statements have written these rows, but a hand may have been at them: what can be put right is.
-- A slot that is held by a reservation that was not made for it is free.
update slots s set reservation_id = null
where reservation_id is not null and not exists (
  select from reservation_slots t where t.reservation_id = s.reservation_id and t.slot_id = s.id);

-- A slot of a live reservation that nobody holds is held by it.
update slots s set reservation_id = t.reservation_id
from (
  select t.slot_id, min(t.reservation_id) as reservation_id
  from reservation_slots t join reservations r on r.id = t.reservation_id
  where r.status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED')
  group by t.slot_id
) t
where s.id = t.slot_id and s.reservation_id is null;

-- An approved reservation counts as completed once its end has come, and until now its slots could then be deleted without
-- a change of what is stored. It now says what everybody has seen since its end.
with over as (
  update reservations r set status = 'COMPLETED'
  where status = 'APPROVED' and exists (
    select from reservation_slots t where t.reservation_id = r.id and t.slot_id is null)
  returning id, ends_at
)
insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status)
select id, ends_at, 'service', '서비스', 'complete', 'APPROVED', 'COMPLETED' from over;

-- Rows that are left were never written by the program, and only a person can say what becomes of those visitors.
do $$
declare astray text;
begin
  select string_agg(r.id::text, ', ' order by r.id) into astray
  from reservations r
  where r.status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED') and not coalesce((
    select bool_and(s.reservation_id is not distinct from r.id)
    from reservation_slots t left join slots s on s.id = t.slot_id where t.reservation_id = r.id), false);
  if astray is not null then
    raise exception 'these reservations are live without holding their times: %. Cancel or move them with the release before this one', astray;
  end if;
end $$;

alter table reservations
  add column live boolean not null
    generated always as (status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED')) stored,
  -- The position of the time that a live reservation must have.
  add column first_time integer
    generated always as (case when status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED') then 1 end) stored,
  add constraint reservations_live_key unique (id, live);

alter table slots add constraint slots_holder_key unique (reservation_id, id);
drop index slots_reservation_idx;

-- Follows its reservation by the key below.
alter table reservation_slots add column live boolean not null default true;
update reservation_slots t set live = r.live from reservations r where r.id = t.reservation_id and not r.live;
alter table reservation_slots
  -- The reservation that must hold the slot: its own, as long as it is live.
  add column holder integer generated always as (case when live then reservation_id end) stored,
  add constraint reservation_slots_live_has_slot check (not live or slot_id is not null),
  drop constraint reservation_slots_reservation_fkey,
  add constraint reservation_slots_reservation_fkey foreign key (reservation_id, live)
    references reservations (id, live) on update cascade on delete cascade,
  add constraint reservation_slots_holder_fkey foreign key (slot_id, holder) references slots (id, reservation_id),
  add constraint reservation_slots_slot_key unique (slot_id, reservation_id);
drop index reservation_slots_slot_idx;

-- These two are looked at when a transaction commits: slots and times name each other, and one is written first.
alter table slots add constraint slots_times_fkey foreign key (reservation_id, id)
  references reservation_slots (reservation_id, slot_id) deferrable initially deferred;
alter table reservations add constraint reservations_first_time_fkey foreign key (id, first_time)
  references reservation_slots (reservation_id, position) deferrable initially deferred;
