import { describe, expect, test } from 'vitest'
import {
  changeDocent,
  deleteDocent,
  docentToBeTold,
  changeRoom,
  roomToBeTold,
} from '../../../../contract/admin/places.ts'
import { deleteMember } from '../../../../contract/admin/members.ts'
import {
  exportReservations,
  listReservationHistory,
  listReservations,
} from '../../../../contract/admin/reservations.ts'
import { bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import { reserveTour } from '../../../../contract/booking.ts'
import { downloadCalendarEntry } from '../../../../contract/calendar.ts'
import { getDaySheet } from '../../../../contract/day-sheet.ts'
import type { Docent, Room } from '../../../../contract/place.ts'
import { listMyReservations, type TourReservation } from '../../../../contract/reservation.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { STATUSES } from '../../../../domain/reservation.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useStatementCount, useTestApp } from '../../../../test/fixture.ts'
import { makeDocent, makeTourSlots, makeVisitor, tourParty } from '../../../../test/make.ts'
import { decision, makeManyTours, makeReservation } from '../../../../test/make-reservation.ts'
import { readSheet } from '../../../../test/read-sheet.ts'
import { catchUpWithPlaces } from './commands.ts'

const SUBJECT = '예약 안내가 변경되었습니다'

const app = useTestApp()
const sent = useStatementCount(app)
const admin = useAdmin(app, '박관리')
const day = useEventDate(app)

type Made = Awaited<ReturnType<typeof makeReservation>>
type Given = Parameters<typeof makeReservation>[3]

const params = ({ id }: { id: number }) => ({ id: String(id) })
const docentOf = ({ reservation }: Pick<Made, 'reservation'>) =>
  (reservation as TourReservation).available_tour.docent
const NO_TIER = { is_vip: false, is_vvip: false }

const makeTour = async (given: Given = {}) => {
  const made = await makeReservation(app, admin, day, given)
  const { id, ...texts } = docentOf(made)
  return { ...made, docent: { ...texts, id: id!, ...NO_TIER } }
}
const makeMeeting = async (given: Given = {}) => {
  const made = await makeReservation(app, admin, day, { ...given, kind: 'GROUP_MEETING' })
  const { id, ...texts } = made.reservation.type === 'GROUP_MEETING' ? made.reservation.room : ({} as never)
  return { ...made, room: { ...texts, id: id!, ...NO_TIER } }
}

const saveDocent = ({ id, ...docent }: Docent, changes: Partial<Docent>) =>
  admin.ok(changeDocent, { params: params({ id }), body: { ...docent, ...changes } })
const saveRoom = ({ id, ...room }: Room, changes: Partial<Room>) =>
  admin.ok(changeRoom, { params: params({ id }), body: { ...room, ...changes } })

const mailsTo = async ({ member }: Pick<Made, 'member'>) =>
  (await app.mails()).filter((mail) => mail.to_address === member.email)
const changeMailsTo = async (made: Pick<Made, 'member'>) =>
  (await mailsTo(made)).filter((mail) => mail.kind === 'place_changed')
const sequenceOf = (calendar: string | null) => Number(/^SEQUENCE:(\d+)/m.exec(calendar ?? '')?.[1])
const mine = async ({ browser }: Pick<Made, 'browser'>) => {
  const { tours, meetings } = await browser.ok(listMyReservations, {})
  return { tour: tours[0], meeting: meetings[0] }
}

describe('a reservation that is not over shows its docent or room as they are now', () => {
  test('to its member, in the list and in the calendar entry', async () => {
    const made = await makeTour({ status: 'APPROVED' })
    await saveDocent(made.docent, { name: '이하늘', language: 'English', start_point: '2층 로비' })
    const { tour } = await mine(made)
    expect(tour!.available_tour.docent).toEqual({
      id: made.docent.id,
      name: '이하늘',
      language: 'English',
      start_point: '2층 로비',
    })
    const entry = await made.browser.send(downloadCalendarEntry, { params: params(made.reservation) })
    expect(entry.body).toContain('LOCATION:2층 로비')
    expect(sequenceOf(entry.body)).toBe(3)
  })

  test('to administrators: in the list, by search, on the day sheet and in the export', async () => {
    const made = await makeTour({ status: 'APPROVED' })
    await saveDocent(made.docent, { name: '검색되는 도슨트', start_point: '동문' })
    const { tours } = await admin.ok(listReservations, { query: { search: '검색되는' } })
    expect(tours.map(({ id, available_tour }) => [id, available_tour.docent.start_point])).toEqual([
      [made.reservation.id, '동문'],
    ])
    const old = await admin.ok(listReservations, { query: { search: made.docent.name } })
    expect(old.tours.filter(({ id }) => id === made.reservation.id)).toEqual([])
    const { sheets } = await admin.ok(getDaySheet, {
      query: { date: TODAY, docent_id: String(made.docent.id) },
    })
    expect(sheets).toMatchObject([
      { docent: { start_point: '동문' }, entries: [{ id: made.reservation.id }] },
    ])
    const { rows } = readSheet(
      (await admin.send(exportReservations, { query: { search: '검색되는' } })).rawPayload,
    )
    expect(rows).toMatchObject([{ 예약번호: made.reservation.id, '도슨트/미팅룸': '검색되는 도슨트' }])
  })

  test('a room with its name, floor and size', async () => {
    const made = await makeMeeting({ status: 'APPROVED' })
    await saveRoom(made.room, { name: '새 방', floor: 5, size: 12 })
    expect((await mine(made)).meeting!.room).toEqual({ id: made.room.id, name: '새 방', floor: 5, size: 12 })
  })

  test('while it is pending, without a mail; a later approval names the new place', async () => {
    const made = await makeTour({ status: 'PENDING' })
    const before = await mailsTo(made)
    await saveDocent(made.docent, { start_point: '서문' })
    expect((await mine(made)).tour!.available_tour.docent.start_point).toBe('서문')
    expect(await mailsTo(made)).toEqual(before)
    await admin.ok(actOnReservation, decision(made.reservation, 'approve'))
    const approval = (await mailsTo(made)).at(-1)!
    expect(approval).toMatchObject({ kind: 'approved', text: expect.stringContaining('서문') })
    expect(approval.text).not.toContain(`시작 위치: ${made.docent.start_point}`)
    expect(approval.calendar).toContain('LOCATION:서문')
  })

  test('and its history says who changed what, and when', async () => {
    const made = await makeTour({ status: 'APPROVED' })
    app.passMinutes(5)
    await saveDocent(made.docent, { name: '이하늘', start_point: '2층 로비' })
    const history = await admin.ok(listReservationHistory, { params: params(made.reservation) })
    expect(history.at(-1)).toMatchObject({
      at: '2026-11-20T08:05:00+01:00',
      actor: '박관리',
      reason: null,
      changes: `도슨트 ${made.docent.name} → 이하늘, 시작 위치 안내 데스크 → 2층 로비`,
    })
    const meeting = await makeMeeting()
    await saveRoom(meeting.room, { floor: 3, size: 9 })
    const [, change] = await admin.ok(listReservationHistory, { params: params(meeting.reservation) })
    expect(change!.changes).toBe('층 2 → 3층, 수용 인원 8 → 9명')
  })
})

describe('what is over keeps the texts of that time', () => {
  test.each(['COMPLETED', 'REJECTED', 'CANCELLED'] as const)('when it is %s', async (status) => {
    const made = await makeTour({ status })
    const before = await mine(made)
    const mails = await mailsTo(made)
    expect(await saveDocent(made.docent, { start_point: '정문' })).toMatchObject({
      message: '도슨트 정보가 수정되었습니다.',
    })
    expect(await mine(made)).toEqual(before)
    expect(await mailsTo(made)).toEqual(mails)
  })

  test('when it was approved and its end has come', async () => {
    const made = await makeTour({ status: 'APPROVED' })
    app.setClock(TODAY, '10:24')
    await saveDocent(made.docent, { start_point: '정문' })
    app.setClock(TODAY, '10:25')
    await saveDocent(made.docent, { start_point: '후문' })
    expect((await mine(made)).tour).toMatchObject({
      status: 'COMPLETED',
      available_tour: { docent: { start_point: '정문' } },
    })
    expect(await changeMailsTo(made)).toHaveLength(1)
  })

  test.each(['PENDING', 'CANCEL_REQUESTED'] as const)(
    'when its end has come while it was %s, undecided',
    async (status) => {
      const made = await makeTour({ status })
      app.setClock(TODAY, '10:24')
      await saveDocent(made.docent, { start_point: '정문' })
      app.setClock(TODAY, '10:25')
      await saveDocent(made.docent, { start_point: '후문' })
      expect((await mine(made)).tour).toMatchObject({
        status,
        available_tour: { docent: { start_point: '정문' } },
      })
    },
  )

  test('when its docent was deleted', async () => {
    const made = await makeTour({ status: 'COMPLETED' })
    await admin.ok(deleteDocent, { params: params(made.docent) })
    expect((await mine(made)).tour!.available_tour.docent).toEqual({
      id: null,
      name: made.docent.name,
      language: '한국어',
      start_point: '안내 데스크',
    })
  })
})

describe('a change notifies by mail', () => {
  test.each(['APPROVED', 'CANCEL_REQUESTED'] as const)(
    'of %s: the old and new text, and the updated calendar entry',
    async (status) => {
      const made = await makeTour({ status })
      const [first] = (await mailsTo(made)).filter((mail) => mail.calendar)
      await saveDocent(made.docent, { language: 'English', start_point: '2층 로비' })
      const [mail, ...others] = await changeMailsTo(made)
      expect(others).toEqual([])
      expect(mail!.subject).toContain(SUBJECT)
      expect(mail!.text).toContain('언어: 한국어 → English')
      expect(mail!.text).toContain('시작 위치: 안내 데스크 → 2층 로비')
      expect(mail!.text).toContain(`도슨트: ${made.docent.name}\n`)
      expect(mail).toMatchObject({ calendar_method: 'REQUEST', status: 'queued' })
      expect(mail!.calendar).toContain('LOCATION:2층 로비')
      const uid = (calendar: string | null) => /^UID:.*$/m.exec(calendar ?? '')![0]
      expect(uid(mail!.calendar)).toBe(uid(first!.calendar))
      expect(sequenceOf(mail!.calendar)).toBe(status === 'APPROVED' ? 3 : 4)
    },
  )

  test('of a room, when its name, its floor or its capacity changes', async () => {
    const made = await makeMeeting({ status: 'APPROVED' })
    await saveRoom(made.room, { name: '새 방' })
    await saveRoom({ ...made.room, name: '새 방' }, { floor: 7 })
    await saveRoom({ ...made.room, name: '새 방', floor: 7 }, { size: 6 })
    const [name, floor, size] = await changeMailsTo(made)
    expect(name!.text).toContain(`미팅룸: ${made.room.name} · 2층 → 새 방 · 2층`)
    expect(floor!.text).toContain('미팅룸: 새 방 · 2층 → 새 방 · 7층')
    expect(floor!.text).not.toContain(made.room.name)
    expect(floor!.calendar).toContain('LOCATION:새 방 (7층)')
    expect(size!.text).toContain('수용 인원: 8명 → 6명')
    expect(sequenceOf(size!.calendar)).toBe(sequenceOf(floor!.calendar) + 1)
  })

  test.each(STATUSES.filter((status) => status !== 'APPROVED' && status !== 'CANCEL_REQUESTED'))(
    'nobody of what is %s',
    async (status) => {
      const made = await makeTour({ status })
      await saveDocent(made.docent, { start_point: '정문' })
      expect(await changeMailsTo(made)).toEqual([])
    },
  )

  test('nobody of a tier, or of a save that changes nothing', async () => {
    const meeting = await makeMeeting({ status: 'APPROVED' })
    await saveRoom(meeting.room, { is_vip: true })
    const tour = await makeTour({ status: 'APPROVED' })
    await saveDocent(tour.docent, { is_vvip: true })
    await saveDocent(tour.docent, {})
    await saveDocent(tour.docent, { start_point: ' 안내 데스크 ' })
    for (const made of [meeting, tour]) expect(await changeMailsTo(made)).toEqual([])
    expect((await mine(tour)).tour!.updated_at).toBe(tour.reservation.updated_at)
  })

  test('nobody when the save is refused, because somebody else was faster or the text is not valid', async () => {
    const made = await makeTour({ status: 'APPROVED' })
    const { id, ...form } = made.docent
    await saveDocent(made.docent, { start_point: '정문' })
    for (const changes of [{ start_point: '후문' }, { start_point: '' }])
      await admin.refused(changeDocent, {
        params: params({ id }),
        body: { ...form, ...changes, expected: form },
      })
    expect(await changeMailsTo(made)).toHaveLength(1)
    expect((await mine(made)).tour!.available_tour.docent.start_point).toBe('정문')
  })

  test('twice of a change that is reverted, each mail with a higher sequence', async () => {
    const made = await makeTour({ status: 'APPROVED' })
    await saveDocent(made.docent, { start_point: '정문' })
    await saveDocent(made.docent, {})
    const [there, back, ...others] = await changeMailsTo(made)
    expect(others).toEqual([])
    expect(there!.text).toContain('시작 위치: 안내 데스크 → 정문')
    expect(back!.text).toContain('시작 위치: 정문 → 안내 데스크')
    expect(there!.message_id).not.toBe(back!.message_id)
    expect([there, back].map((mail) => sequenceOf(mail!.calendar))).toEqual([3, 4])
  })

  test('of two simultaneous changes in two mails, the later of which has the present texts', async () => {
    const made = await makeTour({ status: 'APPROVED' })
    await Promise.all(['정문', '후문'].map((start_point) => saveDocent(made.docent, { start_point })))
    const mails = await changeMailsTo(made)
    expect(mails.map((mail) => sequenceOf(mail.calendar))).toEqual([3, 4])
    const { start_point } = (await mine(made)).tour!.available_tour.docent
    expect(mails[1]!.text).toContain(`${start_point === '정문' ? '후문' : '정문'} → ${start_point}`)
  })

  test('once of each reservation, and not of those with another docent', async () => {
    const docent = await makeDocent(app.db)
    const slots = await makeTourSlots(app.db, day, docent, '13:00', '14:00')
    const { member, browser } = await makeVisitor(app)
    for (const slot of slots)
      await admin.ok(bookTourFor, {
        body: { user_id: member.id, available_tour_id: slot.id, event_date_id: day.id, visitor: tourParty },
      })
    const bystander = await makeTour({ status: 'APPROVED' })
    const { message } = await saveDocent(docent, { start_point: '정문' })
    expect(message).toBe('도슨트 정보가 수정되었습니다. 예약 2건 / 회원 1명에게 변경 안내 메일을 보냅니다.')
    const mails = await changeMailsTo({ member })
    expect(new Set(mails.map((mail) => mail.reservation_id)).size).toBe(2)
    expect(await changeMailsTo(bystander)).toEqual([])
    expect((await mine({ browser })).tour!.available_tour.docent.start_point).toBe('정문')
  })

  test('nobody who was deleted', async () => {
    const made = await makeTour({ status: 'APPROVED' })
    await admin.ok(deleteMember, { params: params(made.member) })
    const before = (await app.mails()).length
    const { message } = await saveDocent(made.docent, { start_point: '정문' })
    expect(message).toBe('도슨트 정보가 수정되었습니다.')
    expect(await app.mails()).toHaveLength(before)
  })

  test('all of three hundred, in one save', async () => {
    const docent = await makeDocent(app.db)
    const { member, browser } = await makeVisitor(app)
    await makeManyTours(app, { docent, member, day, count: 300, status: 'APPROVED' })
    const before = sent.statements
    const { message } = await saveDocent(docent, { start_point: '정문' })
    // Bookings with this docent wait for all of them.
    expect(sent.statements - before).toBeLessThan(30)
    expect(message).toContain('예약 300건 / 회원 1명')
    expect(await changeMailsTo({ member })).toHaveLength(300)
    const { tours } = await browser.ok(listMyReservations, {})
    expect(new Set(tours.map((tour) => tour.available_tour.docent.start_point))).toEqual(new Set(['정문']))
  })

  test('or nothing is changed', async () => {
    const made = await makeTour({ status: 'APPROVED' })
    const { id, ...form } = made.docent
    await app.pool.query('alter table mails rename to mails_elsewhere')
    const body = { ...form, start_point: '정문' }
    const response = await admin.send(changeDocent, { params: params({ id }), body })
    await app.pool.query('alter table mails_elsewhere rename to mails')
    expect(response.statusCode).toBe(500)
    expect((await mine(made)).tour!.available_tour.docent.start_point).toBe('안내 데스크')
    expect(await saveDocent(made.docent, { start_point: '정문' })).toMatchObject({
      docent: { start_point: '정문' },
    })
  })
})

describe('before saving, the number of members to be mailed is shown', () => {
  test('members with active upcoming reservations only', async () => {
    const docent = await makeDocent(app.db)
    const ask = () => admin.ok(docentToBeTold, { params: params(docent) })
    expect(await ask()).toEqual({ reservations: 0, members: 0 })
    const slots = await makeTourSlots(app.db, day, docent, '10:00', '11:00', '12:00', '13:00')
    const [one, other] = [await makeVisitor(app), await makeVisitor(app)]
    const wish = (n: number) => ({
      available_tour_id: slots[n]!.id,
      event_date_id: day.id,
      visitor: tourParty,
    })
    for (const [n, { member }] of [one, one, other].entries())
      await admin.ok(bookTourFor, { body: { ...wish(n), user_id: member.id } })
    await other.browser.ok(reserveTour, { body: wish(3) })
    expect(await ask()).toEqual({ reservations: 3, members: 2 })
    app.setClock(TODAY, '10:25')
    expect(await ask()).toEqual({ reservations: 2, members: 2 })
    const { message } = await saveDocent(docent, { start_point: '정문' })
    expect(message).toContain('예약 2건 / 회원 2명')
  })

  test('for rooms too; an unknown one is 404', async () => {
    const { room } = await makeMeeting({ status: 'CANCEL_REQUESTED' })
    expect(await admin.ok(roomToBeTold, { params: params(room) })).toEqual({ reservations: 1, members: 1 })
    for (const endpoint of [docentToBeTold, roomToBeTold])
      expect(await admin.refused(endpoint, { params: { id: '999999' } })).toMatchObject({ status: 404 })
  })
})

describe('a service that starts', () => {
  const start = () => {
    const { postMail, publicUrl } = app.server
    return catchUpWithPlaces({ db: app.db, postMail, publicUrl }, app.now())
  }
  /** As in a release in which reservations kept their texts. */
  const move = (docent: { id: number }, start_point: string) =>
    app.db.updateTable('docents').set({ start_point }).where('id', '=', docent.id).execute()

  test('mails members whose reservations still have old texts of a docent or room', async () => {
    const made = await makeTour({ status: 'APPROVED' })
    await move(made.docent, '동문')
    const { room, ...meeting } = await makeMeeting({ status: 'APPROVED' })
    await app.db.updateTable('rooms').set({ floor: 9 }).where('id', '=', room.id).execute()
    await start()
    expect((await mine(made)).tour!.available_tour.docent.start_point).toBe('동문')
    expect((await mine(meeting)).meeting!.room.floor).toBe(9)
    const [mail, ...others] = await changeMailsTo(made)
    expect(others).toEqual([])
    expect(mail!.text).toContain('시작 위치: 안내 데스크 → 동문')
    expect(await changeMailsTo(meeting)).toHaveLength(1)
    const history = await admin.ok(listReservationHistory, { params: params(made.reservation) })
    expect(history.at(-1)).toMatchObject({ actor: '서비스', changes: '시작 위치 안내 데스크 → 동문' })
    const kinds = app.db.selectFrom('reservation_history').select('actor_kind').orderBy('id', 'desc').limit(1)
    expect(await kinds.executeTakeFirst()).toEqual({ actor_kind: 'service' })

    const message = '도슨트 정보가 수정되었습니다.'
    const moved = { ...made.docent, start_point: '동문' }
    expect(await saveDocent(moved, { is_vip: true })).toMatchObject({ message })
    expect(await changeMailsTo(made)).toHaveLength(1)
  })

  test('leaves ended reservations unchanged', async () => {
    const [made, late] = [await makeTour({ status: 'COMPLETED' }), await makeTour({ status: 'PENDING' })]
    for (const { docent } of [made, late]) await move(docent, '동문')
    const before = [await mine(made), await mine(late)]
    app.setClock(TODAY, '10:25')
    await start()
    expect([await mine(made), await mine(late)].map(({ tour }) => tour!.available_tour)).toEqual(
      before.map(({ tour }) => tour!.available_tour),
    )
    // Reset the clock for the next tests.
    app.setClock(TODAY, '08:00')
    await start()
  })

  test('mails each member once even when two start, with one query if nothing differs', async () => {
    const made = await makeTour({ status: 'APPROVED' })
    await move(made.docent, '동문')
    await Promise.all([start(), start()])
    expect(await changeMailsTo(made)).toHaveLength(1)
    const before = sent.statements
    await start()
    expect(sent.statements - before).toBe(1)
    expect(await changeMailsTo(made)).toHaveLength(1)
  })
})
