import { beforeEach, describe, expect, test } from 'vitest'
import { deleteDocent, deleteDocents, deleteRoom, deleteRooms } from '../../../contract/admin/places.ts'
import { deleteEventDate, deleteEventDates } from '../../../contract/admin/event-dates.ts'
import { deleteMember, deleteMembers } from '../../../contract/admin/members.ts'
import {
  deleteChosenRoomSlots,
  deleteChosenTourSlots,
  deleteRoomSlot,
  deleteRoomSlots,
  deleteTourSlot,
  deleteTourSlots,
} from '../../../contract/admin/slot-deletions.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { ReservationKind } from '../../../domain/reservation.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeEventDate } from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp()
const admin = useAdmin(app)
let day: { id: number; date: string }

beforeEach(async () => {
  await admin.ok(deleteEventDate, { body: { delete_all: true } })
  day = await makeEventDate(app.db)
})

type Made = Awaited<ReturnType<typeof makeReservation>>

const one = (id: number) => ({ id: String(id) })
const placeOf = ({ reservation }: Made) =>
  reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent.id! : reservation.room.id!
const slotOf = ({ slots }: Made) => slots[0]!.id

/** Every way to delete what a reservation needs, with the body besides the reason. */
type Way = [string, ReservationKind, Endpoint, (made: Made) => { params?: object; body?: object }]
const WAYS: Way[] = [
  ['a slot of a tour', 'VIP_TOUR', deleteTourSlot, (made) => ({ params: one(slotOf(made)) })],
  ['a slot of a room', 'GROUP_MEETING', deleteRoomSlot, (made) => ({ params: one(slotOf(made)) })],
  [
    'chosen slots of tours',
    'VIP_TOUR',
    deleteChosenTourSlots,
    (made) => ({ body: { time_slot_ids: [slotOf(made)] } }),
  ],
  [
    'chosen slots of rooms',
    'GROUP_MEETING',
    deleteChosenRoomSlots,
    (made) => ({ body: { time_slot_ids: [slotOf(made)] } }),
  ],
  ['the slots of tours', 'VIP_TOUR', deleteTourSlots, () => ({})],
  ['the slots of rooms', 'GROUP_MEETING', deleteRoomSlots, () => ({})],
  ['a date', 'VIP_TOUR', deleteEventDate, () => ({ body: { date: TODAY } })],
  ['all dates', 'VIP_TOUR', deleteEventDate, () => ({ body: { delete_all: true } })],
  ['chosen dates', 'GROUP_MEETING', deleteEventDates, () => ({ body: { dates: [TODAY] } })],
  ['a docent', 'VIP_TOUR', deleteDocent, (made) => ({ params: one(placeOf(made)) })],
  ['chosen docents', 'VIP_TOUR', deleteDocents, (made) => ({ body: { docent_ids: [placeOf(made)] } })],
  ['a room', 'GROUP_MEETING', deleteRoom, (made) => ({ params: one(placeOf(made)) })],
  ['all rooms', 'GROUP_MEETING', deleteRooms, () => ({ body: { delete_all: true } })],
]
const REASON = '누수로 회의실을 닫습니다.'

const remove = (endpoint: Endpoint, { params, body }: { params?: object; body?: object }, reason: string) =>
  admin.ok(endpoint, { params, query: {}, body: { ...body, reason } })

const stored = ({ reservation: { id } }: Made) =>
  app.db.selectFrom('reservations').select('cancel_note').where('id', '=', id).executeTakeFirstOrThrow()
const lastReason = async ({ reservation: { id } }: Made) =>
  (
    await app.db
      .selectFrom('reservation_history')
      .select('reason')
      .where('reservation_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).reason
const lastMail = async ({ reservation: { id } }: Made) =>
  (await app.mails()).findLast((mail) => mail.reservation_id === id)!.text

const make = (kind: ReservationKind = 'VIP_TOUR') =>
  makeReservation(app, admin, day, { kind, status: 'APPROVED' })

test.each(WAYS)(
  "deleting %s tells the administrator's own reason in the reservation, its history and its mail",
  async (_name, kind, endpoint, inputOf) => {
    const made = await make(kind)
    await remove(endpoint, inputOf(made), ` ${REASON} `)
    expect(await stored(made)).toEqual({ cancel_note: REASON })
    expect(await lastReason(made)).toBe(REASON)
    expect(await lastMail(made)).toContain(REASON)
  },
)

test.each(WAYS)(
  'deleting %s deletes nothing if its reservations are no longer those that were shown',
  async (_name, kind, endpoint, inputOf) => {
    const made = await make(kind)
    const { params, body } = inputOf(made)
    const ask = (reservation_ids: number[]) => ({ params, query: {}, body: { ...body, reservation_ids } })
    const { id } = made.reservation
    for (const shown of [[], [id, 999_999]])
      expect(await admin.refused(endpoint, ask(shown))).toMatchObject({
        status: 409,
        code: 'changed_meanwhile',
        message: '그사이 예약이 바뀌어 삭제하지 않았습니다. 새 목록을 확인해주세요.',
      })
    expect(await stored(made)).toEqual({ cancel_note: null })
    await admin.ok(endpoint, ask([id]))
    expect((await stored(made)).cancel_note).not.toBeNull()
  },
)

test('a reason that is left blank is the general one', async () => {
  const made = await make()
  await remove(deleteDocent, { params: one(placeOf(made)) }, ' ')
  expect(await stored(made)).toEqual({ cancel_note: '담당 도슨트가 삭제되어 예약이 취소되었습니다.' })
})

test('a reason that is too long is refused, and nothing is deleted', async () => {
  const made = await make()
  const input = { params: one(placeOf(made)), body: { reason: '가'.repeat(501) } }
  const refusal = await admin.refused(deleteDocent, input)
  expect(refusal.fields).toEqual({ reason: '500자 이하로 입력해주세요.' })
  expect(await stored(made)).toEqual({ cancel_note: null })
})

describe('deleting a member', () => {
  const GENERAL = '회원 정보가 삭제되어 예약이 취소되었습니다.'

  test.each<[string, Endpoint, (made: Made) => { params?: object; body?: object }]>([
    ['alone', deleteMember, ({ member }) => ({ params: one(member.id) })],
    ['among others', deleteMembers, ({ member }) => ({ body: { user_ids: [member.id] } })],
    ['with all', deleteMembers, () => ({ body: { delete_all: true } })],
  ])('%s tells the own reason by mail, and keeps the general one, which names nobody', async (...way) => {
    const [, endpoint, inputOf] = way
    const made = await makeReservation(app, admin, day, { status: 'APPROVED' })
    await remove(endpoint, inputOf(made), '박지민 님의 탈퇴 요청')
    expect(await lastMail(made)).toContain('박지민 님의 탈퇴 요청')
    expect(await stored(made)).toEqual({ cancel_note: GENERAL })
    expect(await lastReason(made)).toBe(GENERAL)
  })
})
