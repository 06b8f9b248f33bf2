-- Bookings that come at once are judged by two statements for all of them, where each took a dozen.
-- Compatible from 0025

-- Says of each booking in turn whether it may be written, as `book` of 0027 and 0032 says, where it is explained: null if so,
-- else the answer. Members, places and slots of those that may are locked then. Where it does not wait, a booking of what
-- somebody has locked is `busy`, and so is one of the same member or a slot of one before it.
create function judge_bookings(wishes jsonb, waits boolean) returns jsonb[] language plpgsql as $$
declare
  -- Of the one that waits.
  its_booker constant integer := wishes #> '{0,judged,member,id}';
  its_place constant integer := wishes #> '{0,judged,place,id}';
  its_slots constant integer[] := translate(wishes #>> '{0,slot_ids}', '[]', '{}');
  locked bigint[];
  outcomes jsonb[];
begin
  -- Decision 14: the member, the docent or room, the slots by id. A time that is taken is not worth a lock, which would
  -- make a transaction to be written to disk of it.
  if not waits then
    -- In no order, since nobody waits.
    with wished as materialized (
      select n, translate(w ->> 'slot_ids', '[]', '{}')::integer[] as ids, w ->> 'kind' = 'VIP_TOUR' as is_tour,
        (w #> '{judged,member,id}')::integer as booker, (w #> '{judged,place,id}')::integer as place_id
      from jsonb_array_elements(wishes) with ordinality each (w, n)
    ), free as materialized (
      select s.id from slots s where s.id = any (array(select unnest(w.ids) from wished w)) and s.reservation_id is null
        for update skip locked
    ), whole as materialized (
      select * from wished w where w.ids <@ array(select id from free)
    ), bookers as materialized (
      select m.id from members m where m.id = any (array(select w.booker from whole w)) for no key update skip locked
    ), guides as materialized (
      select d.id from docents d where d.id = any (array(select w.place_id from whole w where is_tour)) for key share skip locked
    ), halls as materialized (
      select r.id from rooms r where r.id = any (array(select w.place_id from whole w where not is_tour)) for key share skip locked
    )
    select array_agg(w.n) into locked from whole w
      where w.booker = any (array(select id from bookers))
        and w.place_id = any (case when is_tour then array(select id from guides) else array(select id from halls) end);
  elsif its_booker is not null and (select bool_and(s.reservation_id is null) from slots s where s.id = any (its_slots)) then
    locked := '{1}';
    perform from members m where m.id = its_booker for no key update;
    if wishes #>> '{0,kind}' = 'VIP_TOUR' then
      perform from docents d where d.id = its_place for key share;
    else
      perform from rooms r where r.id = its_place for key share;
    end if;
    perform from slots s where s.id = any (its_slots) order by s.id for update;
  end if;

  with wished as materialized (
    select n, w, (w ->> 'now')::timestamptz as moment, w ->> 'kind' as kind, w -> 'judged' as judged, w -> 'key' as once,
      translate(w ->> 'slot_ids', '[]', '{}')::integer[] as ids, (w #> '{judged,member,id}')::integer as booker,
      coalesce(n = any (locked), false) as is_locked
    from jsonb_array_elements(wishes) with ordinality each (w, n)
  ), placed as (
    select w.*, case
        when kind = 'VIP_TOUR' then (select s.docent_id from slots s where s.id = w.ids[1])
        else (w.w -> 'room_id')::integer
      end as place_id
    from wished w
  ), seen as materialized (
    select p.*, e.max_reservations, jsonb_build_object(
      'member', (
        select jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email, 'phone', m.phone,
          'company_name', m.company_name, 'position', m.position, 'is_vip', m.is_vip, 'is_vvip', m.is_vvip)
        from members m where m.id = case when w ? 'token_hash' then (
            -- As below: sessions that have not expired are almost all of them.
            select s.member_id from (
              select member_id, expires_at from sessions where token_hash = decode(w ->> 'token_hash', 'hex') offset 0) s
            where s.expires_at > moment)
          else (w -> 'member_id')::integer end),
      'place', case
        when kind = 'VIP_TOUR' then (
          select jsonb_build_object('id', d.id, 'name', d.name, 'language', d.language, 'start_point', d.start_point,
            'is_vip', d.is_vip, 'is_vvip', d.is_vvip) from docents d where d.id = p.place_id)
        else (
          select jsonb_build_object('id', r.id, 'name', r.name, 'floor', r.floor, 'size', r.size,
            'is_vip', r.is_vip, 'is_vvip', r.is_vvip) from rooms r where r.id = p.place_id)
        end,
      'slots', (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'place_id', coalesce(s.docent_id, s.room_id),
          'event_date_id', s.event_date_id, 'date', d.date, 'time', s.time, 'end_time', s.end_time,
          'duration', s.duration, 'starts_at', extract(epoch from s.starts_at) * 1000,
          'ends_at', extract(epoch from s.ends_at) * 1000, 'is_locked', s.is_locked,
          'is_held', s.reservation_id is not null) order by s.starts_at), '[]')
        -- As below: no other index than the one by id is worth a look.
        from (
          select * from slots where id = any (p.ids || case
            when not coalesce((p.w -> 'around')::boolean, false) then '{}'
            when p.kind = 'VIP_TOUR' then array(
              select a.id from slots f join slots a using (event_date_id, docent_id) where f.id = p.ids[1])
            else array(select a.id from slots f join slots a using (event_date_id, room_id) where f.id = p.ids[1])
          end) offset 0) s
        join event_dates d on d.id = s.event_date_id
        where s.kind = p.kind),
      'event', jsonb_build_object('event_name', e.event_name, 'contact_email', e.contact_email)
    ) as facts
    from placed p, settings e
  )
  select array_agg(case
      when exists (select from wished e where e.n < v.n and (e.booker = v.booker or e.ids && v.ids)) or
        not is_locked and not waits and not facts -> 'slots' @> '[{"is_held": true}]' then '{"outcome": "busy"}'
      when jsonb_typeof(facts -> 'member') = 'null' then '{"outcome": "nobody"}'
      -- After the facts: who finds a time taken by the first request of the same key finds that request's answer too.
      else coalesce((
          select jsonb_build_object('outcome', 'repeated', 'answer', k.answer, 'request_hash', encode(k.request_hash, 'hex'))
          from idempotency_keys k where k.owner = once ->> 'owner' and k.key = once ->> 'key'
            and k.created_at > (once ->> 'forgotten_until')::timestamptz),
        case
          when not is_locked or facts is distinct from judged then jsonb_build_object('outcome', 'look', 'facts', facts)
          -- The inner query leaves no other index to choose than the one by member, whatever is known of the table's size.
          when (w -> 'limited')::boolean and (
              select count(*) from (select live, ends_at from reservations where member_id = v.booker offset 0) own
              where own.live and own.ends_at > moment
            ) >= max_reservations then jsonb_build_object('outcome', 'too_many', 'most', max_reservations)
        end)
    end order by n) into outcomes from seen v;
  return outcomes;
end $$;

-- Writes those bookings of which everything is still as it was judged, all in one transaction, and answers each in turn.
create or replace function make_bookings(wishes jsonb, waits boolean) returns jsonb language plpgsql
-- A connection keeps its plans, of checks of keys too. Those that were made while the tables were empty must not read them
-- whole later on, and none is worth being made for one call.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  outcomes jsonb[];
  accepted jsonb[];
  keys integer;
  forgotten_until timestamptz;
  written integer;
begin
  perform set_config('fairslot.quiet', coalesce(wishes #>> '{0,quiet}', 'false'), true);
  outcomes := judge_bookings(wishes, waits);
  select array_agg(w order by n), count(w -> 'key'), max(w #>> '{key,forgotten_until}')
    into accepted, keys, forgotten_until
    from jsonb_array_elements(wishes) with ordinality each (w, n) where outcomes[n] is null;
  if accepted is null then
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
  return (
    select jsonb_agg(coalesce(outcome,
      jsonb_build_object('outcome', 'booked', 'transaction', pg_current_xact_id()::text)) order by n)
    from unnest(outcomes) with ordinality each (outcome, n));
end $$;

drop function judge_booking;
