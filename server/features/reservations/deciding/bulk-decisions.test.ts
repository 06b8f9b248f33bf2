import { expect, test } from 'vitest'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { decideReservations } from '../../../../contract/admin/bulk-decisions.ts'
import { listMyReservations } from '../../../../contract/reservation.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

const make = (given: Parameters<typeof makeReservation>[3] = {}) => makeReservation(app, admin, day, given)
const mailsAbout = async (id: number) => {
  const mails = await app.mails()
  return mails.filter((mail) => mail.reservation_id === id).map((mail) => mail.subject)
}

test('many requests are approved at once, and each member is told once', async () => {
  const made = [await make(), await make({ kind: 'GROUP_MEETING' }), await make()]
  const ids = made.map(({ reservation }) => reservation.id)
  const answer = await admin.ok(decideReservations, {
    // The same one twice is one.
    body: { reservation_ids: [...ids, ids[0]!], action: 'approve' },
  })
  expect(answer).toEqual({
    message: '예약 3건이 승인되었습니다.',
    done: 3,
    failed: 0,
    results: ids.map((id) => ({ id, done: true, error: null })),
  })
  for (const { reservation, browser } of made) {
    const { tours, meetings } = await browser.ok(listMyReservations, {})
    expect([...tours, ...meetings].map(({ status }) => status)).toEqual(['APPROVED'])
    expect((await mailsAbout(reservation.id)).filter((subject) => subject.includes('승인'))).toHaveLength(1)
  }
  const { results } = await admin.ok(listAudit, { query: {} })
  expect(results[0]).toMatchObject({ summary: '예약 3건이 승인되었습니다.' })
  expect(results[0]!.details['reservation_ids']).toEqual([...ids, ids[0]!])
})

test('those that somebody else has decided meanwhile say so, and the others are decided', async () => {
  const [open, decided] = [await make(), await make()]
  await admin.ok(actOnReservation, decision(decided.reservation, 'approve'))
  const reason = '해당 시간에 내부 행사가 있습니다.'
  const answer = await admin.ok(decideReservations, {
    body: {
      reservation_ids: [decided.reservation.id, 999_999, open.reservation.id],
      action: 'reject',
      reason,
    },
  })
  expect(answer).toMatchObject({
    message: '예약 1건이 거절되었습니다. 2건은 처리하지 못했습니다.',
    done: 1,
    failed: 2,
  })
  expect(answer.results).toEqual(
    [
      { id: open.reservation.id, done: true, error: null },
      { id: decided.reservation.id, done: false, error: expect.stringContaining('예약됨') },
      { id: 999_999, done: false, error: '요청하신 내용을 찾을 수 없습니다.' },
    ].toSorted((a, b) => a.id - b.id),
  )
  const { tours } = await open.browser.ok(listMyReservations, {})
  expect(tours[0]).toMatchObject({ status: 'REJECTED', cancel_note: reason })
  const kept = await decided.browser.ok(listMyReservations, {})
  expect(kept.tours[0]).toMatchObject({ status: 'APPROVED', cancel_note: null })
})

test('a rejection needs its reason, and nothing chosen is refused', async () => {
  const { reservation } = await make()
  const refusal = { status: 400, code: 'invalid_input' }
  expect(
    await admin.refused(decideReservations, {
      body: { reservation_ids: [reservation.id], action: 'reject', reason: '  ' },
    }),
  ).toMatchObject({ ...refusal, error: '사유를 입력해주세요.' })
  expect(
    await admin.refused(decideReservations, { body: { reservation_ids: [], action: 'approve' } }),
  ).toMatchObject({ ...refusal, error: '처리할 예약을 선택해주세요.' })
})

test('what many mails do to calendars goes by what each reservation was', async () => {
  const methodsOf = async (id: number) =>
    (await app.mails()).filter((mail) => mail.reservation_id === id).map((mail) => mail.calendar_method)
  const [asked, waiting] = [await make({ status: 'CANCEL_REQUESTED' }), await make()]
  const decide = (id: number, action: 'approve_cancellation' | 'reject') =>
    admin.ok(decideReservations, { body: { reservation_ids: [id], action, reason: '정전' } })
  await decide(asked.reservation.id, 'approve_cancellation')
  await decide(waiting.reservation.id, 'reject')
  expect(await methodsOf(asked.reservation.id)).toEqual([null, 'REQUEST', null, 'CANCEL'])
  expect(await methodsOf(waiting.reservation.id)).toEqual([null, null])
})
