-- Holding a slot writes no index: what a slot's holder must be is said by the times of reservations, of which at most one
-- live one names a slot.
-- Compatible from 0025

alter table reservations add constraint reservations_times_key unique (id, kind, live, holds);
alter table slots
  add constraint slots_kind_key unique (id, kind),
  drop constraint slots_times_fkey,
  drop constraint slots_reservation_fkey;

-- Follow their reservation by the key below, as `live` does.
alter table reservation_slots add column kind text, add column holds boolean not null default true;
update reservation_slots t set kind = r.kind, holds = r.holds from reservations r where r.id = t.reservation_id;
alter table reservation_slots
  alter column kind set not null,
  drop constraint reservation_slots_holder_fkey,
  drop column holder,
  drop constraint reservation_slots_reservation_fkey,
  add constraint reservation_slots_reservation_fkey foreign key (reservation_id, kind, live, holds)
    references reservations (id, kind, live, holds) on update cascade on delete cascade,
  -- A tour has docents' slots, a meeting has rooms'.
  drop constraint reservation_slots_slot_fkey,
  add constraint reservation_slots_slot_fkey foreign key (slot_id, kind) references slots (id, kind)
    on delete set null (slot_id),
  add constraint reservation_slots_one_a_tour check (kind <> 'VIP_TOUR' or position = 1),
  drop constraint reservation_slots_slot_key,
  add constraint reservation_slots_slot_key unique (slot_id, reservation_id, holds);
create unique index reservation_slots_one_live on reservation_slots (slot_id) where live;
alter table reservations drop constraint reservations_live_key, drop constraint reservations_hold_key;

-- A slot names a reservation that was made for it and that holds. Looked at when a transaction commits: slots and times name
-- each other, and one is written first.
alter table slots
  drop constraint slots_holder_key,
  add constraint slots_times_fkey foreign key (id, reservation_id, reservation_holds)
    references reservation_slots (slot_id, reservation_id, holds) deferrable initially deferred;
drop index slots_one_a_tour;
-- With room beside it the row that is held stays on its page.
alter table slots set (fillfactor = 70);

-- The other way round: a live reservation's time names a slot that names the reservation. A key would have to have the
-- holder in it.
create function refuse_unheld_times() returns trigger language plpgsql as $$
begin
  if exists (select from written t join slots s on s.id = t.slot_id
      where t.live and s.reservation_id is distinct from t.reservation_id) then
    raise foreign_key_violation using constraint = 'reservation_slots_held', table = 'reservation_slots',
      message = 'a live reservation has a time of which it does not hold the slot';
  end if;
  return null;
end $$;
create trigger reservation_slots_held after insert on reservation_slots referencing new table as written
  for each statement execute function refuse_unheld_times();
create trigger reservation_slots_still_held after update on reservation_slots referencing new table as written
  for each statement execute function refuse_unheld_times();
create function refuse_release() returns trigger language plpgsql as $$
begin
  if exists (select from reservation_slots t
      where t.slot_id = old.id and t.reservation_id = old.reservation_id and t.live
        and (select s.reservation_id from slots s where s.id = old.id) is distinct from old.reservation_id) then
    raise foreign_key_violation using constraint = 'slots_released', table = 'slots',
      message = 'a slot is taken from a live reservation';
  end if;
  return null;
end $$;
create constraint trigger slots_released after update of reservation_id on slots deferrable initially deferred
  for each row when (old.reservation_id is not null and new.reservation_id is distinct from old.reservation_id)
  execute function refuse_release();

-- For programs of before, which know neither.
create function complete_time() returns trigger language plpgsql as $$
begin
  select r.kind, r.holds into new.kind, new.holds from reservations r where r.id = new.reservation_id;
  return new;
end $$;
create trigger reservation_slots_made before insert on reservation_slots
  for each row when (new.kind is null) execute function complete_time();

-- As in 0027 and 0032, where it is explained; its times say whose kind they are.
create or replace function book(wish jsonb) returns jsonb language plpgsql
-- A connection keeps its plans, of checks of keys too. Those that were made while the tables were empty must not read them
-- whole later on, and none is worth being made for one call.
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  moment constant timestamptz := wish ->> 'now';
  is_tour constant boolean := wish ->> 'kind' = 'VIP_TOUR';
  ids constant integer[] := translate(wish ->> 'slot_ids', '[]', '{}');
  judged constant jsonb := wish -> 'judged';
  made constant jsonb := wish -> 'reservation';
  reservation constant integer := made -> 'id';
  mail constant jsonb := wish -> 'mail';
  history constant jsonb := wish -> 'history';
  once constant jsonb := wish -> 'key';
  seen integer[];
  has_locks boolean := false;
  place_id integer;
  who jsonb;
  spot jsonb;
  times jsonb;
  event jsonb;
  facts jsonb;
  booker integer;
  first record;
  most integer;
begin
  perform set_config('fairslot.quiet', coalesce(wish ->> 'quiet', 'false'), true);
  if is_tour then
    select s.docent_id into place_id from slots s where s.id = ids[1];
  else
    place_id := wish -> 'room_id';
  end if;
  if (wish -> 'around')::boolean and is_tour then
    select array_agg(n.id) into seen from slots s join slots n using (event_date_id, docent_id) where s.id = ids[1];
  elsif (wish -> 'around')::boolean then
    select array_agg(n.id) into seen from slots s join slots n using (event_date_id, room_id) where s.id = ids[1];
  end if;

  -- Decision 14: the member, the docent or room, the slots by id. A time that is taken is not worth a lock, which would
  -- make a transaction to be written to disk of it.
  if judged is not null and (select bool_and(s.reservation_id is null) from slots s where s.id = any (ids)) then
    has_locks := true;
    perform from members m where m.id = (judged #> '{member,id}')::integer for no key update;
    if is_tour then
      perform from docents d where d.id = place_id for key share;
    else
      perform from rooms r where r.id = place_id for key share;
    end if;
    perform from slots s where s.id = any (ids) order by s.id for update;
  end if;

  select jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email, 'phone', m.phone,
      'company_name', m.company_name, 'position', m.position, 'is_vip', m.is_vip, 'is_vvip', m.is_vvip)
    into who from members m
    where m.id = case when wish ? 'token_hash' then (
        -- As below: sessions that have not expired are almost all of them.
        select s.member_id from (
          select member_id, expires_at from sessions where token_hash = decode(wish ->> 'token_hash', 'hex') offset 0) s
        where s.expires_at > moment)
      else (wish -> 'member_id')::integer end;
  if who is null then
    return '{"outcome": "nobody"}';
  end if;
  if is_tour then
    select jsonb_build_object('id', d.id, 'name', d.name, 'language', d.language, 'start_point', d.start_point,
      'is_vip', d.is_vip, 'is_vvip', d.is_vvip) into spot from docents d where d.id = place_id;
  else
    select jsonb_build_object('id', r.id, 'name', r.name, 'floor', r.floor, 'size', r.size,
      'is_vip', r.is_vip, 'is_vvip', r.is_vvip) into spot from rooms r where r.id = place_id;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'place_id', coalesce(s.docent_id, s.room_id),
      'event_date_id', s.event_date_id, 'date', d.date, 'time', s.time, 'end_time', s.end_time,
      'duration', s.duration, 'starts_at', extract(epoch from s.starts_at) * 1000,
      'ends_at', extract(epoch from s.ends_at) * 1000, 'is_locked', s.is_locked,
      'is_held', s.reservation_id is not null) order by s.starts_at), '[]')
    into times from slots s join event_dates d on d.id = s.event_date_id
    where s.id = any (ids || seen) and s.kind = wish ->> 'kind';
  select jsonb_build_object('event_name', e.event_name, 'contact_email', e.contact_email), e.max_reservations
    into event, most from settings e;
  facts := jsonb_build_object('member', who, 'place', spot, 'slots', times, 'event', event);

  -- After the facts: who finds a time taken by the first request of the same key finds that request's answer too.
  if once is not null then
    select k.answer, encode(k.request_hash, 'hex') as request_hash into first from idempotency_keys k
      where k.owner = once ->> 'owner' and k.key = once ->> 'key'
        and k.created_at > (once ->> 'forgotten_until')::timestamptz;
    if found then
      return jsonb_build_object('outcome', 'repeated', 'answer', first.answer, 'request_hash', first.request_hash);
    end if;
  end if;
  if not has_locks or facts is distinct from judged then
    return jsonb_build_object('outcome', 'look', 'facts', facts);
  end if;
  -- The inner query leaves no other index to choose than the one by member, whatever is known of the table's size.
  booker := who -> 'id';
  if (wish -> 'limited')::boolean and (
    select count(*) from (select live, ends_at from reservations where member_id = booker offset 0) own
    where own.live and own.ends_at > moment
  ) >= most then
    return jsonb_build_object('outcome', 'too_many', 'most', most);
  end if;

  with booked as (
    insert into reservations (id, kind, status, member_id, docent_id, room_id, event_date_id, date, starts_at, ends_at,
        place, visitor, member, note, search_key, created_at, updated_at)
      overriding system value
      values (reservation, made ->> 'kind', made ->> 'status', booker, (made ->> 'docent_id')::integer,
        (made ->> 'room_id')::integer, (made ->> 'event_date_id')::integer, (made ->> 'date')::date,
        (made ->> 'starts_at')::timestamptz, (made ->> 'ends_at')::timestamptz, made -> 'place', made -> 'visitor',
        made -> 'member', made ->> 'note', coalesce(made ->> 'search_key', ''), moment, moment)
  ), held as (
    update slots s set reservation_id = reservation where s.id = any (ids)
      returning s.id, s.time, s.end_time, s.duration, s.starts_at
  ), noted as (
    insert into reservation_history (reservation_id, at, actor_kind, actor, action, to_status, reason)
      values (reservation, moment, history ->> 'actor_kind', history ->> 'actor', 'create', made ->> 'status',
        history ->> 'reason')
  ), posted as (
    insert into mails (kind, reservation_id, to_address, subject, message_id, facts, search_key, created_at)
      select mail ->> 'kind', reservation, mail ->> 'to_address', mail ->> 'subject', mail ->> 'message_id',
        mail -> 'facts', mail ->> 'search_key', moment
      where mail is not null
  )
  insert into reservation_slots (reservation_id, kind, position, slot_id, time, end_time, duration)
    select reservation, made ->> 'kind', row_number() over (order by h.starts_at), h.id, h.time, h.end_time, h.duration
    from held h;
  if once is not null then
    insert into idempotency_keys as k (owner, key, request_hash, answer, created_at)
      values (once ->> 'owner', once ->> 'key', decode(once ->> 'request_hash', 'hex'), once ->> 'answer', moment)
      on conflict (owner, key) do update
      set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at
      where k.created_at <= (once ->> 'forgotten_until')::timestamptz;
    if not found then
      -- Another call of the same key is being written; the next try finds its answer.
      raise serialization_failure;
    end if;
  end if;
  -- Looked at here and not at the commit, for the sake of the plan.
  set constraints all immediate;
  set constraints all deferred;
  return jsonb_build_object('outcome', 'booked', 'transaction', pg_current_xact_id()::text);
end $$;
