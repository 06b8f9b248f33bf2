-- Who only asks how something is, because what is remembered would refuse the booking, is answered together with those that are
-- written: nobody waits for such a look, and it waits for nobody.
-- Compatible from 0025: an older program looks alone, and is answered as before.

-- Says of each booking in turn whether it may be written, as `book` of 0027 and 0032 says, where it is explained: null if so,
-- else the answer. Members, places and slots of those that may are locked then. Where it does not wait, a booking of what
-- somebody has locked is `busy`, and so is one of the same member or a slot of one before it. One that nobody has judged only
-- looks: it locks nothing, is never busy, and makes nobody so.
create or replace function judge_bookings(wishes jsonb, waits boolean) returns jsonb[] language plpgsql as $$
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
      from jsonb_array_elements(wishes) with ordinality each (w, n) where w ? 'judged'
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
  ), placed as materialized (
    select w.*, case
        when kind = 'VIP_TOUR' then (select s.docent_id from slots s where s.id = w.ids[1])
        else (w.w -> 'room_id')::integer
      end as place_id
    from wished w
  ), seen as materialized (
    select p.*, e.max_reservations, jsonb_build_object(
      'member', (
        select to_jsonb(m) from (
          select id, name, email, phone, company_name, position, is_vip, is_vvip from members) m
        where m.id = case when w ? 'token_hash' then (
            -- As below: sessions that have not expired are almost all of them.
            select s.member_id from (
              select member_id, expires_at from sessions where token_hash = decode(w ->> 'token_hash', 'hex') offset 0) s
            where s.expires_at > moment)
          else (w -> 'member_id')::integer end),
      'place', case
        when kind = 'VIP_TOUR' then (
          select to_jsonb(d) from (select id, name, language, start_point, is_vip, is_vvip from docents) d
          where d.id = p.place_id)
        else (
          select to_jsonb(r) from (select id, name, floor, size, is_vip, is_vvip from rooms) r where r.id = p.place_id)
        end,
      'slots', (
        select coalesce(jsonb_agg(s order by s.starts_at), '[]')
        -- As below: no other index than the one by id is worth a look.
        from (
          select id, coalesce(docent_id, room_id) as place_id, event_date_id,
            (select d.date from event_dates d where d.id = event_date_id) as date, time, end_time, duration,
            extract(epoch from starts_at) * 1000 as starts_at, extract(epoch from ends_at) * 1000 as ends_at, is_locked,
            reservation_id is not null as is_held
          from slots where id = any (p.ids) and kind = p.kind offset 0) s),
      'event', jsonb_build_object('event_name', e.event_name, 'contact_email', e.contact_email)
    ) as facts
    from placed p, settings e
  )
  select array_agg(case
      when judged is not null and (
        exists (select from wished e
          where e.n < v.n and e.judged is not null and (e.booker = v.booker or e.ids && v.ids)) or
        not is_locked and not waits and not facts -> 'slots' @> '[{"is_held": true}]') then '{"outcome": "busy"}'
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
