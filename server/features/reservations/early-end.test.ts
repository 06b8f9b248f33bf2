import { expect, test } from 'vitest'
import { endMeeting } from '../../../contract/meeting.ts'
import { listMyReservations } from '../../../contract/reservation.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { listReservationHistory } from '../../../contract/admin/reservations.ts'
import type { Status } from '../../../domain/reservation.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeVisitor } from '../../../test/make.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

const make = (given: Parameters<typeof makeReservation>[3] = {}) =>
  makeReservation(app, admin, day, { kind: 'GROUP_MEETING', status: 'APPROVED', ...given })
const named = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const held = async (slots: { id: number }[]) => {
  const rows = await app.db
    .selectFrom('slots')
    .select('reservation_id')
    .where(
      'id',
      'in',
      slots.map(({ id }) => id),
    )
    .orderBy('starts_at')
    .execute()
  return rows.map((row) => row.reservation_id !== null)
}

test.each([
  ['07:00', [false, false, false]],
  ['10:00', [true, false, false]],
  ['10:09', [true, false, false]],
  ['10:10', [true, true, false]],
  ['10:29', [true, true, true]],
])('a meeting of 10:00 to 10:30 ended at %s keeps what has begun: %j', async (time, expected) => {
  app.setClock(TODAY, '06:00')
  const { reservation, browser, slots, member } = await make()
  app.setClock(TODAY, time)
  const answer = await browser.ok(endMeeting, named(reservation))
  expect(answer.message).toBe('미팅이 종료되었습니다.')
  expect(answer.reservation).toMatchObject({ id: reservation.id, status: 'COMPLETED', can_cancel: false })
  expect(answer.reservation.time_range).toBe('10:00 ~ 10:30')
  expect(answer.reservation.ended_at).toBe(`${TODAY}T${time}:00+01:00`)
  expect(await held(slots)).toEqual(expected)
  const told = (await app.mails()).filter((mail) => mail.reservation_id === reservation.id)
  expect(told.at(-1)).toMatchObject({ kind: 'ended_early', to_address: member.email })
  // The administrator's session may have expired.
  const history = await (await makeAdmin(app)).browser.ok(listReservationHistory, named(reservation))
  expect(history.at(-1)).toMatchObject({ action: 'end_early', actor: member.name, reason: null })
})

test.each([
  ['PENDING', '대기중'],
  ['CANCEL_REQUESTED', '취소 요청'],
  ['COMPLETED', '종료됨'],
  ['REJECTED', '거절됨'],
  ['CANCELLED', '취소됨'],
] as [Status, string][])('one that is %s cannot be ended: the answer says %s', async (status, word) => {
  const { reservation, browser, slots } = await make({ status })
  const before = await held(slots)
  expect(await browser.refused(endMeeting, named(reservation))).toMatchObject({
    status: 409,
    code: 'invalid_transition',
    error: `현재 상태(${word})에서는 처리할 수 없습니다.`,
  })
  expect(await held(slots)).toEqual(before)
})

test('nor one of another day, or once it is over; a second time it is over', async () => {
  const { reservation, browser } = await make()
  app.setClock('2026-11-19', '10:05')
  expect(await browser.refused(endMeeting, named(reservation))).toMatchObject({ status: 409 })
  app.setClock(TODAY, '10:30')
  expect(await browser.refused(endMeeting, named(reservation))).toMatchObject({
    status: 409,
    error: '현재 상태(종료됨)에서는 처리할 수 없습니다.',
  })
  app.setClock(TODAY, '10:29')
  await browser.ok(endMeeting, named(reservation))
  expect(await browser.refused(endMeeting, named(reservation))).toMatchObject({ status: 409 })
})

test("a tour's number, somebody else's and an unknown one are not there", async () => {
  const tour = await make({ kind: 'VIP_TOUR' })
  const meeting = await make()
  const { browser: other } = await makeVisitor(app)
  for (const [who, id] of [
    [tour.browser, tour.reservation.id],
    [other, meeting.reservation.id],
    [other, 999_999],
  ] as const)
    expect(await who.refused(endMeeting, named({ id }))).toMatchObject({ status: 404, code: 'not_found' })
  expect(await held(meeting.slots)).toEqual([true, true, true])
})

test('an early end by an administrator is stored too; a normal end is not', async () => {
  const { reservation, browser } = await make({ kind: 'VIP_TOUR' })
  const other = await make()
  const mine = async (of: typeof browser) => {
    const { tours, meetings } = await of.ok(listMyReservations, {})
    return [...tours, ...meetings][0]!
  }
  expect((await mine(browser)).ended_at).toBeNull()
  app.setClock(TODAY, '10:12')
  const { browser: desk } = await makeAdmin(app)
  const done = await desk.ok(actOnReservation, decision(reservation, 'complete'))
  expect(done.reservation).toMatchObject({ status: 'COMPLETED', ended_at: `${TODAY}T10:12:00+01:00` })
  app.setClock(TODAY, '11:00')
  expect((await mine(browser)).ended_at).toBe(`${TODAY}T10:12:00+01:00`)
  expect(await mine(other.browser)).toMatchObject({ status: 'COMPLETED', ended_at: null })
})
