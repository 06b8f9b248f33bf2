import { koreanDate } from '../../../domain/madrid-time.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteDocent, deleteDocents, deleteRoom, deleteRooms } from '../../../contract/admin/places.ts'
import { deleteEventDate, deleteEventDates } from '../../../contract/admin/event-dates.ts'
import { listMyReservations, type Reservation } from '../../../contract/reservation.ts'
import {
  deleteChosenRoomSlots,
  deleteChosenTourSlots,
  deleteRoomSlot,
  deleteRoomSlots,
  deleteTourSlot,
  deleteTourSlots,
} from '../../../contract/admin/slot-deletions.ts'
import type { ReservationKind, Status } from '../../../domain/reservation.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useStatementCount, useTestApp } from '../../../test/fixture.ts'
import { makeDocent, makeEventDate, makeVisitor } from '../../../test/make.ts'
import { makeManyTours, makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp()
const sent = useStatementCount(app)
const adminName = '관리자 하나'
const admin = useAdmin(app, adminName)
let day: { id: number; date: string }
let otherDay: { id: number; date: string }

beforeEach(async () => {
  await admin.ok(deleteEventDate, { body: { delete_all: true } })
  day = await makeEventDate(app.db)
  otherDay = await makeEventDate(app.db, '2026-11-21')
})

const make = (kind: ReservationKind, status: Status = 'PENDING', on = day) =>
  makeReservation(app, admin, on, { kind, status })
type Made = Awaited<ReturnType<typeof make>>

const own = async ({ browser }: Made): Promise<Reservation> => {
  const { tours, meetings } = await browser.ok(listMyReservations, {})
  return [...tours, ...meetings][0]!
}
const placeId = ({ reservation }: Pick<Made, 'reservation'>) =>
  reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent.id! : reservation.room.id!
const idsOf = ({ slots }: Made) => slots.map((slot) => slot.id)
const params = (id: number) => ({ id: String(id) })
const lastHistory = ({ reservation }: Made) =>
  app.db
    .selectFrom('reservation_history')
    .selectAll()
    .where('reservation_id', '=', reservation.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const lastMail = async ({ reservation }: Made) =>
  (await app.mails()).findLast((mail) => mail.reservation_id === reservation.id)!
const slotsLeft = ({ slots }: Made) =>
  app.db
    .selectFrom('slots')
    .select(['id', 'reservation_id'])
    .where(
      'id',
      'in',
      slots.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()

const SLOT = '예약하신 시간이 삭제되어 예약이 취소되었습니다.'
const DATE = '행사 날짜가 삭제되어 예약이 취소되었습니다.'
const DOCENT = '담당 도슨트가 삭제되어 예약이 취소되었습니다.'
const ROOM = '예약하신 미팅룸이 삭제되어 예약이 취소되었습니다.'

/** The link in the deletion mail that leads to a new booking, with what remains filled in. */
function bookingAddress({ reservation }: Made, reason: string): string {
  const [path, place] =
    reservation.type === 'VIP_TOUR' ? ['/reserve-tour', 'docent_id'] : ['/reserve-room', 'room_id']
  if (reason === DOCENT || reason === ROOM) return path
  const query = `${path}?${place}=${placeId({ reservation })}`
  return reason === DATE ? query : `${query}&date=${TODAY}`
}

type Way = [string, ReservationKind, string, (made: Made) => Promise<{ deleted: number }>]
const WAYS: Way[] = [
  ['its slot', 'VIP_TOUR', SLOT, (made) => admin.ok(deleteTourSlot, { params: params(made.slots[0]!.id) })],
  [
    'one of its slots',
    'GROUP_MEETING',
    SLOT,
    (made) => admin.ok(deleteRoomSlot, { params: params(made.slots[1]!.id) }),
  ],
  [
    "its docent's slots",
    'VIP_TOUR',
    SLOT,
    (made) => admin.ok(deleteTourSlots, { query: { docent_id: String(placeId(made)), date: TODAY } }),
  ],
  [
    'its slot among others',
    'VIP_TOUR',
    SLOT,
    (made) => admin.ok(deleteChosenTourSlots, { body: { time_slot_ids: idsOf(made) } }),
  ],
  [
    'one of its slots among others',
    'GROUP_MEETING',
    SLOT,
    (made) => admin.ok(deleteChosenRoomSlots, { body: { time_slot_ids: idsOf(made).slice(1, 2) } }),
  ],
  ['the slots of all rooms', 'GROUP_MEETING', SLOT, () => admin.ok(deleteRoomSlots, { query: {} })],
  ['its date', 'VIP_TOUR', DATE, () => admin.ok(deleteEventDate, { body: { date: TODAY } })],
  ['all dates', 'GROUP_MEETING', DATE, () => admin.ok(deleteEventDate, { body: { delete_all: true } })],
  [
    'its date among others',
    'GROUP_MEETING',
    DATE,
    () => admin.ok(deleteEventDates, { body: { dates: [TODAY] } }),
  ],
  ['its docent', 'VIP_TOUR', DOCENT, (made) => admin.ok(deleteDocent, { params: params(placeId(made)) })],
  [
    'its docent among others',
    'VIP_TOUR',
    DOCENT,
    (made) => admin.ok(deleteDocents, { body: { docent_ids: [placeId(made)] } }),
  ],
  ['all docents', 'VIP_TOUR', DOCENT, () => admin.ok(deleteDocents, { body: { delete_all: true } })],
  ['its room', 'GROUP_MEETING', ROOM, (made) => admin.ok(deleteRoom, { params: params(placeId(made)) })],
  [
    'its room among others',
    'GROUP_MEETING',
    ROOM,
    (made) => admin.ok(deleteRooms, { body: { room_ids: [placeId(made)] } }),
  ],
  ['all rooms', 'GROUP_MEETING', ROOM, () => admin.ok(deleteRooms, { body: { delete_all: true } })],
]

describe.each(WAYS)('deleting %s', (_name, kind, reason, remove) => {
  test.each(['PENDING', 'APPROVED', 'CANCEL_REQUESTED'] as const)(
    'cancels a %s reservation, tells its member and keeps the reason',
    async (status) => {
      const made = await make(kind, status)
      app.passMinutes(1)
      expect((await remove(made)).deleted).toBeGreaterThan(0)
      expect(await own(made)).toMatchObject({ status: 'CANCELLED', cancel_note: reason, can_cancel: false })
      expect((await slotsLeft(made)).every((slot) => slot.reservation_id === null)).toBe(true)
      expect(await lastHistory(made)).toMatchObject({
        at: new Date(app.now()),
        actor_kind: 'admin',
        actor: adminName,
        action: 'cancel',
        from_status: status,
        to_status: 'CANCELLED',
        reason,
      })
      const mail = await lastMail(made)
      expect(mail).toMatchObject({
        kind: 'cancelled',
        to_address: made.member.email,
        // A reservation that was never approved is in no calendar.
        calendar_method: status === 'PENDING' ? null : 'CANCEL',
      })
      expect(mail.text).toContain(reason)
      const address = bookingAddress(made, reason)
      expect(mail.text).toContain(`예약 가능한 시간 보기: http://localhost:3000${address}\n`)
    },
  )

  test.each(['COMPLETED', 'REJECTED', 'CANCELLED'] as const)(
    'leaves a %s reservation as it was, readable without its links',
    async (status) => {
      const made = await make(kind, status)
      const [before, history, mail] = [await own(made), await lastHistory(made), await lastMail(made)]
      await remove(made)
      const after = await own(made)
      expect(withoutLinks(after)).toEqual(withoutLinks(before))
      expect(JSON.stringify(after)).toContain('"id":null')
      expect(await lastHistory(made)).toEqual(history)
      expect(await lastMail(made)).toEqual(mail)
    },
  )

  test('leaves one that was approved and is over', async () => {
    const made = await make(kind, 'APPROVED')
    app.setClock(TODAY, '10:30')
    await remove(made)
    expect(await own(made)).toMatchObject({ status: 'COMPLETED', cancel_note: null })
  })
})

const withoutLinks = (reservation: Reservation): unknown =>
  JSON.parse(JSON.stringify(reservation, (key, value: unknown) => (key === 'id' ? undefined : value)))

test('the links of what was deleted are null, all others stay', async () => {
  const meeting = await make('GROUP_MEETING', 'CANCELLED')
  await admin.ok(deleteRoomSlot, { params: params(meeting.slots[1]!.id) })
  const one = await own(meeting)
  const link = (of: Reservation) =>
    of.type === 'GROUP_MEETING' && [
      of.event_date.id,
      of.room.id,
      ...of.time_slots.map((slot) => slot.available_room.id),
    ]
  const [first, , third] = meeting.slots.map(({ id }) => id)
  expect(link(one)).toEqual([day.id, placeId(meeting), first, null, third])
  await admin.ok(deleteRoom, { params: params(placeId(meeting)) })
  expect(link(await own(meeting))).toEqual([day.id, null, null, null, null])
  await admin.ok(deleteEventDate, { body: { date: TODAY } })
  expect(link(await own(meeting))).toEqual([null, null, null, null, null])
})

test('a meeting of which one slot is deleted frees the others', async () => {
  const meeting = await make('GROUP_MEETING', 'APPROVED')
  const [first, second, third] = meeting.slots.map(({ id }) => id)
  expect(await admin.ok(deleteRoomSlot, { params: params(second!) })).toEqual({
    message: '가용 시간이 삭제되었습니다.',
    deleted: 1,
  })
  expect(await slotsLeft(meeting)).toEqual([
    { id: first, reservation_id: null },
    { id: third, reservation_id: null },
  ])
})

test('reservations that do not need the deleted slots stay', async () => {
  const [tour, meeting, elsewhere] = [
    await make('VIP_TOUR'),
    await make('GROUP_MEETING'),
    await make('VIP_TOUR', 'APPROVED', otherDay),
  ]
  const statuses = async () => Promise.all([tour, meeting, elsewhere].map(async (m) => (await own(m)).status))
  expect(await admin.ok(deleteTourSlots, { query: { date: '2031-01-01' } })).toMatchObject({ deleted: 0 })
  expect(await admin.ok(deleteTourSlots, { query: { docent_id: '999999' } })).toMatchObject({ deleted: 0 })
  for (const [endpoint, { slots }] of [
    [deleteTourSlot, meeting],
    [deleteRoomSlot, tour],
  ] as const)
    expect(await admin.refused(endpoint, { params: params(slots[0]!.id) })).toMatchObject({ status: 404 })
  expect((await admin.refused(deleteTourSlots, { query: { date: 'x' } })).status).toBe(400)
  expect(await admin.ok(deleteChosenTourSlots, { body: { time_slot_ids: idsOf(meeting) } })).toMatchObject({
    deleted: 0,
  })
  for (const time_slot_ids of [[], undefined])
    expect((await admin.refused(deleteChosenTourSlots, { body: { time_slot_ids } as never })).fields).toEqual(
      {
        time_slot_ids: '삭제할 시간을 선택해주세요.',
      },
    )
  expect(await statuses()).toEqual(['PENDING', 'PENDING', 'APPROVED'])
  await admin.ok(deleteTourSlots, { query: { date: TODAY } })
  expect(await statuses()).toEqual(['CANCELLED', 'PENDING', 'APPROVED'])
  await admin.ok(deleteRoom, { params: params(placeId(meeting)) })
  expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED', 'APPROVED'])
})

test('a deletion cancels all its reservations, and mails each member once', async () => {
  const made = [
    await make('VIP_TOUR'),
    await make('GROUP_MEETING', 'APPROVED'),
    await make('VIP_TOUR', 'APPROVED'),
    await make('GROUP_MEETING', 'CANCEL_REQUESTED'),
  ]
  const before = (await app.mails()).length
  expect(await admin.ok(deleteEventDate, { body: { date: TODAY } })).toEqual({
    message: `${koreanDate(TODAY)} 날짜가 삭제되었습니다.`,
    deleted: 1,
  })
  const told = (await app.mails()).slice(before)
  expect(told.map((mail) => mail.to_address).sort()).toEqual(made.map(({ member }) => member.email).sort())
  expect(new Set(told.map((mail) => mail.kind))).toEqual(new Set(['cancelled']))
  const outcomes = await Promise.all(
    made.map(async (each) => [(await lastHistory(each)).from_status, (await lastMail(each)).calendar_method]),
  )
  expect(outcomes).toEqual([
    ['PENDING', null],
    ['APPROVED', 'CANCEL'],
    ['APPROVED', 'CANCEL'],
    ['CANCEL_REQUESTED', 'CANCEL'],
  ])
})

test('a day with three hundred reservations is deleted in one pass, so that nobody waits long', async () => {
  const [docent, { member, browser }] = [await makeDocent(app.db), await makeVisitor(app)]
  await makeManyTours(app, { docent, member, day, count: 300, status: 'APPROVED' })
  const before = sent.statements
  await admin.ok(deleteEventDate, { body: { date: TODAY } })
  expect(sent.statements - before).toBeLessThan(40)
  const { tours } = await browser.ok(listMyReservations, {})
  expect(tours.map(({ status }) => status)).toEqual(Array.from({ length: 300 }, () => 'CANCELLED'))
  const mails = (await app.mails()).filter((mail) => mail.to_address === member.email)
  expect(new Set(mails.map((mail) => mail.reservation_id)).size).toBe(300)
})
