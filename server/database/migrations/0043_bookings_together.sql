-- Bookings that come at once are written by one statement.
-- Compatible from 0025

-- Whether one booking may be written, as `book` of 0027 and 0032 says, where it is explained: null if so, else the answer.
-- Its member, place and slots are locked then. Who does not wait for a lock that somebody has is told `busy`.
create function judge_booking(wish jsonb, waits boolean) returns jsonb language plpgsql as $$
declare
  moment constant timestamptz := wish ->> 'now';
  is_tour constant boolean := wish ->> 'kind' = 'VIP_TOUR';
  ids constant integer[] := translate(wish ->> 'slot_ids', '[]', '{}');
  judged constant jsonb := wish -> 'judged';
  once constant jsonb := wish -> 'key';
  seen integer[];
  has_locks boolean := false;
  place_id integer;
  locked integer;
  who jsonb;
  spot jsonb;
  times jsonb;
  event jsonb;
  facts jsonb;
  booker integer;
  first record;
  most integer;
begin
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
    booker := judged #> '{member,id}';
    if waits then
      perform from members m where m.id = booker for no key update;
      if is_tour then
        perform from docents d where d.id = place_id for key share;
      else
        perform from rooms r where r.id = place_id for key share;
      end if;
      perform from slots s where s.id = any (ids) order by s.id for update;
    else
      -- In no order, since nobody waits.
      select count(*) into locked from (select from slots s where s.id = any (ids) for update skip locked) l;
      perform from members m where m.id = booker for no key update skip locked;
      if not found or locked < cardinality(ids) then
        return '{"outcome": "busy"}';
      end if;
      if is_tour then
        perform from docents d where d.id = place_id for key share skip locked;
      else
        perform from rooms r where r.id = place_id for key share skip locked;
      end if;
      if not found then
        return '{"outcome": "busy"}';
      end if;
    end if;
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
  if (wish -> 'limited')::boolean and (
    select count(*) from (select live, ends_at from reservations where member_id = booker offset 0) own
    where own.live and own.ends_at > moment
  ) >= most then
    return jsonb_build_object('outcome', 'too_many', 'most', most);
  end if;
  return null;
end $$;

-- Writes those bookings of which everything is still as it was judged, all in one transaction, and answers each in turn.
-- Of one member, or of one slot, it writes one: the others are `busy`, as is, unless it `waits`, what somebody has locked.
create function make_bookings(wishes jsonb, waits boolean) returns jsonb language plpgsql
-- A connection keeps its plans, of checks of keys too. Those that were made while the tables were empty must not read them
-- whole later on, and none is worth being made for one call.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  wish jsonb;
  ids integer[];
  booker integer;
  slots_taken integer[] := '{}';
  bookers integer[] := '{}';
  outcome jsonb;
  outcomes jsonb[] := '{}';
  accepted jsonb[] := '{}';
  keys integer := 0;
  forgotten_until timestamptz;
  written integer;
begin
  perform set_config('fairslot.quiet', coalesce(wishes #>> '{0,quiet}', 'false'), true);
  foreach wish in array array(select jsonb_array_elements(wishes)) loop
    ids := translate(wish ->> 'slot_ids', '[]', '{}');
    booker := wish #> '{judged,member,id}';
    if booker = any (bookers) or ids && slots_taken then
      outcome := '{"outcome": "busy"}';
    else
      outcome := judge_booking(wish, waits);
      if outcome is null then
        outcome := jsonb_build_object('outcome', 'booked', 'transaction', pg_current_xact_id()::text);
        accepted := accepted || wish;
        slots_taken := slots_taken || ids;
        bookers := bookers || booker;
        if wish ? 'key' then
          keys := keys + 1;
          forgotten_until := wish #>> '{key,forgotten_until}';
        end if;
      end if;
    end if;
    outcomes := outcomes || outcome;
  end loop;
  if cardinality(accepted) = 0 then
    return to_jsonb(outcomes);
  end if;

  with wished as materialized (
    select (w ->> 'now')::timestamptz as moment, w -> 'slot_ids' as slot_ids, w -> 'reservation' as made,
      (w #> '{reservation,id}')::integer as id, w -> 'history' as history, w -> 'mail' as mail
    from unnest(accepted) w
  ), booked as (
    insert into reservations (id, kind, status, member_id, docent_id, room_id, event_date_id, date, starts_at, ends_at,
        place, visitor, member, note, search_key, created_at, updated_at)
      overriding system value
      select w.id, made ->> 'kind', made ->> 'status', (made -> 'member_id')::integer,
        (made ->> 'docent_id')::integer, (made ->> 'room_id')::integer, (made ->> 'event_date_id')::integer,
        (made ->> 'date')::date, (made ->> 'starts_at')::timestamptz, (made ->> 'ends_at')::timestamptz,
        made -> 'place', made -> 'visitor', made -> 'member', made ->> 'note', coalesce(made ->> 'search_key', ''),
        moment, moment
      from wished w
  ), held as (
    update slots s set reservation_id = w.id
      from wished w, jsonb_array_elements(w.slot_ids) slot_id
      where s.id = slot_id::integer
      returning w.id as reservation_id, s.kind, s.id, s.time, s.end_time, s.duration, s.starts_at
  ), noted as (
    insert into reservation_history (reservation_id, at, actor_kind, actor, action, to_status, reason)
      select w.id, moment, history ->> 'actor_kind', history ->> 'actor', 'create', made ->> 'status',
        history ->> 'reason'
      from wished w
  ), posted as (
    insert into mails (kind, reservation_id, to_address, subject, message_id, facts, search_key, created_at)
      select mail ->> 'kind', w.id, mail ->> 'to_address', mail ->> 'subject', mail ->> 'message_id',
        mail -> 'facts', mail ->> 'search_key', moment
      from wished w where mail is not null
  )
  insert into reservation_slots (reservation_id, kind, position, slot_id, time, end_time, duration)
    select h.reservation_id, h.kind, row_number() over (partition by h.reservation_id order by h.starts_at), h.id,
      h.time, h.end_time, h.duration
    from held h;
  if keys > 0 then
    insert into idempotency_keys as k (owner, key, request_hash, answer, created_at)
      select w #>> '{key,owner}', w #>> '{key,key}', decode(w #>> '{key,request_hash}', 'hex'), w #>> '{key,answer}',
        (w ->> 'now')::timestamptz
      from unnest(accepted) w where w ? 'key'
      on conflict (owner, key) do update
      set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at
      where k.created_at <= forgotten_until;
    get diagnostics written = row_count;
    if written < keys then
      -- Another call of the same key is being written; the next try finds its answer.
      raise serialization_failure;
    end if;
  end if;
  -- Looked at here and not at the commit, for the sake of the plan.
  set constraints all immediate;
  set constraints all deferred;
  return to_jsonb(outcomes);
end $$;

-- For programs of before.
create or replace function book(wish jsonb) returns jsonb language sql
return make_bookings(jsonb_build_array(wish), true) -> 0;
