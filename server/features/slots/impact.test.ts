import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { docentImpact, docentsImpact, roomImpact, roomsImpact } from '../../../contract/admin/places.ts'
import { eventDatesImpact } from '../../../contract/admin/event-dates.ts'
import { roomSlotsImpact, tourSlotsImpact } from '../../../contract/admin/slot-deletions.ts'
import { isAwaited, isCountedOn, STATUSES } from '../../../domain/reservation.ts'
import { at, TODAY } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeEventDate } from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'
import { obeys } from '../reservations/queries.ts'

type Made = Awaited<ReturnType<typeof makeReservation>>
const app = useTestApp()
const admin = useAdmin(app)
let tour: Made
let later: Made
let meeting: Made

beforeAll(async () => {
  const day = await makeEventDate(app.db)
  const otherDay = await makeEventDate(app.db, '2026-11-21')
  tour = await makeReservation(app, admin, day, { status: 'APPROVED' })
  later = await makeReservation(app, admin, otherDay, { status: 'CANCEL_REQUESTED' })
  meeting = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING' })
  for (const status of ['COMPLETED', 'REJECTED', 'CANCELLED'] as const)
    await makeReservation(app, admin, day, { status })
})

/** By start, and what starts together as it was made. */
const touching = (...made: Made[]) => ({
  reservation_ids: [tour, meeting, later].filter((each) => made.includes(each)).map(idOf),
})
const idOf = ({ reservation }: Made) => reservation.id
const placeId = ({ reservation }: Made) =>
  String(reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent.id : reservation.room.id)
const ids = (...made: Made[]) => made.flatMap(({ slots }) => slots.map(({ id }) => id)).join(',')

test('of dates', async () => {
  const of = (query: { date?: string; dates?: string }) => admin.ok(eventDatesImpact, { query })
  expect(await of({ date: TODAY })).toEqual(touching(tour, meeting))
  expect(await of({ dates: '2026-11-21,2031-01-01' })).toEqual(touching(later))
  expect(await of({ dates: `2026-11-21,${TODAY}` })).toEqual(touching(tour, later, meeting))
  expect(await of({})).toEqual(touching(tour, later, meeting))
  expect(await of({ date: '2031-01-01' })).toEqual(touching())
})

test('of docents and rooms', async () => {
  expect(await admin.ok(docentImpact, { params: { id: placeId(tour) } })).toEqual(touching(tour))
  expect(await admin.ok(roomImpact, { params: { id: placeId(meeting) } })).toEqual(touching(meeting))
  const both = [placeId(tour), placeId(later)].join(',')
  expect(await admin.ok(docentsImpact, { query: { ids: both } })).toEqual(touching(tour, later))
  expect(await admin.ok(docentsImpact, { query: {} })).toEqual(touching(tour, later))
  expect(await admin.ok(roomsImpact, { query: { ids: placeId(meeting) } })).toEqual(touching(meeting))
  expect(await admin.ok(roomsImpact, { query: { ids: '999999' } })).toEqual(touching())
  expect(await admin.ok(roomsImpact, { query: {} })).toEqual(touching(meeting))
  for (const endpoint of [docentImpact, roomImpact])
    expect(await admin.refused(endpoint, { params: { id: '999999' } })).toMatchObject({ status: 404 })
})

test('of slots, a meeting counted once however many of its slots are meant', async () => {
  const tours = (query: object) => admin.ok(tourSlotsImpact, { query })
  const rooms = (query: object) => admin.ok(roomSlotsImpact, { query })
  expect(await rooms({ ids: ids(meeting) })).toEqual(touching(meeting))
  expect(await rooms({ ids: String(meeting.slots[2]!.id) })).toEqual(touching(meeting))
  expect(await rooms({ ids: ids(tour) })).toEqual(touching())
  expect(await rooms({ room_id: placeId(meeting), date: '2026-11-21' })).toEqual(touching())
  expect(await tours({ ids: ids(tour, later, meeting) })).toEqual(touching(tour, later))
  expect(await tours({ docent_id: placeId(tour), date: TODAY })).toEqual(touching(tour))
  expect(await tours({ date: TODAY })).toEqual(touching(tour))
  expect(await tours({})).toEqual(touching(tour, later))
})

test('excludes ended reservations', async () => {
  app.setClock(TODAY, '10:25')
  expect(await admin.ok(eventDatesImpact, { query: { date: TODAY } })).toEqual(touching(meeting))
  expect(await admin.ok(docentImpact, { params: { id: placeId(tour) } })).toEqual(touching())
  app.setClock(TODAY, '08:00')
})

describe('a query that cannot be read', () => {
  test.each(['', ',', '1,', 'x', '0', '1.5', '-1', '99999999999', '2147483648', '1;2'])(
    'ids=%j is refused',
    async (text) => {
      for (const endpoint of [docentsImpact, roomsImpact, tourSlotsImpact, roomSlotsImpact])
        expect(await admin.refused(endpoint, { query: { ids: text } })).toMatchObject({ status: 400 })
    },
  )

  test.each(['', ',', '2026-11-20,', 'x', '2026-02-30'])('dates=%j is refused', async (dates) => {
    expect(await admin.refused(eventDatesImpact, { query: { dates } })).toMatchObject({ status: 400 })
  })
})

test('of very many reservations names all, by start', async () => {
  const [first, last] = [at('2026-12-01', '09:00'), at('2026-12-01', '09:10')]
  await makeEventDate(app.db, '2026-12-01')
  await sql`
    with made as (
      insert into rooms (name, floor, size) select '큰방 ' || n, 1, 9 from generate_series(1, 1001) n returning id, name
    ), people as (
      insert into members (name, name_key, email, phone, company_name, position, created_at)
      select name, name, id || '@many.example', '010-8888-' || lpad((id % 10000)::text, 4, '0'), '많음', '과장', ${new Date(first)}
      from made returning id, name
    ), times as (
      insert into slots (room_id, event_date_id, time, end_time, duration, starts_at, ends_at)
      select made.id, d.id, '09:00', '09:10', 10, ${new Date(first)}, ${new Date(last)}
      from made, event_dates d where d.date = '2026-12-01' returning id
    ) select count(*) from people, times`.execute(app.db)
  await sql`
    with booked as (
      insert into reservations (kind, status, member_id, room_id, event_date_id, date, starts_at, ends_at, place, visitor,
        member, created_at, updated_at)
      select 'GROUP_MEETING', 'APPROVED', m.id, r.id, s.event_date_id, '2026-12-01', s.starts_at, s.ends_at, '{}',
        '{"count": 1}', '{}', s.starts_at, s.starts_at
      from slots s join rooms r on r.id = s.room_id join members m on m.name = r.name where r.name like '큰방 %'
      returning id, room_id
    ), held as (
      update slots set reservation_id = booked.id from booked where slots.room_id = booked.room_id
      returning slots.id, booked.id as reservation_id
    )
    insert into reservation_slots (reservation_id, kind, position, slot_id, time, end_time, duration)
    select reservation_id, 'GROUP_MEETING', 1, id, '09:00', '09:10', 10 from held`.execute(app.db)
  const { reservation_ids } = await admin.ok(eventDatesImpact, { query: { date: '2026-12-01' } })
  expect(new Set(reservation_ids).size).toBe(1001)
  expect(reservation_ids).toEqual(reservation_ids.toSorted((a, b) => a - b))
})

test.each([
  ['somebody waits for it', isAwaited],
  ['its member counts on it', isCountedOn],
  ['nothing more comes of it', (...asked: Parameters<typeof isAwaited>) => !isAwaited(...asked)],
])('the database and the rules say the same of every reservation: %s', async (_, rule) => {
  const now = app.now()
  const all = STATUSES.flatMap((status) =>
    [-60_000, 0, 60_000].map((from) => ({ status, ends_at: now + from })),
  )
  const { rows } = await sql<{ status: string; ends_at: Date }>`
    select r.* from json_to_recordset(${JSON.stringify(
      all.map((each) => ({ ...each, ends_at: new Date(each.ends_at) })),
    )}) as r (status text, ends_at timestamptz) where ${obeys(rule, now)}`.execute(app.db)
  expect(rows.map(({ status, ends_at }) => ({ status, ends_at: ends_at.getTime() }))).toEqual(
    all.filter(({ status, ends_at }) =>
      rule({ kind: 'GROUP_MEETING', status, starts_at: ends_at - 600_000, ends_at }, now),
    ),
  )
})
