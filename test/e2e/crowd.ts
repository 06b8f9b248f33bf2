import { query } from '../server-process.ts'

/**
 * Requests that came in overnight, straight into the database: one for each of the first `count` free times of a kind
 * from a date on, asked for by the sample's members in turn, an hour and more before `at`. Answers their ids.
 */
export async function makeRequests(
  dataDir: string,
  { kind, count, from, at }: { kind: 'VIP_TOUR' | 'GROUP_MEETING'; count: number; from: string; at: string },
): Promise<number[]> {
  const isTour = kind === 'VIP_TOUR'
  const place = isTour ? 'docent' : 'room'
  const facts = isTour
    ? `json_build_object('name', p.name, 'language', p.language, 'start_point', p.start_point)`
    : `json_build_object('name', p.name, 'floor', p.floor, 'size', p.size)`
  const title = isTour ? '{}' : '{"title": "첫날 아침 상담", "manager_name": "김도윤"}'
  const made = await query<{ id: number }>(
    dataDir,
    `
    with free as (
      select s.*, d.date, row_number() over (order by s.starts_at, s.id) as n from slots s
      join event_dates d on d.id = s.event_date_id
      where s.kind = '${kind}' and s.reservation_id is null and not s.is_locked and d.date >= '${from}'
      order by n limit ${count}
    ), people as (
      select m.*, row_number() over (order by id) - 1 as n, count(*) over () as size from members m
    ), made as (
      insert into reservations (kind, status, member_id, ${place}_id, event_date_id, date, starts_at, ends_at, place,
      visitor, member, note, created_at, updated_at)
      select '${kind}', 'PENDING', m.id, p.id, s.event_date_id, s.date, s.starts_at, s.ends_at, ${facts},
        jsonb_build_object('company', m.company_name, 'name', m.name, 'phone', m.phone, 'count', 1) || '${title}',
        json_build_object('name', m.name, 'company_name', m.company_name, 'position', m.position, 'phone', m.phone),
        case when s.n % 3 = 0 then '휠체어로 방문합니다. 엘리베이터 위치를 알려주세요.' end,
        asked.at, asked.at
      from free s join people m on m.n = s.n % m.size join ${place}s p on p.id = s.${place}_id,
        lateral (select timestamptz '${at}' - interval '1 hour' - s.n * interval '3 minutes' as at) asked
      returning *
    ), held as (
      update slots s set reservation_id = r.id from made r
      where s.${place}_id = r.${place}_id and s.starts_at = r.starts_at
      returning s.*
    ), times as (
      insert into reservation_slots (reservation_id, kind, position, slot_id, time, end_time, duration)
      select reservation_id, kind, 1, id, time, end_time, duration from held
    ), history as (
      insert into reservation_history (reservation_id, at, actor_kind, actor, action, to_status)
      select id, created_at, 'member', member ->> 'name', 'create', 'PENDING' from made
    )
    select id from made`,
  )
  return made.map(({ id }) => id)
}

/** A day of the event before the others, with the times of the first one. */
export async function makeDayBefore(dataDir: string, date: string): Promise<void> {
  await query(
    dataDir,
    `
    with first as (select * from event_dates order by date limit 1),
      day as (insert into event_dates (date) values ('${date}') returning id)
    insert into slots (docent_id, room_id, event_date_id, time, end_time, duration, starts_at, ends_at)
    select s.docent_id, s.room_id, day.id, s.time, s.end_time, s.duration, s.starts_at - interval '1 day',
      s.ends_at - interval '1 day'
    from slots s join first on first.id = s.event_date_id, day`,
  )
}
