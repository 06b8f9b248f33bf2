-- Compatible from 0025: an older program books with statements of its own, and waits for the same rows.

-- Writes a reservation if what it was judged by is still so, or writes nothing and answers how it is now: one round trip,
-- and a transaction of its own. It knows no rule of booking but the two that need a lock: that nothing has changed since
-- the rules were asked, and how many reservations one member may have.
--
-- A function and not one long statement, because each of its statements sees what was committed before it begins: after
-- the wait for a lock that is more than what was committed when the call began.
--
-- `wish` is {now, kind, slot_ids, room_id, member_id or token_hash, limited, judged, reservation, history, mail, key};
-- without `judged` it only looks, with `around` at all slots of the place on that date; with `quiet` it notifies nobody. The
-- answer's `outcome` is `booked` with its `transaction`, `look` with `facts`, `repeated` with the first answer, `too_many`
-- with `most`, or `nobody` where the session or the member is gone.
create function book(wish jsonb) returns jsonb language plpgsql
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
  once constant jsonb := wish -> 'key';
  seen integer[];
  has_locks boolean := false;
  place_id integer;
  who jsonb;
  spot jsonb;
  times jsonb;
  event jsonb;
  facts jsonb;
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
        select s.member_id from sessions s
        where s.token_hash = decode(wish ->> 'token_hash', 'hex') and s.expires_at > moment)
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
  if (wish -> 'limited')::boolean and (
    select count(*) from reservations r
    where r.member_id = (who -> 'id')::integer and r.live and r.ends_at > moment
  ) >= most then
    return jsonb_build_object('outcome', 'too_many', 'most', most);
  end if;

  insert into reservations (id, kind, status, member_id, docent_id, room_id, event_date_id, date, starts_at, ends_at,
      place, visitor, member, note, created_at, updated_at)
    overriding system value
    select r.id, r.kind, r.status, r.member_id, r.docent_id, r.room_id, r.event_date_id, r.date, r.starts_at,
      r.ends_at, r.place, r.visitor, r.member, r.note, moment, moment
    from jsonb_populate_record(null::reservations, wish -> 'reservation') r;
  update slots s set reservation_id = (wish #> '{reservation,id}')::integer where s.id = any (ids);
  insert into reservation_slots (reservation_id, position, slot_id, time, end_time, duration)
    select (wish #> '{reservation,id}')::integer, s.position, (s.slot -> 'id')::integer, s.slot ->> 'time',
      s.slot ->> 'end_time', (s.slot -> 'duration')::integer
    from jsonb_array_elements(times) with ordinality as s (slot, position);
  insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status, reason)
    select (wish #> '{reservation,id}')::integer, moment, h.actor_kind, h.actor, 'create', null, h.to_status, h.reason
    from jsonb_populate_record(null::reservation_history, wish -> 'history') h;
  insert into mails (kind, reservation_id, to_address, subject, message_id, facts, created_at)
    select m.kind, m.reservation_id, m.to_address, m.subject, m.message_id, m.facts, moment
    from jsonb_populate_record(null::mails, wish -> 'mail') m
    where wish ? 'mail';
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
  set constraints slots_times_fkey, reservations_first_time_fkey immediate;
  set constraints slots_times_fkey, reservations_first_time_fkey deferred;
  return jsonb_build_object('outcome', 'booked', 'transaction', pg_current_xact_id()::text);
end $$;

-- A notification makes transactions commit one after the other. Bookings that come by the hundred are quiet, and their
-- process sends their notifications together after they are committed. All other writers, and programs of other releases,
-- are heard of with the commit.
create or replace function notify_changed() returns trigger language plpgsql as $$
begin
  if current_setting('fairslot.quiet', true) is distinct from 'true' then
    perform pg_notify('fairslot_changed', tg_table_name || ' ' || pg_current_xact_id());
  end if;
  return null;
end $$;
create or replace function notify_member_changed() returns trigger language plpgsql as $$
begin
  if coalesce(new.member_id, old.member_id) is not null
    and current_setting('fairslot.quiet', true) is distinct from 'true' then
    perform pg_notify('fairslot_changed', 'member ' || coalesce(new.member_id, old.member_id));
  end if;
  return null;
end $$;
