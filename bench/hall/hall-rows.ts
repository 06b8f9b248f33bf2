import type pg from 'pg'
import { instantOf } from '../../domain/madrid-time.ts'
import { MEETING_SLOT_MINUTES, TOUR_MINUTES } from '../../domain/slot.ts'
import { generateSlots } from '../../domain/slot-plan.ts'
import { csrfTokenOf } from '../../server/http/session.ts'
import { hashOf, makeToken } from '../../server/http/token.ts'
import type { People } from './orders.ts'
import type { Wish } from './writes.ts'

const HALL_DAY = '2026-11-20'
const [DOCENTS, ROOMS] = [10, 30]
const WAITING = 60
const NOW = new Date(instantOf(HALL_DAY, '06:00')!)
const NEXT_WEEK = new Date(NOW.getTime() + 7 * 24 * 3_600_000)
// Of the day's times every third is taken before it begins.
const TAKEN = 3

export type HallRows = Omit<People, 'places'> & { free: Wish[]; pending: number[] }

/** Writes a full day of a large event straight into the tables, with everybody signed in. */
export async function fillHall(
  pool: pg.Pool,
  { phones, boards, admins }: { phones: number; boards: number; admins: number },
): Promise<HallRows> {
  const ids = async (text: string, ...given: unknown[]) =>
    (await pool.query<{ id: number }>(text, given)).rows.map(({ id }) => id)
  await pool.query('update settings set max_reservations = 999')
  const [day] = await ids('insert into event_dates (date) values ($1) returning id', HALL_DAY)
  const docents = await ids(
    `insert into docents (name, language, start_point)
    select '도슨트 ' || n, '한국어', '1층 안내 데스크' from generate_series(1, $1::int) n returning id`,
    DOCENTS,
  )
  const rooms = await ids(
    `insert into rooms (name, floor, size) select '상담실 ' || n, 3, 8 from generate_series(1, $1::int) n returning id`,
    ROOMS,
  )
  await addSlots(pool, day!, { docent_id: docents, room_id: rooms })
  const members = await ids(
    `insert into members (phone, name, name_key, email, company_name, position, is_vip, is_vvip, created_at)
    select '010-7' || lpad((n / 10000)::text, 3, '0') || '-' || lpad((n % 10000)::text, 4, '0'), '방문자' || n,
      '방문자' || n, 'visitor' || n || '@example.com', '한빛전자', '과장', true, true, $2
    from generate_series(1, $1::int) n returning id`,
    Math.max(phones, 1),
    NOW,
  )
  await addReservations(pool, members)
  const [admin] = await ids(
    `insert into admins (name, password_hash, created_at) values ('desk', 'nobody signs in with it', $1) returning id`,
    NOW,
  )
  return {
    date: HALL_DAY,
    phones: await addSessions(pool, 'member_id', members.slice(0, phones)),
    admins: (
      await addSessions(
        pool,
        'admin_id',
        Array.from({ length: admins }, () => admin!),
      )
    ).map((token) => ({ token, csrf: csrfTokenOf(token) })),
    boards: await findBoards(pool, boards),
    free: await findFree(pool, day!),
    pending: await ids(`select id from reservations where status = 'PENDING' order by id`),
  }
}

async function addSlots(
  pool: pg.Pool,
  day: number,
  places: Record<'docent_id' | 'room_id', readonly number[]>,
) {
  const plan = { date: HALL_DAY, start_time: '07:00', end_time: '18:50' }
  const kinds = [
    ['docent_id', { ...plan, interval_minutes: 30, duration: TOUR_MINUTES }],
    ['room_id', { ...plan, interval_minutes: MEETING_SLOT_MINUTES, duration: MEETING_SLOT_MINUTES }],
  ] as const
  for (const [column, times] of kinds) {
    const slots = generateSlots(times, []).slots.map(({ starts_at, ends_at, ...each }) => ({
      ...each,
      starts_at: new Date(starts_at),
      ends_at: new Date(ends_at),
    }))
    await pool.query(
      `insert into slots (${column}, event_date_id, time, end_time, duration, starts_at, ends_at)
      select place, $2, s.time, s.end_time, s.duration, s.starts_at, s.ends_at
      from unnest($1::int[]) place, json_to_recordset($3::json) as s
        (time text, end_time text, duration int, starts_at timestamptz, ends_at timestamptz)`,
      [places[column], day, JSON.stringify(slots)],
    )
  }
}

/** Meetings of one slot, each of another member; the first of them wait for a decision. Whole at its commit. */
async function addReservations(pool: pg.Pool, members: readonly number[]) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into reservations (kind, status, member_id, room_id, event_date_id, date, starts_at, ends_at, place,
        visitor, member, created_at, updated_at)
      select 'GROUP_MEETING', case when n <= ${WAITING} then 'PENDING' else 'APPROVED' end,
        ($1::int[])[1 + n % array_length($1::int[], 1)], room_id, event_date_id, $2, starts_at, ends_at, place,
        '{"title": "신제품 공급 협의", "company": "한빛전자", "name": "박지민", "manager_name": "김도윤",
          "phone": "010-2345-6789", "count": 3}',
        '{"name": "박지민", "company_name": "한빛전자", "position": "과장", "phone": "010-2345-6789"}', $3, $3
      from (
        select s.*, json_build_object('name', r.name, 'floor', r.floor, 'size', r.size) as place,
          row_number() over (order by s.starts_at desc, s.id) as n
        from slots s join rooms r on r.id = s.room_id where (s.id + s.room_id) % ${TAKEN} = 0
      ) wanted`,
      [members, HALL_DAY, NOW],
    )
    await client.query(
      `with held as (
        update slots s set reservation_id = r.id from reservations r
        where s.room_id = r.room_id and s.starts_at = r.starts_at
        returning r.id, s.id as slot_id, s.time, s.end_time, s.duration
      )
      insert into reservation_slots (reservation_id, kind, position, slot_id, time, end_time, duration)
      select id, 'GROUP_MEETING', 1, slot_id, time, end_time, duration from held`,
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function addSessions(pool: pg.Pool, column: 'member_id' | 'admin_id', owners: readonly number[]) {
  const tokens = owners.map(makeToken)
  await pool.query(
    `insert into sessions (token_hash, ${column}, created_at, expires_at)
    select hash, owner, $3, $4 from unnest($1::bytea[], $2::int[]) as s(hash, owner)`,
    [tokens.map(hashOf), owners, NOW, NEXT_WEEK],
  )
  return tokens
}

async function findBoards(pool: pg.Pool, count: number): Promise<People['boards']> {
  const { rows } = await pool.query<{ id: number; screen_code: string }>(
    'select id, screen_code from rooms order by id',
  )
  return Array.from({ length: count }, (_, n) => {
    const { id, screen_code: code } = rows[n % rows.length]!
    const key = n.toString(16).padStart(32, '0')
    return { room: id, check_in: JSON.stringify({ code, key, build: 'hall', width: 1920, height: 1080 }) }
  })
}

/** The times that nobody has, in an order of their own; the day's last hours, so that the clock takes none away. */
async function findFree(pool: pg.Pool, day: number): Promise<Wish[]> {
  const { rows } = await pool.query<{ room_id: number; slot_id: number }>(
    `select room_id, id as slot_id from slots
    where room_id is not null and reservation_id is null and time >= '11:00' order by md5(id::text)`,
  )
  return rows.map((row) => ({ event_date_id: day, ...row }))
}
