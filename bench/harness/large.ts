import type pg from 'pg'
import { addDays, instantOf } from '../../domain/madrid-time.ts'
import { TODAY } from './serve.ts'

const MEMBERS_A_DAY = 500
const [ROOMS, DOCENTS] = [26, 8]
/** Meetings of ten minutes and tours of thirty, from nine in the morning: 26 rooms and 8 docents have 1,260 a day. */
const [MEETINGS_A_DAY, TOURS_A_DAY] = [42, 21]

/** The first full day after those of the sample event. */
export const FULL_DAY = addDays(TODAY, 7)

/**
 * With a hundred days: 126,000 reservations, 50,000 members. On each day, half of them over, each slot was requested.
 * Every row passes the constraints and triggers of its table.
 */
export async function fillLarge(client: pg.Client, days: number): Promise<void> {
  const half = Math.ceil(days / 2)
  const dates = Array.from({ length: days }, (_, n) =>
    n < half ? addDays(TODAY, n - half) : addDays(FULL_DAY, n - half),
  )
  const begin = dates.map((date) => new Date(instantOf(date, '09:00')!))
  await client.query('begin')
  const members = days * MEMBERS_A_DAY
  await client.query(peopleAndPlaces(members))
  await client.query(SLOTS, [dates, begin])
  await client.query(FATES)
  await client.query(reservationsOf(members))
  await client.query(`insert into reservation_slots (reservation_id, kind, live, holds, position, slot_id, time, end_time, duration)
    select r.id, r.kind, r.live, r.holds, 1, s.id, s.time, s.end_time, s.duration from slots s join large using (id) join reservations r on r.id = large.reservation_id`)
  await client.query(TRACES)
  await client.query('commit')
}

const peopleAndPlaces = (members: number) => `
  insert into members (name, name_key, email, phone, company_name, position, created_at)
    select '방문자' || n, '방문자' || n, 'visitor' || n || '@example.com',
      '010-' || lpad((1000 + n / 10000)::text, 4, '0') || '-' || lpad((n % 10000)::text, 4, '0'),
      (array['한빛전자', '누리소프트', '새봄로보틱스', 'Iberia Conectada'])[1 + n % 4], '과장', '2026-01-01'
    from generate_series(1, ${members}) n;
  insert into rooms (name, floor, size) select '상담실 ' || n, 1, 20 from generate_series(1, ${ROOMS}) n;
  insert into docents (name, language, start_point)
    select '도슨트 ' || n, '한국어', '1층 안내 데스크' from generate_series(1, ${DOCENTS}) n;`

const SLOTS = `
  with days as (
    insert into event_dates (date) select unnest($1::date[]) returning id, date
  ), places as (
    select id as room_id, null::int as docent_id, ${MEETINGS_A_DAY} as count, 10 as minutes from rooms where name like '상담실 %'
    union all
    select null, id, ${TOURS_A_DAY}, 30 from docents where name like '도슨트 %'
  )
  insert into slots (room_id, docent_id, event_date_id, time, end_time, duration, starts_at, ends_at)
  select room_id, docent_id, days.id, to_char(time '09:00' + since, 'HH24:MI'),
    to_char(time '09:00' + since + length, 'HH24:MI'), minutes, begins + since, begins + since + length
  from places, days join unnest($1::date[], $2::timestamptz[]) as d (date, begins) using (date),
    generate_series(0, count - 1) n,
    lateral (select make_interval(mins => n * minutes) as since, make_interval(mins => minutes) as length) span`

/** Per 20 reservations: 1 cancelled, 1 rejected. Of the other upcoming ones 2 are pending and 1 has a cancellation request. */
const FATES = `
  create temporary table large on commit drop as
  select s.id, d.date, row_number() over (order by s.starts_at, s.id)::int as n, null::int as reservation_id,
    case when s.id % 20 = 0 then 'CANCELLED' when s.id % 20 = 1 then 'REJECTED' when d.date < '${TODAY}' then 'COMPLETED'
      when s.id % 20 in (2, 3) then 'PENDING' when s.id % 20 = 4 then 'CANCEL_REQUESTED' else 'APPROVED' end as status
  from slots s join event_dates d on d.id = s.event_date_id
    left join rooms r on r.id = s.room_id left join docents p on p.id = s.docent_id
  where r.name like '상담실 %' or p.name like '도슨트 %'`

const reservationsOf = (members: number) => `
  with people as (
    select *, row_number() over (order by members.id) as nth from members where email like 'visitor%@example.com'
  ), made as (
    insert into reservations (kind, status, member_id, room_id, docent_id, event_date_id, date, starts_at, ends_at, place,
      visitor, member, note, cancel_note, feedback, created_at, updated_at)
    select s.kind, large.status, m.id, s.room_id, s.docent_id, s.event_date_id, large.date, s.starts_at, s.ends_at,
      case when s.room_id is null
        then jsonb_build_object('name', p.name, 'language', p.language, 'start_point', p.start_point)
        else jsonb_build_object('name', r.name, 'floor', r.floor, 'size', r.size) end,
      jsonb_build_object('company', m.company_name, 'name', m.name, 'phone', m.phone, 'count', 3)
        || case when s.room_id is null then '{}' else '{"title": "신제품 공급 협의", "manager_name": "김도윤"}'::jsonb end,
      jsonb_build_object('name', m.name, 'company_name', m.company_name, 'position', m.position, 'phone', m.phone),
      md5(s.id::text), case when large.status in ('CANCELLED', 'REJECTED') then '일정이 변경되었습니다.' end,
      case when large.status = 'COMPLETED' and s.room_id is not null and s.id % 7 = 0 then '좋은 상담이었습니다.' end,
      large.date - interval '20 days', large.date - interval '18 days'
    from large join slots s on s.id = large.id left join rooms r on r.id = s.room_id left join docents p on p.id = s.docent_id
      join people m on m.nth = 1 + n % ${members}
    order by large.n returning reservations.id, room_id, docent_id, starts_at
  )
  update large set reservation_id = made.id from made join slots s on s.starts_at = made.starts_at
    and (s.room_id = made.room_id or s.docent_id = made.docent_id) where large.id = s.id;
  update slots set reservation_id = large.reservation_id from large
    where slots.id = large.id and large.status not in ('CANCELLED', 'REJECTED')`

/** The history, the mail and the audit entry of each reservation. */
const TRACES = `
  insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status, reason, decided_kind, decided_minutes)
    select reservations.id, created_at, 'member', member ->> 'name', 'create', null, 'PENDING', null, null, null from reservations join large on large.reservation_id = reservations.id
    union all
    select reservations.id, updated_at, 'admin', 'admin', case reservations.status when 'REJECTED' then 'reject' else 'approve' end, 'PENDING',
      case reservations.status when 'REJECTED' then 'REJECTED' else 'APPROVED' end, cancel_note, kind, (extract(epoch from updated_at - created_at) / 60)::int
    from reservations join large on large.reservation_id = reservations.id where reservations.status <> 'PENDING'
    union all
    select reservations.id, updated_at, 'admin', 'admin', 'cancel', 'APPROVED', 'CANCELLED', cancel_note, null, null
    from reservations join large on large.reservation_id = reservations.id where reservations.status = 'CANCELLED'
    union all
    select reservations.id, updated_at, 'member', member ->> 'name', 'request_cancellation', 'APPROVED', 'CANCEL_REQUESTED', '일정이 변경되었습니다.', null, null
    from reservations join large on large.reservation_id = reservations.id where reservations.status = 'CANCEL_REQUESTED';
  insert into mails (kind, reservation_id, to_address, subject, facts, message_id, status, created_at, sent_at)
    select 'approved', reservation_id, 'visitor' || n || '@example.com', '예약이 승인되었습니다', jsonb_build_object('note', repeat(md5(n::text), 30)),
      '<' || reservation_id || '@example.com>', 'sent', '2026-10-02', '2026-10-02'
    from large;
  insert into audit_log (at, admin_id, admin, action, target, summary, details)
    select '2026-10-02', 1, 'admin', 'POST /api/admin/reservations/{id}/action/', 'reservation ' || reservation_id, 'approve', '{}'
    from large;`
