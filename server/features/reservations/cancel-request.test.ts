import { expect, test } from 'vitest'
import { listMyReservations, type Reservation } from '../../../contract/reservation.ts'
import { editNote } from '../../../contract/admin/reservation-edits.ts'
import { actOnReservation, requestCancellation } from '../../../contract/reservation-action.ts'
import type { Status } from '../../../domain/reservation.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeVisitor } from '../../../test/make.ts'
import { cancelRequest, decision, makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

const KINDS = ['VIP_TOUR', 'GROUP_MEETING'] as const
const make = (given: Parameters<typeof makeReservation>[3] = {}) =>
  makeReservation(app, admin, day, { status: 'APPROVED', ...given })
const holds = async ({ id }: { id: number }) =>
  (await app.db.selectFrom('slots').select('id').where('reservation_id', '=', id).execute()).length

test.each(KINDS)(
  'a member asks to cancel an approved %s; it is held until an administrator decides',
  async (kind) => {
    const { reservation, browser } = await make({ kind })
    const held = await holds(reservation)
    const { message, reservation: asked } = await browser.ok(
      requestCancellation,
      cancelRequest(reservation, ' 항공편이 결항되었습니다. '),
    )
    expect(message).toBe('취소 요청이 접수되었습니다.')
    expect(asked).toMatchObject({
      id: reservation.id,
      type: kind,
      status: 'CANCEL_REQUESTED',
      cancel_note: '항공편이 결항되었습니다.',
      can_cancel: false,
    })
    expect(await holds(reservation)).toBe(held)
    await admin.ok(actOnReservation, decision(reservation, 'approve_cancellation'))
    expect(await holds(reservation)).toBe(0)
  },
)

test.each([
  ['PENDING', '대기중'],
  ['CANCEL_REQUESTED', '취소 요청'],
  ['COMPLETED', '종료됨'],
  ['REJECTED', '거절됨'],
  ['CANCELLED', '취소됨'],
] as [Status, string][])('one that is %s cannot be cancelled: the answer says %s', async (status, word) => {
  const { reservation, browser } = await make({ status })
  expect(await browser.refused(requestCancellation, cancelRequest(reservation))).toMatchObject({
    status: 409,
    code: 'invalid_transition',
    error: `현재 상태(${word})에서는 처리할 수 없습니다.`,
  })
})

test.each(KINDS)('a %s can be cancelled until the minute before it starts', async (kind) => {
  const [early, late] = [await make({ kind }), await make({ kind })]
  app.setClock(TODAY, '09:59')
  await early.browser.ok(requestCancellation, cancelRequest(early.reservation))
  app.setClock(TODAY, '10:00')
  const { tours, meetings } = await late.browser.ok(listMyReservations, {})
  expect([...tours, ...meetings]).toMatchObject([{ can_cancel: false }])
  expect(await late.browser.refused(requestCancellation, cancelRequest(late.reservation))).toMatchObject({
    status: 409,
    error: '현재 상태(예약됨)에서는 처리할 수 없습니다.',
  })
  app.setClock(TODAY, '12:00')
  expect(await late.browser.refused(requestCancellation, cancelRequest(late.reservation))).toMatchObject({
    status: 409,
    error: '현재 상태(종료됨)에서는 처리할 수 없습니다.',
  })
})

test('it cannot be taken back or asked for twice, but again after a refusal', async () => {
  const { reservation, browser } = await make({ status: 'CANCEL_REQUESTED' })
  expect(await browser.refused(requestCancellation, cancelRequest(reservation))).toMatchObject({
    status: 409,
  })
  const { reservation: kept } = await admin.ok(actOnReservation, decision(reservation, 'reject_cancellation'))
  expect(kept).toMatchObject({
    status: 'APPROVED',
    cancellation_refused: { at: `${TODAY}T08:00:00+01:00`, reason: null },
  })
  const answer = await browser.ok(requestCancellation, cancelRequest(reservation, '다시 요청드립니다.'))
  expect(answer.reservation).toMatchObject({
    status: 'CANCEL_REQUESTED',
    cancel_note: '다시 요청드립니다.',
    cancellation_refused: null,
  })
})

test('its member reads that the last request was refused, and why; never so before one was', async () => {
  const { reservation, browser } = await make()
  const mine = async () => (await browser.ok(listMyReservations, {})).tours[0]!
  expect((await mine()).cancellation_refused).toBeNull()
  for (const [time, reason] of [
    ['08:20', '이미 준비가 끝났습니다.'],
    ['08:40', null],
  ] as const) {
    app.setClock(TODAY, time)
    await browser.ok(requestCancellation, cancelRequest(reservation))
    await admin.ok(actOnReservation, decision(reservation, 'reject_cancellation', reason))
    expect((await mine()).cancellation_refused).toEqual({ at: `${TODAY}T${time}:00+01:00`, reason })
  }
  await admin.ok(actOnReservation, decision(reservation, 'cancel'))
  expect((await mine()).cancellation_refused).toBeNull()
})

test('its waiting time counts from the request, regardless of edits, until an answer', async () => {
  const { reservation, browser } = await make()
  expect(reservation.cancel_requested_at).toBeNull()
  const stateOf = async (make: Promise<{ reservation: Reservation }>) =>
    (await make).reservation.cancel_requested_at
  app.setClock(TODAY, '08:10')
  const ask = () => browser.ok(requestCancellation, cancelRequest(reservation))
  const first = `${TODAY}T08:10:00+01:00`
  expect(await stateOf(ask())).toBe(first)
  app.setClock(TODAY, '08:40')
  const note = { type: reservation.type, note: '휠체어 이용' }
  expect(await stateOf(admin.ok(editNote, { params: { id: String(reservation.id) }, body: note }))).toBe(
    first,
  )
  expect(await stateOf(admin.ok(actOnReservation, decision(reservation, 'reject_cancellation')))).toBeNull()
  app.setClock(TODAY, '09:00')
  expect(await stateOf(ask())).toBe(`${TODAY}T09:00:00+01:00`)
})

test("somebody else's reservation is not there, and stays as it is", async () => {
  const { reservation, browser } = await make()
  const { browser: other } = await makeVisitor(app)
  const nowhere = await other.refused(requestCancellation, cancelRequest({ ...reservation, id: 999_999 }))
  const foreign = await other.refused(requestCancellation, cancelRequest(reservation))
  expect(foreign).toMatchObject({ status: 404, code: 'not_found' })
  expect(foreign.error).toBe(nowhere.error)
  expect((await browser.ok(listMyReservations, {})).tours).toMatchObject([{ status: 'APPROVED' }])
})

test("the type must be the reservation's; MEETING_ROOM is a meeting too", async () => {
  const [tour, meeting] = [await make(), await make({ kind: 'GROUP_MEETING' })]
  const as = (reservation: { id: number }, type: string) =>
    cancelRequest({ id: reservation.id, type: type as never })
  for (const type of ['GROUP_MEETING', 'MEETING_ROOM'])
    expect(await tour.browser.refused(requestCancellation, as(tour.reservation, type))).toMatchObject({
      status: 404,
    })
  expect(
    await meeting.browser.refused(requestCancellation, as(meeting.reservation, 'VIP_TOUR')),
  ).toMatchObject({ status: 404 })
  const answer = await meeting.browser.ok(requestCancellation, as(meeting.reservation, 'MEETING_ROOM'))
  expect(answer.reservation.type).toBe('GROUP_MEETING')
  const refusal = await tour.browser.refused(requestCancellation, as(tour.reservation, 'TOUR'))
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(Object.keys(refusal.fields!)).toEqual(['reservation_type'])
})

test('a reason is needed, of 500 characters at most', async () => {
  const { reservation, browser } = await make()
  for (const [reason, text] of [
    [undefined, '취소 사유를 입력해주세요.'],
    ['', '취소 사유를 입력해주세요.'],
    [' \n\t ', '취소 사유를 입력해주세요.'],
    ['가'.repeat(501), '500자 이하로 입력해주세요.'],
  ]) {
    const { params, body } = cancelRequest(reservation)
    const refusal = await browser.refused(requestCancellation, {
      params,
      body: { ...body, cancel_note: reason as string },
    })
    expect(refusal.fields).toEqual({ cancel_note: text })
  }
  await browser.ok(requestCancellation, cancelRequest(reservation, '가'.repeat(500)))
})
