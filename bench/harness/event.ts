import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { addDays, startOfDay } from '../../domain/madrid-time.ts'
import type { Postgres } from './postgres.ts'
import { signInAdmin, startService, type Service } from './serve.ts'

const MEMBERS = 1_000
const ROOMS = 30
/** Of ten minutes, from seven in the morning. */
const SLOTS_A_DAY = 72
const A_BOOKING = 3
const BOOKINGS_A_DAY = (ROOMS * SLOTS_A_DAY) / A_BOOKING
/** The first of the days that have only the measured bookings. */
export const FIRST_DAY = '2027-02-01'

const VISITOR = {
  title: '측정',
  company: '한빛전자',
  name: '박지민',
  manager_name: '김도윤',
  phone: '010-2345-6789',
  count: 1,
}

export type Event = Awaited<ReturnType<typeof openEvent>>
export type Headers = Record<string, string>

type EventParts = {
  postgres: Postgres
  database: string
  fill?: (client: pg.Client) => Promise<unknown>
}

/** A running service with the sample event, and many members more who book meetings on days of their own. */
export async function openEvent(open: AsyncDisposableStack, { postgres, database, fill }: EventParts) {
  const url = await postgres.create(database)
  const service = await startService(url)
  open.defer(() => service.close())
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  open.defer(() => client.end())
  await allowManyReservations(client)
  await fill?.(client)
  const cookies = await addMembers(client)
  const rooms = await addRooms(client)
  await client.query('vacuum analyze')
  const admin = await signInAdmin(service.origin)
  let days = 0
  const free = async (count: number) => {
    const from = addDays(FIRST_DAY, days)
    const more = Math.ceil(count / BOOKINGS_A_DAY)
    days += more
    const slots = Math.min(SLOTS_A_DAY, Math.ceil(count / ROOMS) * A_BOOKING)
    return (await addSlots(client, { from, days: more, slots, rooms })).slice(0, count)
  }
  return {
    service,
    client,
    admin,
    cookies,
    /** Bookings of three free slots each, of as many members in turn. */
    bookings: async (count: number, headers: () => Headers = () => ({})) =>
      (await free(count)).map((body, n) =>
        bookingRequest(service, body, { cookie: cookies[n % MEMBERS]!, ...headers() }),
      ),
    settle: () => settle(client),
  }
}

const bookingRequest = (service: Service, body: object, headers: Headers) =>
  request(service, { method: 'POST', path: '/api/user/reserve-meeting/', headers, body })

type Call = { method?: string; path: string; headers?: Headers; body?: object }

/** A whole request, as it goes over the wire. */
export function request(
  { port }: { port: number },
  { method = 'GET', path, headers = {}, body }: Call,
): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: `127.0.0.1:${port}`,
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

/** The limit of the sample event is too low for members who book again and again. */
const allowManyReservations = (client: pg.Client) =>
  client.query('update settings set max_reservations = 999, max_minutes_per_day = 1440')

/** Adds members who are signed in, and returns their cookies. */
async function addMembers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into members (name, name_key, email, phone, company_name, position, is_vip, is_vvip, created_at)
    select '측정' || n, '측정' || n, 'measured' || n || '@example.com', '010-7000-' || lpad(n::text, 4, '0'), '한빛전자', '과장',
      true, true, '2026-11-01' from generate_series(0, ${MEMBERS - 1}) n returning id`,
  )
  const tokens = rows.map(() => randomBytes(32).toString('base64url'))
  await client.query(
    `insert into sessions (token_hash, member_id, created_at, expires_at, last_seen_at)
    select decode(hash, 'hex'), id, '2026-11-20T00:00Z', '2026-11-26T00:00Z', '2026-11-20T00:00Z' from unnest($1::text[], $2::int[]) as s (hash, id)`,
    [tokens.map((token) => createHash('sha256').update(token).digest('hex')), rows.map(({ id }) => id)],
  )
  return tokens.map((token) => `session=${token}`)
}

async function addRooms(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into rooms (name, floor, size) select '측정실 ' || n, 3, 20 from generate_series(1, ${ROOMS}) n returning id`,
  )
  return rows.map(({ id }) => id)
}

type Wanted = { from: string; days: number; slots: number; rooms: number[] }

/** Adds days on which every room is free, and returns the bodies of the bookings that fill them. */
async function addSlots(client: pg.Client, { from, days, slots, rooms }: Wanted) {
  const dates = Array.from({ length: days }, (_, n) => addDays(from, n))
  const { rows } = await client.query<{ ids: number[]; room_id: number; event_date_id: number }>(
    `with days as (
      insert into event_dates (date) select unnest($1::date[]) returning id, date
    ), made as (
      insert into slots (room_id, event_date_id, time, end_time, duration, starts_at, ends_at)
      select room, days.id, to_char(wall, 'HH24:MI'), to_char(wall + interval '10 minutes', 'HH24:MI'), 10,
        begins + wall, begins + wall + interval '10 minutes'
      from unnest($3::int[]) room, days join unnest($1::date[], $2::timestamptz[]) as d (date, begins) using (date),
        generate_series(0, ${slots - 1}) n, lateral (select interval '7 hours' + n * interval '10 minutes' as wall) w
      returning id, room_id, event_date_id, starts_at
    )
    select array_agg(id order by starts_at) as ids, room_id, event_date_id from made
    group by event_date_id, room_id, floor(extract(epoch from starts_at) / ${A_BOOKING * 600})
    order by event_date_id, min(starts_at), room_id`,
    [dates, dates.map((date) => new Date(startOfDay(date))), rooms],
  )
  return rows.map(({ ids, room_id, event_date_id }) => ({
    room_id,
    event_date_id,
    visitor: VISITOR,
    time_slots: ids.map((available_room_id) => ({ available_room_id, duration: 10 })),
  }))
}

/** Marks queued mails as sent and cleans up, so that the next measurement does not pay for this one. */
async function settle(client: pg.Client) {
  await client.query(`update mails set status = 'sent', sent_at = created_at where status = 'queued'`)
  await client.query('vacuum analyze slots, reservations, reservation_slots, mails')
  await client.query('checkpoint')
}
