import { STATUSES } from '../domain/reservation.ts'
import { MEETING_SLOT_MINUTES, TOUR_MINUTES, type SlotTimes } from '../domain/slot.ts'
import { generateSlots } from '../domain/slot-plan.ts'
import { inTransaction, type Db } from '../server/database/transaction.ts'

/** Fuller than any: 10 docents, 20 rooms and 600 reservations of every status. */
export const BUSY_DAY = '2026-11-27'
const [DOCENTS, ROOMS, RESERVATIONS] = [10, 20, 600]
const MEETING_SLOTS = 2
const COMPANIES = ['한빛전자', '누리소프트', '새봄로보틱스', 'Iberia Conectada', '대한모빌리티글로벌홀딩스']

/** Adds a busy day to the sample event. Its rows go straight into the tables: only their display is measured. */
export const fillBusyDay = (db: Db): Promise<void> => inTransaction(db, fill)

async function fill(db: Db) {
  const { id: event_date_id } = await db
    .insertInto('event_dates')
    .values({ date: BUSY_DAY })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { docents, rooms } = await addPlaces(db)
  const tours = generateSlots({ ...plan(30), duration: TOUR_MINUTES }, []).slots
  const meetings = generateSlots({ ...plan(MEETING_SLOT_MINUTES), duration: MEETING_SLOT_MINUTES }, []).slots
  const wanted = [
    ...docents.flatMap(({ id, ...place }) =>
      tours.map((slot) => ({ docent_id: id, room_id: null, place, slots: [slot] })),
    ),
    ...rooms.flatMap(({ id, ...place }) =>
      meetings
        .filter((_, i) => i % MEETING_SLOTS === 0)
        .map((_, i) => ({
          docent_id: null,
          room_id: id,
          place,
          slots: meetings.slice(i * MEETING_SLOTS, (i + 1) * MEETING_SLOTS),
        })),
    ),
  ]
  // The reservations spread over the day and all places; the slots left over stay free.
  const step = wanted.length / RESERVATIONS
  const booked = new Set(Array.from({ length: RESERVATIONS }, (_, n) => Math.floor(n * step)))
  for (const [n, each] of wanted.entries()) {
    const reservation = booked.has(n) ? await addReservation(db, each, n, event_date_id) : null
    const { docent_id, room_id, slots } = each
    const place = { docent_id, room_id, event_date_id, reservation_id: reservation?.id ?? null }
    const made = await db
      .insertInto('slots')
      .values(slots.map((slot) => ({ ...stored(slot), ...place })))
      .returning(['id', 'time', 'end_time', 'duration'])
      .execute()
    if (reservation) await addTimes(db, reservation, made)
  }
}

const plan = (interval_minutes: number) => ({
  date: BUSY_DAY,
  start_time: '07:00',
  end_time: '18:50',
  interval_minutes,
})

const stored = ({ starts_at, ends_at, ...times }: SlotTimes) => ({
  ...times,
  starts_at: new Date(starts_at),
  ends_at: new Date(ends_at),
})

async function addPlaces(db: Db) {
  const known = await db.selectFrom('docents').select('id').execute()
  const rooms = await db.selectFrom('rooms').select('id').execute()
  const more = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
  await db
    .insertInto('docents')
    .values(
      more(DOCENTS - known.length).map((n) => ({
        name: `도슨트 ${n}`,
        language: '한국어',
        start_point: '1층 안내 데스크',
      })),
    )
    .execute()
  await db
    .insertInto('rooms')
    .values(more(ROOMS - rooms.length).map((n) => ({ name: `상담실 ${n}`, floor: 3, size: 8 })))
    .execute()
  return {
    docents: await db
      .selectFrom('docents')
      .select(['id', 'name', 'language', 'start_point'])
      .orderBy('id')
      .execute(),
    rooms: await db.selectFrom('rooms').select(['id', 'name', 'floor', 'size']).orderBy('id').execute(),
  }
}

type Wanted = { docent_id: number | null; room_id: number | null; place: object; slots: SlotTimes[] }

async function addReservation(db: Db, { docent_id, room_id, place, slots }: Wanted, n: number, day: number) {
  // Those that are off hold no slots, so they would leave theirs free: only the others are made.
  const live = STATUSES.filter((status) => status !== 'CANCELLED' && status !== 'REJECTED')
  const [first, last] = [slots[0]!, slots.at(-1)!]
  const party = { company: COMPANIES[n % COMPANIES.length], name: '박지민', phone: '010-2345-6789', count: 3 }
  const visitor = room_id ? { title: `신제품 공급 협의 ${n}`, manager_name: '김도윤', ...party } : party
  const at = new Date(first.starts_at - 7 * 24 * 3_600_000)
  return db
    .insertInto('reservations')
    .values({
      kind: room_id ? 'GROUP_MEETING' : 'VIP_TOUR',
      status: live[n % live.length]!,
      member_id: 1,
      docent_id,
      room_id,
      event_date_id: day,
      date: BUSY_DAY,
      starts_at: new Date(first.starts_at),
      ends_at: new Date(last.ends_at),
      place: JSON.stringify(place),
      visitor: JSON.stringify(visitor),
      member: JSON.stringify({
        name: '박지민',
        company_name: '한빛전자',
        position: '과장',
        phone: party.phone,
      }),
      note: null,
      feedback: null,
      cancel_note: null,
      created_at: at,
      updated_at: at,
    })
    .returning(['id', 'live'])
    .executeTakeFirstOrThrow()
}

type Times = { id: number; time: string; end_time: string; duration: number }[]

const addTimes = (db: Db, { id: reservation_id, live }: { id: number; live: boolean }, slots: Times) =>
  db
    .insertInto('reservation_slots')
    .values(
      slots.map(({ id: slot_id, ...times }, n) => ({
        ...times,
        slot_id,
        reservation_id,
        position: n + 1,
        live,
      })),
    )
    .execute()
