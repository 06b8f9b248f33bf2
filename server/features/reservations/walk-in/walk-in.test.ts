import { describe, expect, test } from 'vitest'
import { findArrival } from '../../../../contract/admin/arrivals.ts'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { getClosingReport } from '../../../../contract/admin/closing.ts'
import { moveReservation } from '../../../../contract/admin/moves.ts'
import { getReservationContext } from '../../../../contract/admin/reservation-context.ts'
import { editVisitor } from '../../../../contract/admin/reservation-edits.ts'
import { exportReservations, listReservations } from '../../../../contract/admin/reservations.ts'
import { getDaySheet } from '../../../../contract/day-sheet.ts'
import { reserveTour } from '../../../../contract/booking.ts'
import { login } from '../../../../contract/login.ts'
import { listMembers } from '../../../../contract/admin/members.ts'
import { listReservationHistory } from '../../../../contract/admin/reservations.ts'
import { listMyReservations, type Reservation } from '../../../../contract/reservation.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { bookMeetingFor, bookTourFor, searchWalkIns } from '../../../../contract/admin/walk-ins.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import {
  makeAdmin,
  makeDocent,
  makeMember,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
  meetingParty,
  tourParty,
} from '../../../../test/make.ts'
import { decision } from '../../../../test/make-reservation.ts'
import { rearrange } from '../../../../test/make-rearranging.ts'
import { readSheet } from '../../../../test/read-sheet.ts'

const app = useTestApp()
const day = useEventDate(app)
const otherDay = useEventDate(app, '2026-11-21')
const adminName = '관리자 하나'
const admin = useAdmin(app, adminName)

type Ids = { id: number }
const newcomer = {
  name: '노 처음',
  phone: '+82 10-7070-1234',
  email: 'First@Example.com',
  company_name: '새벽상사',
  position: '대리',
}
const tourForm = (member: Ids, slot: Ids, more = {}) => ({
  body: {
    user_id: member.id,
    available_tour_id: slot.id,
    event_date_id: day.id,
    visitor: tourParty,
    note: ' 휠체어 1대 ',
    ...more,
  },
})
const meetingForm = (member: Ids, room: Ids, slots: Ids[], more = {}) => ({
  body: {
    user_id: member.id,
    room_id: room.id,
    event_date_id: day.id,
    visitor: meetingParty,
    time_slots: slots.map(({ id }) => ({ available_room_id: id, duration: 10 })),
    ...more,
  },
})
const freeTour = async (tier = {}) =>
  (await makeTourSlots(app.db, day, await makeDocent(app.db, tier), '10:00'))[0]!
const freeRoom = async (given = {}) => {
  const room = await makeRoom(app.db, given)
  return { room, slots: await makeRoomSlots(app.db, day, room, '10:00', '10:10', '10:20') }
}
const writtenRows = async () => {
  const { rows } = await app.pool.query(`select (select count(*) from reservations) as reservations,
    (select count(*) from reservation_history) as history, (select count(*) from mails) as mails,
    (select count(*) from audit_log) as audit,
    (select count(*) from slots where reservation_id is not null) as held`)
  return rows[0] as unknown
}
const historyOf = ({ id }: Ids) => admin.ok(listReservationHistory, { params: { id: String(id) } })
const lastAudit = async () => (await admin.ok(listAudit, { query: {} })).results[0]!

describe('an administrator books for a member', () => {
  test('a tour: approved at once, held, seen by the member, with history, audit and a calendar entry by mail', async () => {
    const slot = await freeTour()
    const { member, browser } = await makeVisitor(app)
    const { message, reservation } = await admin.ok(bookTourFor, tourForm(member, slot))
    expect(message).toBe('투어 예약이 등록되었습니다. 승인 메일을 보내드립니다.')
    expect(reservation).toMatchObject({
      status: 'APPROVED',
      available_tour: { id: slot.id, time: '10:00', end_time: '10:25' },
      user: { id: member.id, name: member.name, phone: member.phone },
      visitor: tourParty,
      note: '휠체어 1대',
      can_cancel: true,
    })
    expect((await browser.ok(listMyReservations, {})).tours).toMatchObject([
      { id: reservation.id, status: 'APPROVED' },
    ])
    expect(await browser.refused(reserveTour, tourForm(member, slot))).toMatchObject({ code: 'slot_taken' })
    expect(await historyOf(reservation)).toEqual([
      { at: `${TODAY}T08:00:00+01:00`, actor: adminName, action: 'create', reason: '현장 예약' },
    ])
    expect(await lastAudit()).toMatchObject({
      admin: adminName,
      action: 'POST /api/admin/reserve-tour/',
      target: `reservation ${reservation.id}`,
      details: { available_tour_id: slot.id, event_date_id: day.id, user_id: member.id },
    })
    const mails = (await app.mails()).filter((mail) => mail.reservation_id === reservation.id)
    expect(mails).toMatchObject([
      { kind: 'approved', to_address: member.email, calendar_method: 'REQUEST', status: 'queued' },
    ])
    expect(mails[0]!.calendar).toContain('DTSTART;TZID=Europe/Madrid:20261120T100000')
  })

  test('a meeting: its slots are held together and the calendar entry spans them', async () => {
    const { room, slots } = await freeRoom()
    const member = await makeMember(app.db)
    const { message, reservation } = await admin.ok(bookMeetingFor, meetingForm(member, room, slots))
    expect(message).toBe('미팅 예약이 등록되었습니다. 승인 메일을 보내드립니다.')
    expect(reservation).toMatchObject({ status: 'APPROVED', time_range: '10:00 ~ 10:30', total_duration: 30 })
    const holders = await app.db
      .selectFrom('slots')
      .select('reservation_id')
      .where('room_id', '=', room.id)
      .execute()
    expect(holders.map(({ reservation_id }) => reservation_id)).toEqual(slots.map(() => reservation.id))
    const mail = (await app.mails()).find(({ reservation_id }) => reservation_id === reservation.id)
    expect(mail!.calendar).toContain('DTEND;TZID=Europe/Madrid:20261120T103000')
  })

  test('and takes it out of the calendar again when it is cancelled', async () => {
    const { reservation } = await admin.ok(bookTourFor, tourForm(await makeMember(app.db), await freeTour()))
    await admin.ok(actOnReservation, decision(reservation, 'cancel'))
    const mails = (await app.mails()).filter((mail) => mail.reservation_id === reservation.id)
    expect(mails.map(({ calendar_method }) => calendar_method)).toEqual(['REQUEST', 'CANCEL'])
  })

  test('found by name or by the digits of a phone', async () => {
    const member = await makeMember(app.db, { name: '하현관', phone: '010-7654-0001' })
    for (const search of ['하현관', '76540001', '7654-0001'])
      expect((await admin.ok(listMembers, { query: { search } })).results).toEqual([member])
  })

  test('a repeated request gets the first answer without a second booking', async () => {
    const form = tourForm(await makeMember(app.db), await freeTour())
    const key = { 'idempotency-key': 'desk-1' }
    const [first, again] = [
      await admin.send(bookTourFor, form, key),
      await admin.send(bookTourFor, form, key),
    ]
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json()).toEqual(first.json())
  })
})

test('a repeated request whose booking was cancelled since is refused in words for the desk', async () => {
  const slot = await freeTour()
  const form = tourForm(await makeMember(app.db), slot)
  const key = { 'idempotency-key': 'desk-over' }
  const first = await admin.send(bookTourFor, form, key)
  await admin.ok(actOnReservation, decision(first.json<{ reservation: Reservation }>().reservation, 'cancel'))
  const again = await admin.send(bookTourFor, form, key)
  expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'request_over' }])
  // The wording is for the administrator; only visitors make a request (신청).
  expect(again.json<{ error: string }>().error).not.toContain('신청')
})

describe('refused, and nothing is written', () => {
  const expectRefused = async (refusing: () => Promise<object>, refusal: object) => {
    const before = await writtenRows()
    expect(await refusing()).toMatchObject(refusal)
    expect(await writtenRows()).toEqual(before)
  }

  test('a time that somebody else has', async () => {
    const slot = await freeTour()
    const member = await makeMember(app.db)
    const { browser } = await makeVisitor(app)
    await browser.ok(reserveTour, tourForm(member, slot))
    await expectRefused(() => admin.refused(bookTourFor, tourForm(member, slot)), {
      status: 409,
      code: 'slot_taken',
      error: '이미 예약되었거나 예약할 수 없는 시간입니다.',
    })
  })

  test('a meeting of which one slot is taken', async () => {
    const { room, slots } = await freeRoom()
    const member = await makeMember(app.db)
    await admin.ok(bookMeetingFor, meetingForm(member, room, [slots[1]!]))
    await expectRefused(() => admin.refused(bookMeetingFor, meetingForm(member, room, slots)), {
      code: 'slot_taken',
    })
  })

  test('a locked time, in words that say what to do first', async () => {
    const slot = await freeTour()
    await app.db.updateTable('slots').set({ is_locked: true }).where('id', '=', slot.id).execute()
    const form = tourForm(await makeMember(app.db), slot, { overrule_tier: true })
    await expectRefused(() => admin.refused(bookTourFor, form), {
      status: 409,
      code: 'slot_taken',
      error: '잠긴 시간입니다. 잠금을 해제한 뒤 예약해주세요.',
    })
  })

  test('a time from the minute at which it begins', async () => {
    const slot = await freeTour()
    const member = await makeMember(app.db)
    app.setClock(TODAY, '10:00')
    await expectRefused(() => admin.refused(bookTourFor, tourForm(member, slot)), {
      status: 409,
      code: 'past_time',
    })
  })

  test('a meeting with a gap, or in slots of another room or date', async () => {
    const { room, slots } = await freeRoom()
    const other = await freeRoom()
    const member = await makeMember(app.db)
    const asked = (input: Parameters<typeof meetingForm>[2], more = {}) =>
      admin.refused(bookMeetingFor, meetingForm(member, room, input, more))
    await expectRefused(() => asked([slots[0]!, slots[2]!]), { status: 400, code: 'not_consecutive' })
    await expectRefused(() => asked(other.slots), { status: 400, fields: { room_id: expect.any(String) } })
    await expectRefused(() => asked(slots, { event_date_id: otherDay.id }), {
      fields: { event_date_id: '유효하지 않은 날짜입니다.' },
    })
  })

  test.each([
    [999_999, '등록되지 않은 회원입니다. 다시 선택해주세요.'],
    [undefined, '회원을 선택해주세요.'],
    ['', '회원을 선택해주세요.'],
  ])('for the member %j: %s', async (user_id, text) => {
    const form = tourForm({ id: 0 }, await freeTour(), { user_id })
    await expectRefused(() => admin.refused(bookTourFor, form), { status: 400, fields: { user_id: text } })
  })

  test('what the visitor is asked for is asked for in the same words', async () => {
    const { room, slots } = await freeRoom({ size: 4 })
    const member = await makeMember(app.db)
    const visitor = { title: ' ', company: '', name: '', manager_name: '', phone: '02-123-4567', count: 3 }
    await expectRefused(() => admin.refused(bookMeetingFor, meetingForm(member, room, slots, { visitor })), {
      fields: {
        'visitor.title': '미팅명을 입력해주세요.',
        'visitor.company': '회사명을 입력해주세요.',
        'visitor.name': '방문자명을 입력해주세요.',
        'visitor.manager_name': '현장 미팅 담당자명을 입력해주세요.',
        'visitor.phone': '올바른 연락처를 입력해주세요.',
      },
    })
    const crowd = { visitor: { ...meetingParty, count: 5 } }
    await expectRefused(() => admin.refused(bookMeetingFor, meetingForm(member, room, slots, crowd)), {
      fields: { 'visitor.count': '방문 인원은 1명 이상 4명 이하여야 합니다.' },
    })
  })

  test('for non-administrators', async () => {
    const form = tourForm(await makeMember(app.db), await freeTour())
    const { browser } = await makeVisitor(app)
    await expectRefused(() => browser.refused(bookTourFor, form), { status: 401, code: 'not_authenticated' })
  })
})

describe('the tier', () => {
  const VIP = { is_vip: true }
  const VVIP = { is_vip: true, is_vvip: true }

  test.each([
    ['normal', {}, VIP, 403, 'VIP 회원만 예약할 수 있습니다.'],
    ['VIP', VIP, VVIP, 403, 'VVIP 회원만 예약할 수 있습니다.'],
    ['VIP', VIP, VIP, 201, undefined],
    ['VVIP', VVIP, VIP, 201, undefined],
  ])('of a %s member %j counts for a docent of %j', async (_name, memberTier, docentTier, status, error) => {
    const form = tourForm(await makeMember(app.db, memberTier), await freeTour(docentTier))
    const answer = await admin.send(bookTourFor, form)
    expect(answer.statusCode).toBe(status)
    if (error) expect(answer.json()).toMatchObject({ code: 'tier_required', error })
  })

  test('is overruled only on purpose, and history and audit keep that it was', async () => {
    const { room, slots } = await freeRoom(VVIP)
    const member = await makeMember(app.db)
    const form = (overrule_tier: boolean) => meetingForm(member, room, slots, { overrule_tier })
    expect(await admin.refused(bookMeetingFor, form(false))).toMatchObject({ code: 'tier_required' })
    const { reservation } = await admin.ok(bookMeetingFor, form(true))
    expect(await historyOf(reservation)).toMatchObject([
      { action: 'create', reason: '현장 예약 (등급 제한 예외 적용)' },
    ])
    expect((await lastAudit()).details).toMatchObject({ overrule_tier: true })
  })

  test('that is high enough is not noted as overruled', async () => {
    const form = tourForm(await makeMember(app.db, VIP), await freeTour(VIP), { overrule_tier: true })
    const { reservation } = await admin.ok(bookTourFor, form)
    expect(await historyOf(reservation)).toMatchObject([{ action: 'create', reason: '현장 예약' }])
  })

  test("is no visitor's to overrule", async () => {
    const { member, browser } = await makeVisitor(app)
    const form = tourForm(member, await freeTour(VIP), { overrule_tier: true })
    expect(await browser.refused(reserveTour, form)).toMatchObject({ status: 403, code: 'tier_required' })
  })
})

describe('a new member', () => {
  const form = (slot: Ids, given: object = {}) =>
    tourForm({ id: 0 }, slot, { user_id: undefined, new_member: { ...newcomer, ...given } })
  const members = () => app.db.selectFrom('members').select('email').orderBy('id').execute()

  test('gets an account, a booking and a mail in one step', async () => {
    const slot = await freeTour()
    const booked = await admin.ok(bookTourFor, form(slot))
    expect(booked).toMatchObject({
      message: '새 회원과 투어 예약이 등록되었습니다. 승인 메일을 보내드립니다.',
      registered: true,
      reservation: { status: 'APPROVED', user: { name: '노 처음', phone: '010-7070-1234' } },
    })
    expect(await lastAudit()).toMatchObject({ details: { user_id: booked.user_id, registered: true } })
    const mail = (await app.mails()).find(({ reservation_id }) => reservation_id === booked.reservation.id)
    expect(mail).toMatchObject({ kind: 'approved', to_address: 'first@example.com' })
    const browser = app.client()
    await browser.ok(login, { body: { phone: '010-7070-1234', name: '노  처음' } })
    expect((await browser.ok(listMyReservations, {})).tours).toMatchObject([{ id: booked.reservation.id }])
  })

  test('gets neither account nor booking if the slot is taken or the phone or e-mail is known', async () => {
    const member = await makeMember(app.db)
    const slot = await freeTour()
    await admin.ok(bookTourFor, tourForm(member, slot))
    const [people, before] = [await members(), await writtenRows()]
    const late = form(slot, { phone: '010-7070-2222', email: 'late@example.com' })
    expect(await admin.refused(bookTourFor, late)).toMatchObject({ code: 'slot_taken' })
    const free = await freeTour()
    for (const [code, field, given] of [
      ['phone_exists', 'phone', { phone: member.phone, email: 'other@example.com' }],
      ['email_exists', 'email', { phone: '010-7070-3333', email: member.email.toUpperCase() }],
    ] as const) {
      const refusal = await admin.refused(bookTourFor, form(free, given))
      expect(refusal).toMatchObject({ status: 409, code })
      expect(Object.keys(refusal.fields!)).toEqual([`new_member.${field}`])
    }
    expect([await members(), await writtenRows()]).toEqual([people, before])
  })

  test('needs the same confirmation as others for a tour above the normal tier', async () => {
    const slot = await freeTour({ is_vip: true })
    const given = { phone: '010-7070-4444', email: 'tier@example.com' }
    expect(await admin.refused(bookTourFor, form(slot, given))).toMatchObject({ code: 'tier_required' })
    const overruled = form(slot, given)
    await admin.ok(bookTourFor, { body: { ...overruled.body, overrule_tier: true } })
  })

  test('needs the same fields as a sign-up', async () => {
    const refusal = await admin.refused(
      bookTourFor,
      tourForm({ id: 0 }, await freeTour(), {
        user_id: undefined,
        new_member: { phone: '011-1234-5678' },
        visitor: { ...tourParty, count: 0 },
      }),
    )
    expect(refusal).toMatchObject({ code: 'invalid_input' })
    expect(Object.keys(refusal.fields!).sort()).toEqual([
      'new_member.company_name',
      'new_member.email',
      'new_member.name',
      'new_member.phone',
      'new_member.position',
      'visitor.count',
    ])
  })

  test('is given as either a member or a new one: both or neither is refused', async () => {
    const slot = await freeTour()
    const member = await makeMember(app.db)
    for (const whose of [{}, { user_id: member.id, new_member: newcomer }])
      expect(
        await admin.refused(bookTourFor, tourForm({ id: 0 }, slot, { user_id: undefined, ...whose })),
      ).toMatchObject({ fields: { user_id: '회원을 선택해주세요.' } })
  })
})

describe('a visitor without an account', () => {
  const guest = { company: '새벽상사', name: '노 처음', count: 2 }

  test('books with name and company: no member, no mail, and 현장 방문 where a member would be named', async () => {
    const slot = await freeTour()
    const form = tourForm({ id: 0 }, slot, { user_id: null, visitor: guest })
    const { message, reservation, ...booked } = await admin.ok(bookTourFor, form)
    expect(message).toBe('투어 예약이 등록되었습니다.')
    expect(booked).toEqual({ user_id: null, registered: false })
    expect(reservation).toMatchObject({ status: 'APPROVED', user: null, visitor: { ...guest, phone: null } })
    expect(reservation.arrival_code).not.toBeNull()
    expect((await app.mails()).filter((mail) => mail.reservation_id === reservation.id)).toEqual([])
    expect(await admin.refused(bookTourFor, form)).toMatchObject({ code: 'slot_taken' })
    const list = readSheet((await admin.send(exportReservations, { query: {} })).rawPayload)
    const row = list.rows.find((each) => each['예약번호'] === reservation.id)!
    expect(row).toMatchObject({ 신청자: '현장 방문', 방문자: '노 처음' })
    expect(row['신청자 전화번호']).toBeUndefined()
  })

  test('a meeting: the day sheet, the arrival and the search know the visitor', async () => {
    const { room, slots } = await freeRoom()
    const visitor = { company: '새벽상사', name: '주 현장' }
    const form = meetingForm({ id: 0 }, room, slots, { user_id: null, visitor })
    const { reservation } = await admin.ok(bookMeetingFor, form)
    const { sheets } = await admin.ok(getDaySheet, { query: { date: TODAY, room_id: String(room.id) } })
    expect(sheets[0]!.entries).toMatchObject([{ title: '현장 방문', name: '주 현장', count: 1, phone: null }])
    const found = await admin.ok(findArrival, { query: { code: reservation.arrival_code! } })
    expect(found.arrival).toMatchObject({ id: reservation.id, user: null, phone: null })
    const { meetings } = await admin.ok(listReservations, { query: { search: '주현장' } })
    expect(meetings.map(({ id }) => id)).toEqual([reservation.id])
  })

  test('is corrected without a phone, moved, cancelled, and counted as 현장 방문 in the report', async () => {
    const [slot, other] = [await freeTour(), await freeTour()]
    const form = tourForm({ id: 0 }, slot, { user_id: null, visitor: guest })
    const { reservation } = await admin.ok(bookTourFor, form)
    const params = { id: String(reservation.id) }
    const visitor = { ...guest, name: '노 나중', phone: null }
    await admin.ok(editVisitor, { params, body: { type: 'VIP_TOUR', visitor } })
    const to = { type: 'VIP_TOUR' as const, available_tour_id: other.id, event_date_id: day.id }
    await admin.ok(moveReservation, { params, body: to })
    const { tiers } = await admin.ok(getClosingReport, {})
    expect(tiers.find(({ tier }) => tier === 'walk_in')!.reservations).toBeGreaterThan(0)
    await admin.ok(actOnReservation, decision(reservation, 'cancel'))
    expect((await app.mails()).filter((mail) => mail.reservation_id === reservation.id)).toEqual([])
  })

  test('a member still needs a phone, and a correction does not remove it', async () => {
    const member = await makeMember(app.db)
    const form = tourForm(member, await freeTour(), { visitor: guest })
    expect(await admin.refused(bookTourFor, form)).toMatchObject({
      fields: { 'visitor.phone': '올바른 연락처를 입력해주세요.' },
    })
    const { reservation } = await admin.ok(bookTourFor, tourForm(member, await freeTour()))
    const visitor = { ...guest, phone: null }
    const params = { id: String(reservation.id) }
    expect(await admin.refused(editVisitor, { params, body: { type: 'VIP_TOUR', visitor } })).toMatchObject({
      fields: { 'visitor.phone': '올바른 전화번호 형식이 아닙니다.' },
    })
  })

  test('is corrected without a manager of the meeting, whom a member still needs', async () => {
    const edit = async (user: { user_id: number | null }, visitor: typeof meetingParty) => {
      const { room, slots } = await freeRoom()
      const form = meetingForm({ id: 0 }, room, slots, { ...user, visitor })
      const { reservation } = await admin.ok(bookMeetingFor, form)
      const corrected = { ...visitor, phone: visitor.phone ?? null, manager_name: '', name: '주 나중' }
      const params = { id: String(reservation.id) }
      return admin.send(editVisitor, { params, body: { type: 'GROUP_MEETING', visitor: corrected } })
    }
    const guests = { ...meetingParty, phone: undefined as never, manager_name: undefined as never }
    expect((await edit({ user_id: null }, guests)).statusCode).toBe(200)
    const member = await makeMember(app.db)
    expect((await edit({ user_id: member.id }, meetingParty)).json()).toMatchObject({
      fields: { 'visitor.manager_name': '현장 미팅 담당자명을 입력해주세요.' },
    })
  })

  test('is promised no mail by a bulk change, and has no reminder among the mails', async () => {
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '11:00')
    const form = tourForm({ id: 0 }, slot!, { user_id: null, visitor: guest })
    const { reservation } = await admin.ok(bookTourFor, form)
    const of = { params: { id: String(reservation.id) }, query: { type: 'VIP_TOUR' as const } }
    expect((await admin.ok(getReservationContext, of)).reminders).toEqual([])
    const change = { scope: { date: day.date, docent_id: docent.id }, act: 'cancel' as const, notify: true }
    expect((await rearrange(admin, change)).message).toBe('예약 1건이 취소되었습니다.')
  })

  test('counts as a normal visitor for the tier', async () => {
    const form = (more = {}) =>
      tourForm({ id: 0 }, vip, { user_id: null, visitor: { ...guest, phone: null }, ...more })
    const vip = await freeTour({ is_vip: true })
    expect(await admin.refused(bookTourFor, form())).toMatchObject({ code: 'tier_required' })
    await admin.ok(bookTourFor, form({ overrule_tier: true }))
  })
})

describe('the desk', () => {
  test('finds at most five members to book for, without their contact details', async () => {
    const { browser: desk } = await makeAdmin(app, undefined, 'desk')
    for (let n = 1; n <= 6; n += 1)
      await makeMember(app.db, { name: `구름손님 ${n}`, company_name: '구름상사' })
    const found = await desk.ok(searchWalkIns, { query: { q: '구름손님' } })
    expect(found.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map((n) => `구름손님 ${n}`))
    expect(Object.keys(found[0]!)).toEqual(['id', 'name', 'company_name'])
    for (const q of [' 구 ', '구-', '--', '구’', "''"])
      expect(await desk.refused(searchWalkIns, { query: { q } }), q).toMatchObject({
        status: 400,
        fields: { q: '두 글자 이상 입력해주세요.' },
      })
    const { reservation } = await desk.ok(bookTourFor, tourForm(found[0]!, await freeTour()))
    expect(reservation).toMatchObject({ status: 'APPROVED', user: { name: '구름손님 1' } })
    expect(await desk.refused(actOnReservation, decision(reservation, 'cancel', '다른 일정'))).toMatchObject({
      status: 403,
      code: 'role_required',
    })
  })
})
