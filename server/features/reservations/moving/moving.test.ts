import { describe, expect, test } from 'vitest'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { moveReservation } from '../../../../contract/admin/moves.ts'
import { listReservationHistory, listReservations } from '../../../../contract/admin/reservations.ts'
import type { CallInput } from '../../../../contract/endpoint.ts'
import { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import { getRoomBoard } from '../../../../contract/display.ts'
import { listMyReservations, slotIdsOf, type Reservation } from '../../../../contract/reservation.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import {
  makeAdmin,
  makeDocent,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
  meetingParty,
  tourParty,
} from '../../../../test/make.ts'
import { rearrange } from '../../../../test/make-rearranging.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'

const app = useTestApp()
const day = useEventDate(app)
const nextDay = useEventDate(app, '2026-11-21')
const adminName = '관리자 하나'
const admin = useAdmin(app, adminName)

type Id = { id: number }
const tourMove = (of: Id, slot: Id, more = {}) => ({
  params: { id: String(of.id) },
  body: { type: 'VIP_TOUR' as const, available_tour_id: slot.id, event_date_id: day.id, ...more },
})
const meetingMove = (of: Id, room: Id, slots: Id[], more = {}) => ({
  params: { id: String(of.id) },
  body: {
    type: 'GROUP_MEETING' as const,
    room_id: room.id,
    event_date_id: day.id,
    time_slots: slots.map(({ id }) => ({ available_room_id: id })),
    ...more,
  },
})
const tourOf = (status: 'PENDING' | 'APPROVED' | 'CANCEL_REQUESTED' = 'APPROVED') =>
  makeReservation(app, admin, day, { status })
const meetingOf = (status: 'PENDING' | 'APPROVED' | 'CANCEL_REQUESTED' = 'APPROVED') =>
  makeReservation(app, admin, day, { kind: 'GROUP_MEETING', status })
const freeRoom = async (given = {}, on = day) => {
  const room = await makeRoom(app.db, given)
  return { room, slots: await makeRoomSlots(app.db, on, room, '11:00', '11:10', '11:20') }
}
const freeTour = async (given = {}, on = day) =>
  (await makeTourSlots(app.db, on, await makeDocent(app.db, given), '11:00'))[0]!

const heldBy = async ({ id }: Id) => {
  const slots = await app.db
    .selectFrom('slots')
    .select('id')
    .where('reservation_id', '=', id)
    .orderBy('id')
    .execute()
  return slots.map((slot) => slot.id)
}
const mailsAbout = async ({ id }: Id) => (await app.mails()).filter((mail) => mail.reservation_id === id)
const historyOf = ({ id }: Id) => admin.ok(listReservationHistory, { params: { id: String(id) } })
const lastChange = async (of: Id) => (await historyOf(of)).at(-1)!
const written = async () => {
  const { rows } = await app.pool.query(`select
    (select json_agg(r order by r.id) from reservations r) as reservations,
    (select json_agg(s order by s.id) from slots s where reservation_id is not null) as held,
    (select json_agg(t order by t.reservation_id, t.position) from reservation_slots t) as times,
    (select count(*) from reservation_history) as history,
    (select count(*) from mails) as mails, (select count(*) from audit_log) as audit`)
  return rows[0] as unknown
}

describe('an administrator moves', () => {
  test('a tour to another docent and time: the new slot is held, the old one free, the member is mailed', async () => {
    const { reservation, slots, member, browser } = await tourOf()
    const [target] = await makeTourSlots(
      app.db,
      nextDay,
      await makeDocent(app.db, { name: '이하늘' }),
      '11:00',
    )
    const form = tourMove(reservation, target!, { event_date_id: nextDay.id, message: '도슨트 사정입니다.' })
    const { message, reservation: moved } = await admin.ok(moveReservation, form)
    expect(message).toBe('예약 시간이 변경되었습니다. 변경 안내 메일을 보냅니다.')
    expect(moved).toMatchObject({
      id: reservation.id,
      status: 'APPROVED',
      available_tour: {
        id: target!.id,
        time: '11:00',
        end_time: '11:25',
        event_date: nextDay,
        docent: { name: '이하늘' },
      },
      created_at: reservation.created_at,
    })
    expect(await heldBy(reservation)).toEqual([target!.id])
    const other = await makeVisitor(app)
    const again = { available_tour_id: slots[0]!.id, event_date_id: day.id, visitor: tourParty }
    await other.browser.ok(reserveTour, { body: again })

    const { tours } = await browser.ok(listMyReservations, {})
    expect(tours).toMatchObject([{ id: reservation.id, available_tour: { time: '11:00' } }])
    const [approval, mail] = (await mailsAbout(reservation)).slice(-2)
    expect(mail).toMatchObject({ kind: 'moved', to_address: member.email, calendar_method: 'REQUEST' })
    expect(mail!.html).toContain('변경 전 <s>2026년 11월 20일 (금) 10:00 ~ 10:25</s>')
    expect(mail!.text).toContain('안내 메시지:\n  도슨트 사정입니다.')
    expect(mail!.calendar).toContain('DTSTART;TZID=Europe/Madrid:20261121T110000')
    const entry = (calendar: string | null, name: string) =>
      calendar!.match(new RegExp(`^${name}:.*$`, 'm'))![0]
    expect(entry(mail!.calendar, 'UID')).toBe(entry(approval!.calendar, 'UID'))
    expect([approval, mail].map((each) => entry(each!.calendar, 'SEQUENCE').trim())).toEqual([
      'SEQUENCE:2',
      'SEQUENCE:3',
    ])
    expect(await lastChange(reservation)).toMatchObject({
      actor: adminName,
      action: 'move',
      reason: '도슨트 사정입니다.',
      changes: expect.stringMatching(
        /^날짜 11\.20 \(금\) → 11\.21 \(토\), 시간 10:00 ~ 10:25 → 11:00 ~ 11:25, 도슨트 도슨트\d+ → 이하늘$/,
      ),
    })
    expect((await admin.ok(listAudit, { query: {} })).results[0]).toMatchObject({
      action: 'POST /api/admin/reservations/{id}/move/',
      target: `reservation ${reservation.id}`,
      details: { type: 'VIP_TOUR', available_tour_id: target!.id, event_date_id: nextDay.id },
    })
  })

  test('a tour to another date, where an open screen still finds it by its number', async () => {
    const { reservation } = await tourOf()
    const slot = await freeTour({}, nextDay)
    await admin.ok(moveReservation, tourMove(reservation, slot, { event_date_id: nextDay.id }))
    const found = await admin.ok(listReservations, { query: { id: String(reservation.id) } })
    expect(found).toMatchObject({
      tours: [{ id: reservation.id, available_tour: { event_date: nextDay } }],
      meetings: [],
    })
  })

  test('a meeting by ten minutes, within its own time', async () => {
    const { reservation, slots } = await meetingOf()
    const room = { id: (reservation as Reservation & { type: 'GROUP_MEETING' }).room.id! }
    const [later] = await makeRoomSlots(app.db, day, room, '10:30')
    const target = [slots[1]!, slots[2]!, later!]
    const { reservation: moved } = await admin.ok(moveReservation, meetingMove(reservation, room, target))
    expect(moved).toMatchObject({ time_range: '10:10 ~ 10:40', total_duration: 30 })
    expect(await heldBy(reservation)).toEqual(target.map(({ id }) => id))
    expect(slotIdsOf(moved)).toEqual(target.map(({ id }) => id))
  })

  test('a meeting to another room at its time; its board and that of the old room follow', async () => {
    const { reservation, slots } = await meetingOf()
    const from = (reservation as Reservation & { type: 'GROUP_MEETING' }).room.id!
    const room = await makeRoom(app.db, { name: '미팅룸 하늘' })
    const target = await makeRoomSlots(app.db, day, room, ...slots.map(({ time }) => time))
    const board = async (id: number) =>
      (await app.client().ok(getRoomBoard, { params: { id: String(id) } })).reservations.map(
        ({ time_range }) => time_range,
      )
    expect([await board(from), await board(room.id)]).toEqual([['10:00 ~ 10:30'], []])
    const { message } = await admin.ok(moveReservation, meetingMove(reservation, room, target))
    expect(message).toBe('예약 장소가 변경되었습니다. 변경 안내 메일을 보냅니다.')
    expect([await board(from), await board(room.id)]).toEqual([[], ['10:00 ~ 10:30']])
    const mail = (await mailsAbout(reservation)).at(-1)
    expect(mail!.subject).toContain('예약 장소가 변경되었습니다')
    expect(mail!.calendar).toContain('LOCATION:미팅룸 하늘 (2층)')
  })

  test.each([
    ['PENDING', null, '아직 확정된 예약이 아닙니다.'],
    ['CANCEL_REQUESTED', 'REQUEST', '요청하신 취소는 관리자 확인 후 결과를 이메일로 안내드립니다.'],
  ] as const)('a %s one, which stays so', async (status, calendar_method, words) => {
    const { reservation } = await tourOf(status)
    const { reservation: moved } = await admin.ok(moveReservation, tourMove(reservation, await freeTour()))
    expect(moved.status).toBe(status)
    const mail = (await mailsAbout(reservation)).at(-1)!
    expect(mail).toMatchObject({ kind: 'moved', calendar_method })
    expect(mail.text).toContain(words)
  })

  test('one that has begun into another room, for the time that it has', async () => {
    const { reservation, slots } = await meetingOf()
    const room = await makeRoom(app.db)
    const target = await makeRoomSlots(app.db, day, room, ...slots.map(({ time }) => time))
    app.setClock(TODAY, '10:12')
    await admin.ok(moveReservation, meetingMove(reservation, room, target))
    expect(await heldBy(reservation)).toEqual(target.map(({ id }) => id))
  })

  test('and later actions concern the new slots: a cancellation frees them', async () => {
    const { reservation } = await tourOf()
    await admin.ok(moveReservation, tourMove(reservation, await freeTour()))
    await admin.ok(actOnReservation, decision(reservation, 'cancel'))
    expect(await heldBy(reservation)).toEqual([])
    const mail = (await mailsAbout(reservation)).at(-1)!
    expect(mail).toMatchObject({ kind: 'cancelled', calendar_method: 'CANCEL' })
    expect(mail.calendar).toContain('SEQUENCE:4')
  })

  test('once, when an answer was lost and it is sent again', async () => {
    const { reservation } = await tourOf()
    const form = tourMove(reservation, await freeTour())
    const key = { 'idempotency-key': 'move-1' }
    const first = await admin.send(moveReservation, form, key)
    const again = await admin.send(moveReservation, form, key)
    expect([first.statusCode, again.statusCode]).toEqual([200, 200])
    expect(again.json()).toEqual(first.json())
    expect((await mailsAbout(reservation)).filter(({ kind }) => kind === 'moved')).toHaveLength(1)
  })
})

describe('refused, and nothing is written', () => {
  const expectRefused = async (form: CallInput<typeof moveReservation>, refusal: object) => {
    const before = await written()
    expect(await admin.refused(moveReservation, form)).toMatchObject(refusal)
    expect(await written()).toEqual(before)
  }

  test('for slots that are taken, even in part', async () => {
    const { reservation } = await meetingOf()
    const { room, slots } = await freeRoom()
    const { browser } = await makeVisitor(app)
    const time_slots = [{ available_room_id: slots[2]!.id }]
    await browser.ok(reserveMeeting, {
      body: { room_id: room.id, event_date_id: day.id, visitor: meetingParty, time_slots },
    })
    await expectRefused(meetingMove(reservation, room, slots), {
      status: 409,
      code: 'slot_taken',
      error: '이미 예약되었거나 예약할 수 없는 시간입니다.',
    })
  })

  test('by a time that has been shifted since the screen showed it', async () => {
    const [tour, meeting] = [await tourOf(), await meetingOf()]
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '11:00')
    const { room, slots } = await freeRoom()
    for (const place of [{ docent_id: docent.id }, { room_id: room.id }])
      await rearrange(admin, { scope: { date: day.date, ...place }, act: 'shift', minutes: 60 })
    const runAt = (hour: string) => ({
      time_slots: slots.map(({ id }, n) => ({ available_room_id: id, time: `${hour}:${n}0` })),
    })
    const taken = { status: 409, code: 'slot_taken' }
    await expectRefused(tourMove(tour.reservation, slot!, { time: '11:00' }), taken)
    await expectRefused(meetingMove(meeting.reservation, room, slots, runAt('11')), taken)
    await admin.ok(moveReservation, tourMove(tour.reservation, slot!, { time: '12:00' }))
    await admin.ok(moveReservation, meetingMove(meeting.reservation, room, slots, runAt('12')))
  })

  test('for a slot that is locked, deleted or has begun', async () => {
    const { reservation } = await tourOf()
    const slot = await freeTour()
    await app.db.updateTable('slots').set({ is_locked: true }).where('id', '=', slot.id).execute()
    await expectRefused(tourMove(reservation, slot), {
      code: 'slot_taken',
      error: '잠긴 시간입니다. 잠금을 해제한 뒤 예약해주세요.',
    })
    await app.db.deleteFrom('slots').where('id', '=', slot.id).execute()
    await expectRefused(tourMove(reservation, slot), { status: 409, code: 'slot_taken' })
    const early = (await makeTourSlots(app.db, day, await makeDocent(app.db), '09:00'))[0]!
    app.setClock(TODAY, '09:00')
    await expectRefused(tourMove(reservation, early), { status: 409, code: 'past_time' })
  })

  test('to a room that is not there', async () => {
    const { reservation } = await meetingOf()
    const { slots } = await freeRoom()
    await expectRefused(meetingMove(reservation, { id: 999_999 }, slots), {
      status: 400,
      code: 'invalid_input',
      fields: { room_id: '미팅룸을 선택해주세요.' },
    })
  })

  test('slots with a gap, of another room or another date', async () => {
    const { reservation } = await meetingOf()
    const { room, slots } = await freeRoom()
    const other = await freeRoom()
    await expectRefused(meetingMove(reservation, room, [slots[0]!, slots[2]!]), {
      status: 400,
      code: 'not_consecutive',
    })
    await expectRefused(meetingMove(reservation, room, other.slots), {
      fields: { room_id: '선택한 미팅룸의 시간이 아닙니다.' },
    })
    const elsewhere = { event_date_id: nextDay.id }
    await expectRefused(meetingMove(reservation, room, slots, elsewhere), {
      fields: { event_date_id: '유효하지 않은 날짜입니다.' },
    })
  })

  test('a room that is too small', async () => {
    const { reservation } = await meetingOf()
    const { room, slots } = await freeRoom({ size: 2 })
    await expectRefused(meetingMove(reservation, room, slots), {
      status: 400,
      fields: { room_id: '미팅룸 수용 인원(2명)을 초과할 수 없습니다.' },
    })
  })

  test('the time and place that it has', async () => {
    const { reservation, slots } = await tourOf()
    await expectRefused(tourMove(reservation, slots[0]!), {
      status: 400,
      fields: { available_tour_id: '지금과 같은 시간과 장소입니다.' },
    })
  })

  test('one that is over, by a decision or by the clock', async () => {
    const { reservation } = await tourOf()
    const waiting = await tourOf('PENDING')
    const slot = await freeTour()
    app.setClock(TODAY, '10:25')
    await expectRefused(tourMove(reservation, slot), {
      status: 409,
      code: 'invalid_transition',
      error: '현재 상태(종료됨)에서는 처리할 수 없습니다.',
    })
    await expectRefused(tourMove(waiting.reservation, slot), {
      status: 409,
      code: 'past_time',
      error: '이미 지난 시간의 예약입니다.',
    })
    await admin.ok(actOnReservation, decision(waiting.reservation, 'reject'))
    await expectRefused(tourMove(waiting.reservation, slot), { code: 'invalid_transition' })
  })

  test('for an unknown reservation or the other kind, and for non-administrators', async () => {
    const { reservation } = await meetingOf()
    const slot = await freeTour()
    await expectRefused(tourMove(reservation, slot), { status: 404 })
    await expectRefused(tourMove({ id: 999_999 }, slot), { status: 404 })
    const { browser } = await makeVisitor(app)
    expect(await browser.refused(moveReservation, tourMove(reservation, slot))).toMatchObject({ status: 401 })
  })
})

describe('the tier', () => {
  const VIP = { is_vip: true }

  test('of the member counts for the new place, and is overruled only on purpose', async () => {
    const { reservation } = await tourOf()
    const slot = await freeTour(VIP)
    expect(await admin.refused(moveReservation, tourMove(reservation, slot))).toMatchObject({
      status: 403,
      code: 'tier_required',
      error: 'VIP 회원만 예약할 수 있습니다.',
    })
    await admin.ok(moveReservation, tourMove(reservation, slot, { overrule_tier: true }))
    expect((await lastChange(reservation)).reason).toBe('등급 제한 예외 적용')
    expect((await admin.ok(listAudit, { query: {} })).results[0]!.details).toMatchObject({
      overrule_tier: true,
    })
  })
})

describe('a move from an old picture', () => {
  const where = (reservation: Reservation) => {
    if (reservation.type !== 'VIP_TOUR') throw new Error('a tour')
    const { time, event_date, docent } = reservation.available_tour
    return { available_tour: { time, event_date, docent: { id: docent.id, name: docent.name } } }
  }

  test('is refused, naming who moved it and where to, until confirmed', async () => {
    const { reservation } = await tourOf()
    const [first, second] = await makeTourSlots(app.db, day, await makeDocent(app.db), '11:00', '12:00')
    const colleague = await makeAdmin(app)
    const expected = where(reservation)
    const { reservation: moved } = await colleague.browser.ok(
      moveReservation,
      tourMove(reservation, first!, { expected }),
    )
    const before = await written()
    const refused = await admin.refused(moveReservation, tourMove(reservation, second!, { expected }))
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(refused.error).toBe(`${colleague.name} 님이 방금 변경했습니다: 시간 10:00 → 11:00`)
    expect(await written()).toEqual(before)
    await admin.ok(moveReservation, tourMove(reservation, second!, { expected: where(moved) }))
  })

  test('does not conflict with an approval or the same move', async () => {
    const { reservation } = await tourOf('PENDING')
    const slot = await freeTour()
    const expected = where(reservation)
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    await admin.ok(moveReservation, tourMove(reservation, slot, { expected }))
    expect(await admin.refused(moveReservation, tourMove(reservation, slot, { expected }))).toMatchObject({
      fields: { available_tour_id: '지금과 같은 시간과 장소입니다.' },
    })
  })
})
