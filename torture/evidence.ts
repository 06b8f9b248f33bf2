import { setTimeout as sleep } from 'node:timers/promises'
import { instantOf } from '../domain/madrid-time.ts'
import type { Evidence, ReservationRow } from './history.ts'
import type { Stand } from './stand.ts'

const PATIENCE = 150_000

/** Waits for open transactions, and for queued mails while they become fewer. */
export async function comeToRest({ database }: Stand): Promise<void> {
  let deadline = performance.now() + PATIENCE
  let fewest = Infinity
  const [{ now } = { now: new Date() }] = await database.query<{ now: Date }>(
    'select clock_timestamp() as now',
  )
  for (;;) {
    const [left] = await database.query<{ busy: number; queued: number }>(
      `select (select count(*)::int from pg_stat_activity
                 where application_name = 'fairslot' and xact_start < $1) as busy,
              (select count(*)::int from mails where status = 'queued') as queued`,
      [now],
    )
    if (left!.busy + left!.queued === 0 || performance.now() > deadline) return
    if (left!.queued < fewest) {
      fewest = left!.queued
      deadline = performance.now() + PATIENCE
    }
    await database.query(HURRY_RETRIES)
    await sleep(100)
  }
}

// Mails wait up to a quarter of an hour for their next try after an outage.
const HURRY_RETRIES = `update mails set not_before = default where status = 'queued' and not_before > now()`

/** The final contents of database and mail server. */
export async function readEvidence(stand: Stand, had_faults: boolean): Promise<Evidence> {
  const all = async <Row>(sql: string) =>
    (
      await stand.database.query<{ rows: Row[] }>(
        `select coalesce(json_agg(row), '[]') as rows from (${sql}) as row`,
      )
    )[0]!.rows
  return {
    reservations: (await all<StoredReservation>(RESERVATIONS)).map((row) => reservationOf(row, stand.now())),
    history: await all(
      `select id, reservation_id, actor_kind, actor, action, from_status, to_status, reason, changes
         from reservation_history order by id`,
    ),
    slots: await all(
      `select s.id, reservation_id, coalesce('docent ' || docent_id, 'room ' || room_id) as place, d.date, time, end_time,
           is_locked, json_build_object('is_vip', coalesce(p.is_vip, r.is_vip), 'is_vvip', coalesce(p.is_vvip, r.is_vvip)) as tier
         from slots s join event_dates d on d.id = s.event_date_id
           left join docents p on p.id = docent_id left join rooms r on r.id = room_id`,
    ),
    waits: await all(WAITS),
    members: await all('select id, is_vip, is_vvip from members'),
    most_reservations: (await all<{ most: number }>('select max_reservations as most from settings'))[0]!
      .most,
    mails: await all('select kind, reservation_id, message_id, to_address, status from mails'),
    audit: await all('select admin, action, target, summary from audit_log order by id'),
    things: await all(THINGS),
    arrived: stand.post.arrived(),
    had_faults,
  }
}

const RESERVATIONS = `
  select r.id, kind, status, version, member_id, docent_id, room_id, date, nullif(visitor ->> 'name', '') as wish,
    extract(epoch from ends_at) * 1000 as ends_at, extract(epoch from ended_at) * 1000 as ended_at,
    extract(epoch from arrived_at) * 1000 as arrived_at,
    (select coalesce(json_agg(t order by position), '[]') from (
       select slot_id, time, end_time, position from reservation_slots where reservation_id = r.id) t) as times
  from reservations r`

const WAITS = `
  select e.id, member_id, visitor ->> 'name' as wish, outcome, reservation_id, reason,
    extract(epoch from created_at) * 1000 as created_at,
    (select json_agg(slot_id order by position) from waitlist_slots where entry_id = e.id) as slots
  from waitlist_entries e`

const THINGS = `
  select 'reservation ' || id as thing, concat_ws(' ', visitor, note, feedback, cancel_note, place) as texts from reservations
  union all select 'history of ' || reservation_id, concat_ws(' ', reason, changes) from reservation_history
  union all select 'wait ' || id, concat_ws(' ', visitor, note, reason) from waitlist_entries
  union all select 'docent ' || id, concat_ws(' ', name, start_point) from docents
  union all select 'room ' || id, name from rooms
  union all select 'member ' || id, concat_ws(' ', name, email, company_name) from members`

type StoredReservation = Omit<ReservationRow, 'is_over' | 'over_at' | 'times'> & {
  ends_at: number
  ended_at: number | null
  times: { slot_id: number | null; time: string; end_time: string }[]
}

const reservationOf = (
  { ends_at, ended_at, times, ...row }: StoredReservation,
  now: number,
): ReservationRow => ({
  ...row,
  is_over: ends_at <= now,
  over_at: ended_at ?? ends_at,
  times: times.map(({ slot_id, time, end_time }) => ({
    slot_id,
    time,
    end_time,
    is_kept: ended_at === null || instantOf(row.date, time)! <= ended_at,
  })),
})
