import { HOLDING, STATUSES } from '../domain/reservation.ts'
import { at, type TestApp } from './app.ts'
import {
  makeDocent,
  makeEventDate,
  makeMember,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  tourParty,
} from './make.ts'

const TIMES = ['09:00', '09:40', '11:00', '12:00', '17:30', '18:20']
const COMPANIES = ['한빛전자', '한빛 전자', 'Iberia', 'IBERIA', '무등상사', '새봄']
const MINUTE = 60_000

/** Pseudo-random numbers below `max`, the same each time. */
let state = 20_261_120
function pick(max: number): number {
  state = (state * 48_271) % 2_147_483_647
  return state % max
}
const oneOf = <T>(all: readonly T[]): T => all[pick(all.length)]!
const chance = (percent: number) => pick(100) < percent

export type Slot = {
  id: number
  date: string
  time: string
  place: string
  isTour: boolean
  is_locked: boolean
}
type Member = { id: number; tier: 'normal' | 'vip' | 'vvip' }

function imagine(slot: Slot, members: readonly Member[], marked: ReadonlySet<string>) {
  const starts_at = at(slot.date, slot.time)
  const status = oneOf(STATUSES)
  const created_at = starts_at - pick(5_000) * MINUTE - pick(MINUTE)
  const isDecided = !['PENDING', 'CANCELLED'].includes(status)
  return {
    slot,
    kind: slot.isTour ? ('VIP_TOUR' as const) : ('GROUP_MEETING' as const),
    status,
    starts_at,
    ends_at: starts_at + (slot.isTour ? 25 : 10) * MINUTE,
    ended_at: status === 'COMPLETED' && chance(40) ? starts_at + oneOf([-5, 2]) * MINUTE : null,
    arrived_at: marked.has(slot.date) && chance(40) ? starts_at : null,
    member: chance(90) ? oneOf(members) : null,
    company: oneOf(COMPANIES),
    guests: 1 + pick(7),
    feedback: !slot.isTour && chance(30) ? '좋았습니다' : null,
    created_at,
    decided_at: isDecided ? created_at + pick(4_000) * MINUTE + pick(MINUTE) : null,
  }
}
export type Visit = ReturnType<typeof imagine>

export const isHeld = ({ status }: Visit) => HOLDING.includes(status)
const moment = (instant: number | null) => (instant === null ? null : new Date(instant))

const rowOf = ({ slot, member, company, guests, decided_at: _, ...row }: Visit) => ({
  ...row,
  starts_at: new Date(row.starts_at),
  ends_at: new Date(row.ends_at),
  ended_at: moment(row.ended_at),
  arrived_at: moment(row.arrived_at),
  created_at: new Date(row.created_at),
  updated_at: new Date(row.created_at),
  date: slot.date,
  member_id: member?.id ?? null,
  place: JSON.stringify({ name: slot.place }),
  visitor: JSON.stringify({ ...tourParty, title: '상담', company, count: guests }),
  member: JSON.stringify({ name: '방문자', phone: '' }),
})

const write = (app: TestApp, visit: Visit) =>
  app.db.transaction().execute(async (tx) => {
    const { slot, kind, status, decided_at } = visit
    const { id } = await tx
      .insertInto('reservations')
      .values(rowOf(visit))
      .returning('id')
      .executeTakeFirstOrThrow()
    const holds = isHeld(visit)
    if (holds) await tx.updateTable('slots').set({ reservation_id: id }).where('id', '=', slot.id).execute()
    const held = { slot_id: slot.id, kind, holds, live: holds && status !== 'COMPLETED' }
    const times = { position: 1, time: slot.time, end_time: slot.time, duration: 10 }
    await tx
      .insertInto('reservation_slots')
      .values({ reservation_id: id, ...held, ...times })
      .execute()
    if (decided_at === null) return
    const decided_minutes = Math.round((decided_at - visit.created_at) / MINUTE)
    const step = {
      actor_kind: 'admin' as const,
      actor: 'admin',
      action: 'decide',
      decided_kind: kind,
      decided_minutes,
    }
    const to_status = status === 'REJECTED' ? ('REJECTED' as const) : ('APPROVED' as const)
    await tx
      .insertInto('reservation_history')
      .values({ reservation_id: id, ...step, at: new Date(decided_at), from_status: 'PENDING', to_status })
      .execute()
  })

async function makeSlots(app: TestApp, dates: readonly string[]): Promise<Slot[]> {
  const all: Slot[] = []
  const days = await Promise.all(dates.map((date) => makeEventDate(app.db, date)))
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const isTour = n > 3
    const name = isTour ? `도슨트 ${n}` : `미팅룸 ${n}`
    const place = isTour ? await makeDocent(app.db, { name }) : await makeRoom(app.db, { name })
    for (const day of days) {
      const made = await (isTour ? makeTourSlots : makeRoomSlots)(app.db, day, place, ...TIMES)
      for (const { id, time } of made)
        all.push({ id, date: day.date, time, place: name, isTour, is_locked: chance(20) })
    }
  }
  const locked = all.flatMap(({ id, is_locked }) => (is_locked ? [id] : []))
  await app.db.updateTable('slots').set({ is_locked: true }).where('id', 'in', locked).execute()
  return all
}

const imagineMail = (address: string, n: number) => ({
  kind: oneOf(['approved', 'rejected', 'test']),
  to_address: oneOf(['a@example.com', 'b@example.com', address]),
  status: oneOf(['queued', 'sent', 'failed'] as const),
  subject: '제목',
  message_id: `<${n}@example.com>`,
  created_at: new Date(0),
})

type Wanted = { dates: readonly string[]; marked: readonly string[]; address: string }

/**
 * A varied event written directly into the tables. Dates in `marked` have arrivals, and some mails go to
 * `address`.
 */
export async function makeImaginedEvent(app: TestApp, { dates, marked, address }: Wanted) {
  const members: Member[] = []
  for (const tier of ['normal', 'normal', 'vip', 'vvip', 'normal', 'vip'] as const) {
    const { id } = await makeMember(app.db, { is_vip: tier !== 'normal', is_vvip: tier === 'vvip' })
    members.push({ id, tier })
  }
  const slots = await makeSlots(app, dates)
  const visits = slots.filter(() => chance(80)).map((slot) => imagine(slot, members, new Set(marked)))
  for (const visit of visits) await write(app, visit)
  const mails = Array.from({ length: 80 }, (_, n) => imagineMail(address, n))
  await app.db.insertInto('mails').values(mails).execute()
  return { members, slots, visits, mails }
}
