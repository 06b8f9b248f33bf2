// How long do an administrator's works on very many reservations take, during which their slots wait, and in how many
// statements? Each changes what two thousand, five hundred or four hundred members count on.
import { addDays } from '../domain/madrid-time.ts'
import { MEETING_SLOT_MINUTES, type SlotTimes } from '../domain/slot.ts'
import { generateSlots } from '../domain/slot-plan.ts'
import { beginSession, csrfTokenOf } from '../server/http/session.ts'
import { openBenchServer } from './bench-server.ts'

const [FIRST_DAY, NOW] = ['2026-12-01', Date.parse('2026-11-20T05:00:00Z')]
type Made = { dates: string[]; rooms: number[]; reservations: number[] }

const server = await openBenchServer({ admin: { name: 'admin', password: 'a long enough password' } })
let days = 0
let statements = 0
const counted = new WeakSet()
server.pool.on('acquire', (client) => {
  if (counted.has(client)) return
  counted.add(client)
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...sent: unknown[]) => {
    statements += 1
    return send(...sent)
  }) as typeof client.query
})
try {
  const headers = await signIn()
  const call = async (name: string, method: string, path: string, body: object) => {
    const before = { statements, mails: await countMails() }
    const start = performance.now()
    const response = await fetch(server.origin + path, { method, headers, body: JSON.stringify(body) })
    const took = (performance.now() - start) / 1000
    const text = await response.text()
    if (!response.ok) throw new Error(`${name}: ${response.status} ${text}`)
    const sent = statements - before.statements
    const mails = (await countMails()) - before.mails
    console.log(
      `${took.toFixed(2).padStart(8)} s ${String(sent).padStart(7)} statements ${mails} mails  ${name}`,
    )
  }
  const day = await fill({ days: 1, rooms: 28, count: 2000, status: 'APPROVED' })
  await call('a date with 2000 reservations deleted', 'DELETE', '/api/admin/event-dates/', {
    date: day.dates[0],
  })
  const room = await fill({ days: 7, rooms: 1, count: 500, status: 'APPROVED' })
  await call('a room renamed under 500 reservations', 'PUT', `/api/admin/rooms/${room.rooms[0]}/`, {
    name: '새 이름',
    floor: 2,
    size: 8,
    is_vip: false,
    is_vvip: false,
  })
  const requests = await fill({ days: 1, rooms: 6, count: 400, status: 'PENDING' })
  const rejection = { reservation_ids: requests.reservations, action: 'reject', reason: '사정' }
  await call('400 requests rejected at once', 'POST', '/api/admin/reservations/bulk-action/', rejection)
} finally {
  await server.close()
}

async function signIn() {
  const { rows } = await server.pool.query<{ id: number }>('select id from admins')
  const { token } = await beginSession(server.db, { admin_id: rows[0]!.id }, NOW)
  const cookie = `admin_session=${token}`
  return { cookie, 'x-csrftoken': csrfTokenOf(token), 'content-type': 'application/json' }
}

async function countMails(): Promise<number> {
  const { rows } = await server.pool.query<{ count: string }>('select count(*) from mails')
  return Number(rows[0]!.count)
}

type Wanted = { days: number; rooms: number; count: number; status: string }
type Ids = (text: string, ...given: unknown[]) => Promise<number[]>

/** Straight into the tables: dates and rooms of their own, and meetings of one slot, one after the other. */
async function fill(wanted: Wanted): Promise<Made> {
  const client = await server.pool.connect()
  const ids: Ids = async (text, ...given) =>
    (await client.query<{ id: number }>(text, given)).rows.map(({ id }) => id)
  try {
    await client.query('begin')
    const dates = Array.from({ length: wanted.days }, () => addDays(FIRST_DAY, days++))
    await ids('insert into event_dates (date) select unnest($1::date[])', dates)
    const rooms = await ids(
      `insert into rooms (name, floor, size) select '상담실 ' || n, 3, 8 from generate_series(1, $1::int) n returning id`,
      wanted.rooms,
    )
    const reservations = await addMeetings(ids, await addSlots(ids, dates, rooms), wanted)
    await client.query('commit')
    return { dates, rooms, reservations }
  } finally {
    client.release()
  }
}

function addSlots(ids: Ids, dates: string[], rooms: number[]): Promise<number[]> {
  const plan = {
    start_time: '07:00',
    end_time: '18:50',
    interval_minutes: 10,
    duration: MEETING_SLOT_MINUTES,
  }
  const slots = dates.flatMap((date) =>
    generateSlots({ ...plan, date }, []).slots.map((slot) => ({ date, ...stored(slot) })),
  )
  return ids(
    `insert into slots (room_id, event_date_id, time, end_time, duration, starts_at, ends_at)
    select room, d.id, s.time, s.end_time, s.duration, s.starts_at, s.ends_at
    from unnest($1::int[]) room, json_to_recordset($2::json) as s
      (date date, time text, end_time text, duration int, starts_at timestamptz, ends_at timestamptz)
    join event_dates d using (date) returning id`,
    rooms,
    JSON.stringify(slots),
  )
}

async function addMeetings(ids: Ids, slots: number[], { count, status }: Wanted): Promise<number[]> {
  const reservations = await ids(
    `insert into reservations (kind, status, member_id, room_id, event_date_id, date, starts_at, ends_at, place, visitor,
      member, created_at, updated_at)
    select 'GROUP_MEETING', $2, (select min(id) from members), s.room_id, d.id, d.date, s.starts_at, s.ends_at,
      json_build_object('name', r.name, 'floor', 3, 'size', 8),
      '{"title": "신제품 공급 협의", "company": "한빛전자", "name": "박지민", "manager_name": "김도윤",
        "phone": "010-2345-6789", "count": 3}',
      '{"name": "박지민", "company_name": "한빛전자", "position": "과장", "phone": "010-2345-6789"}', $3, $3
    from slots s join event_dates d on d.id = s.event_date_id join rooms r on r.id = s.room_id
    where s.id = any($1::int[]) order by s.id limit $4 returning id`,
    slots,
    status,
    new Date(NOW),
    count,
  )
  await ids(
    `with held as (
      update slots s set reservation_id = r.id from reservations r
      where r.id = any($1::int[]) and s.room_id = r.room_id and s.starts_at = r.starts_at
      returning r.id, s.id as slot_id, s.time, s.end_time, s.duration
    )
    insert into reservation_slots (reservation_id, position, slot_id, time, end_time, duration)
    select id, 1, slot_id, time, end_time, duration from held`,
    reservations,
  )
  return reservations
}

function stored({ starts_at, ends_at, ...times }: SlotTimes) {
  return { ...times, starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
}
