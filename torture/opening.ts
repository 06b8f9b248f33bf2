import { addDocent, addRoom } from '../contract/admin/places.ts'
import { addEventDates } from '../contract/admin/event-dates.ts'
import { adminLogin } from '../contract/admin/login.ts'
import { addMember } from '../contract/admin/members.ts'
import { planSlots } from '../contract/admin/slot-plan.ts'
import type { Role } from '../domain/role.ts'
import { ADMIN_PASSWORD } from '../test/server-process.ts'
import { memberBody } from './calls/members.ts'
import { sessionOf, type Caller, type Client, type Wanted } from './client.ts'
import { markOf, type Call } from './history.ts'
import type { Stand } from './stand.ts'
import type { Identity } from './person.ts'

const OPENER = 'admin'
const DATES = { start_date: '2026-11-20', end_date: '2026-11-22' }
const PLACES = 3

/** Few slots for many people. */
const WINDOWS = {
  tour: { windows: [{ start_time: '10:00', end_time: '14:00' }], interval_minutes: 30, duration_minutes: 25 },
  room: { windows: [{ start_time: '10:00', end_time: '13:00' }], interval_minutes: 10, duration_minutes: 10 },
}

type Send = (wanted: Wanted, mark?: string) => Promise<Call>

/** Sets up an empty event through administrator calls; returns its people. */
export async function openEvent(
  stand: Stand,
  client: Client,
  people: { visitors: number; administrators: number },
): Promise<{ visitors: Identity[]; administrators: Identity[] }> {
  let count = 0
  const nextMark = () => markOf(0, 0, (count += 1))
  let caller: Caller = { by: 'admin', name: OPENER, cookie: '', csrf: '' }
  const send = async (wanted: Wanted, mark = nextMark()): Promise<Call & { cookies: string[] }> => {
    const call = await client.send({ wanted, wish: mark, caller, key: null, pick: 0 })
    if (call.outcome === 'ok') return call
    throw new Error(`The event could not be opened: ${wanted.kind} was ${call.code}`)
  }
  const login = { kind: 'login', endpoint: adminLogin, body: { name: OPENER, password: ADMIN_PASSWORD } }
  caller = { ...caller, ...sessionOf((await send(login)).cookies) }
  await addPlaces(send, nextMark)
  await planDays(stand, send)
  const visitors: Identity[] = []
  for (let i = 0; i < people.visitors; i += 1) visitors.push(await addVisitor(send, nextMark()))
  return { visitors, administrators: await addAdministrators(stand, people.administrators) }
}

async function addPlaces(send: Send, nextMark: () => string) {
  await send({ kind: 'dates', endpoint: addEventDates, body: DATES })
  for (let i = 0; i < PLACES; i += 1) {
    const [docent, room] = [nextMark(), nextMark()]
    const texts = { name: `도슨트 ${docent}`, language: '한국어', start_point: '동문', is_vip: i === 0 }
    await send({ kind: 'add_docent', endpoint: addDocent, body: texts }, docent)
    await send({ kind: 'add_room', endpoint: addRoom, body: { name: `방 ${room}`, floor: 1, size: 8 } }, room)
  }
}

async function planDays({ database }: Stand, send: Send) {
  const ids = async (table: string) =>
    (await database.query<{ id: number }>(`select id from ${table} order by id`)).map(({ id }) => id)
  const event_date_ids = await ids('event_dates')
  for (const [kind, table] of [
    ['tour', 'docents'],
    ['room', 'rooms'],
  ] as const) {
    const body = { kind, place_ids: await ids(table), event_date_ids, ...WINDOWS[kind] }
    await send({ kind: 'plan', endpoint: planSlots, body })
  }
}

async function addVisitor(send: Send, mark: string): Promise<Identity> {
  const body = memberBody('방문자', mark)
  const { answer } = await send({ kind: 'member', endpoint: addMember, body }, mark)
  const { user } = JSON.parse(answer!) as { user: { id: number } }
  return { name: body.name, phone: body.phone, member_id: user.id }
}

/** Separate accounts, to distinguish them in the audit log. */
async function addAdministrators({ database }: Stand, count: number): Promise<Identity[]> {
  const rows = await database.query<{ id: number; name: string; role: Role }>(
    `insert into admins (name, role, password_hash, created_at)
     select '관리자 ' || n, coalesce(($3::text[])[n], 'owner'), password_hash, created_at
     from admins, generate_series(1, $1::int) as n
     where name = $2 returning id, name, role`,
    [count, OPENER, ['desk', 'manager', 'manager']],
  )
  return rows.map(({ id, name, role }) => ({ admin_id: id, name, role }))
}
