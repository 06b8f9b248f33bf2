import { describe, expect, test } from 'vitest'
import { editNote, editVisitor } from '../../../../contract/admin/reservation-edits.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { listReservationHistory } from '../../../../contract/admin/reservations.ts'
import { STATUSES } from '../../../../domain/reservation.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { meetingParty, tourParty } from '../../../../test/make.ts'
import { makeReservation } from '../../../../test/make-reservation.ts'
import { countWaiting } from '../../../../test/waiting.ts'

const app = useTestApp()
const day = useEventDate(app)
const adminName = '관리자 하나'
const admin = useAdmin(app, adminName)

const make = (given: Parameters<typeof makeReservation>[3] = {}) => makeReservation(app, admin, day, given)
const makeMeeting = () => make({ kind: 'GROUP_MEETING' })
const party = { tour: { ...tourParty, name: '최하늘' }, meeting: { ...meetingParty, title: '계약 갱신' } }
const named = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const change = (reservation: { id: number }, type: string, visitor: object) => ({
  ...named(reservation),
  body: { type, visitor } as never,
})
const fieldsOf = async (reservation: { id: number }, type: string, visitor: object) => {
  const refusal = await admin.refused(editVisitor, change(reservation, type, visitor))
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
  return refusal.fields
}

const TOO_FEW = '방문 인원은 1명 이상이어야 합니다.'
const PHONE = '올바른 전화번호 형식이 아닙니다.'

describe('who visits', () => {
  test.each(STATUSES)('a tour that is %s can be corrected; its status stays', async (status) => {
    const { reservation } = await make({ status })
    app.setClock(TODAY, '08:30')
    const answer = await admin.ok(editVisitor, change(reservation, 'VIP_TOUR', party.tour))
    expect(answer.message).toBe('방문자 정보가 수정되었습니다.')
    expect(answer.reservation).toEqual({
      ...answer.reservation,
      id: reservation.id,
      status,
      visitor: party.tour,
      updated_at: `${TODAY}T08:30:00+01:00`,
    })
    const history = await admin.ok(listReservationHistory, named(reservation))
    expect(history.at(-1)).toEqual({
      at: `${TODAY}T08:30:00+01:00`,
      actor: adminName,
      action: 'edit_visitor',
      reason: null,
      changes: '방문자 박지민 → 최하늘',
    })
  })

  test.each(['GROUP_MEETING', 'MEETING_ROOM'])('a meeting can be corrected as %s', async (type) => {
    const { reservation } = await makeMeeting()
    const answer = await admin.ok(editVisitor, change(reservation, type, party.meeting))
    expect(answer.reservation).toMatchObject({ type: 'GROUP_MEETING', visitor: party.meeting })
  })

  test.each([['02-123-4567'], ['031-1234-5678'], ['010-9876-5432']])(
    'the phone is kept as it is written: %s',
    async (phone) => {
      const { reservation } = await make()
      const answer = await admin.ok(editVisitor, change(reservation, 'VIP_TOUR', { ...party.tour, phone }))
      expect(answer.reservation.visitor.phone).toBe(phone)
    },
  )

  test.each(['+82-10-1234-5678', '0082 10 1234 5678'])('the phone %s is kept as in Korea', async (phone) => {
    const { reservation } = await make()
    const answer = await admin.ok(editVisitor, change(reservation, 'VIP_TOUR', { ...party.tour, phone }))
    expect(answer.reservation.visitor.phone).toBe('010-1234-5678')
  })

  test('each empty field of a tour says what is missing', async () => {
    const { reservation } = await make()
    expect(await fieldsOf(reservation, 'VIP_TOUR', { company: ' ', name: '' })).toEqual({
      'visitor.company': '방문 대표자 성함/직함을 입력해주세요.',
      'visitor.name': '현장 담당자 성함/직함을 입력해주세요.',
      'visitor.phone': PHONE,
      'visitor.count': TOO_FEW,
    })
  })

  test('each empty field of a meeting says what is missing', async () => {
    const { reservation } = await makeMeeting()
    expect(await fieldsOf(reservation, 'GROUP_MEETING', {})).toEqual({
      'visitor.title': '미팅명을 입력해주세요.',
      'visitor.company': '상대 회사명을 입력해주세요.',
      'visitor.name': '상대 미팅룸명을 입력해주세요.',
      'visitor.manager_name': '현장 미팅 담당자명을 입력해주세요.',
      'visitor.phone': PHONE,
      'visitor.count': TOO_FEW,
    })
  })

  test.each(['01012345678', '010-1234-567', '0101-234-5678', '+82-2-1234-5678'])(
    'the phone %s is not accepted',
    async (phone) => {
      const { reservation } = await make()
      const fields = await fieldsOf(reservation, 'VIP_TOUR', { ...party.tour, phone })
      expect(fields).toEqual({ 'visitor.phone': PHONE })
    },
  )

  test.each([
    [0, TOO_FEW],
    [-1, TOO_FEW],
    [1.5, TOO_FEW],
    [31, '투어 방문 인원은 30명을 초과할 수 없습니다.'],
  ])('a tour for %d', async (count, text) => {
    const { reservation } = await make()
    const fields = await fieldsOf(reservation, 'VIP_TOUR', { ...party.tour, count })
    expect(fields).toEqual({ 'visitor.count': text })
    await admin.ok(editVisitor, change(reservation, 'VIP_TOUR', { ...party.tour, count: 30 }))
  })

  test('a meeting takes as many as its room does now', async () => {
    const { reservation } = await makeMeeting()
    const to = (count: number) => ({ ...party.meeting, count })
    await admin.ok(editVisitor, change(reservation, 'GROUP_MEETING', to(8)))
    expect(await fieldsOf(reservation, 'GROUP_MEETING', to(0))).toEqual({ 'visitor.count': TOO_FEW })
    expect(await fieldsOf(reservation, 'GROUP_MEETING', to(9))).toEqual({
      'visitor.count': '미팅룸 수용 인원(8명)을 초과할 수 없습니다.',
    })
    const room_id = reservation.type === 'GROUP_MEETING' ? reservation.room.id! : 0
    await app.db.updateTable('rooms').set({ size: 4 }).where('id', '=', room_id).execute()
    expect(await fieldsOf(reservation, 'GROUP_MEETING', to(5))).toEqual({
      'visitor.count': '미팅룸 수용 인원(4명)을 초과할 수 없습니다.',
    })
  })

  test("it is the reservation's own type or there is none; an unknown type is wrong input", async () => {
    const [tour, meeting] = [await make(), await makeMeeting()]
    for (const input of [
      change(tour.reservation, 'GROUP_MEETING', party.meeting),
      change(meeting.reservation, 'VIP_TOUR', party.tour),
      change({ id: 999_999 }, 'VIP_TOUR', party.tour),
    ])
      expect(await admin.refused(editVisitor, input)).toMatchObject({ status: 404, code: 'not_found' })
    expect(Object.keys((await fieldsOf(tour.reservation, 'TOUR', party.tour))!)).toEqual(['type'])
  })

  test('only the form’s fields are stored', async () => {
    const { reservation } = await make()
    const sent = { ...party.tour, status: 'APPROVED', id: 7, title: '투어' }
    const answer = await admin.ok(editVisitor, change(reservation, 'VIP_TOUR', sent))
    expect(answer.reservation).toMatchObject({ id: reservation.id, status: 'PENDING', visitor: party.tour })
    const { visitor } = await app.db
      .selectFrom('reservations')
      .select('visitor')
      .where('id', '=', reservation.id)
      .executeTakeFirstOrThrow()
    expect(visitor).toEqual(party.tour)
  })
})

describe('the note', () => {
  const noting = (reservation: { id: number }, type: string, note: unknown) => ({
    ...named(reservation),
    body: { type, note } as never,
  })

  test.each([
    ['  휠체어 이용\r\n주차 1대 ', '휠체어 이용\n주차 1대'],
    ['', null],
    [null, null],
    ['가'.repeat(1000), '가'.repeat(1000)],
  ])('%j is kept as %j', async (note, kept) => {
    const { reservation } = await makeMeeting()
    const answer = await admin.ok(editNote, noting(reservation, 'MEETING_ROOM', note))
    expect(answer).toMatchObject({ message: '추가 정보가 수정되었습니다.', reservation: { note: kept } })
    const history = await admin.ok(listReservationHistory, named(reservation))
    expect(history.at(-1)).toMatchObject({ actor: adminName, action: 'edit_note' })
  })

  test.each([['가'.repeat(1001)], [7], [undefined], ['x\u0000']])('%j is refused', async (note) => {
    const { reservation } = await make()
    const refusal = await admin.refused(editNote, noting(reservation, 'VIP_TOUR', note))
    expect(refusal).toMatchObject({ status: 400, fields: { note: expect.any(String) } })
  })

  test('of the other type there is none', async () => {
    const { reservation } = await make()
    const refusal = await admin.refused(editNote, noting(reservation, 'GROUP_MEETING', 'x'))
    expect(refusal).toMatchObject({ status: 404, code: 'not_found' })
  })
})

test('an edit during a decision waits, and is checked against its result', async () => {
  const { reservation } = await make()
  const other = await app.db.startTransaction().execute()
  await other
    .updateTable('reservations')
    .set({ version: 7, note: '먼저' })
    .where('id', '=', reservation.id)
    .execute()
  const body = { type: 'VIP_TOUR' as const, note: '나중' }
  const editing = admin.ok(editNote, { ...named(reservation), body })
  await expect.poll(() => countWaiting(app.pool)).toBe(1)
  await other.commit().execute()
  expect((await editing).reservation.note).toBe('나중')
  const { version } = await app.db
    .selectFrom('reservations')
    .select('version')
    .where('id', '=', reservation.id)
    .executeTakeFirstOrThrow()
  expect(version).toBe(8)
})

test('an approval and an edit at once both succeed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { reservation } = await make()
    const answers = await Promise.all([
      admin.send(actOnReservation, { ...named(reservation), body: { type: 'VIP_TOUR', action: 'approve' } }),
      admin.send(editNote, { ...named(reservation), body: { type: 'VIP_TOUR', note: '같이' } }),
    ])
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200])
  }
})

test("a deleted member's reservation is not filled again", async () => {
  const { reservation } = await make()
  await app.db.updateTable('reservations').set({ member_id: null }).where('id', '=', reservation.id).execute()
  const body = { type: 'VIP_TOUR' as const, note: '다시' }
  expect(await admin.refused(editNote, { ...named(reservation), body })).toMatchObject({ status: 404 })
})

test('the history of an unknown reservation is 404', async () => {
  expect(await admin.refused(listReservationHistory, named({ id: 999_999 }))).toMatchObject({ status: 404 })
})
