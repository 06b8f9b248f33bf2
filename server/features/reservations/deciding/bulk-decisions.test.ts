import { expect, test } from 'vitest'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { decideReservations } from '../../../../contract/admin/bulk-decisions.ts'
import { listMyReservations } from '../../../../contract/reservation.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { useAdmin, useEventDate, useStatementCount, useTestApp } from '../../../../test/fixture.ts'
import { makeDocent, makeVisitor } from '../../../../test/make.ts'
import { decision, makeManyTours, makeReservation } from '../../../../test/make-reservation.ts'

const app = useTestApp()
const sent = useStatementCount(app)
const day = useEventDate(app)
const admin = useAdmin(app, '박관리')
const colleague = useAdmin(app, '최동료')

const make = (given: Parameters<typeof makeReservation>[3] = {}) => makeReservation(app, admin, day, given)
const mailsAbout = async (id: number) => {
  const mails = await app.mails()
  return mails.filter((mail) => mail.reservation_id === id).map((mail) => mail.subject)
}

test('many requests are approved at once, and each member is mailed once', async () => {
  const made = [await make(), await make({ kind: 'GROUP_MEETING' }), await make()]
  const ids = made.map(({ reservation }) => reservation.id)
  const answer = await admin.ok(decideReservations, {
    // A repeated id counts once.
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

test('requests already decided by a colleague are reported, and the others are decided', async () => {
  const [open, decided, cancelled] = [await make(), await make(), await make()]
  await admin.ok(actOnReservation, decision(decided.reservation, 'approve'))
  await colleague.ok(actOnReservation, decision(cancelled.reservation, 'approve'))
  await colleague.ok(actOnReservation, decision(cancelled.reservation, 'cancel'))
  const reason = '해당 시간에 내부 행사가 있습니다.'
  const answer = await admin.ok(decideReservations, {
    body: {
      reservation_ids: [decided, cancelled, open].map(({ reservation }) => reservation.id).concat(999_999),
      action: 'reject',
      reason,
    },
  })
  expect(answer).toMatchObject({
    message: '예약 1건이 거절되었습니다. 3건은 처리하지 못했습니다.',
    done: 1,
    failed: 3,
  })
  expect(answer.results).toEqual(
    [
      { id: open.reservation.id, done: true, error: null },
      { id: decided.reservation.id, done: false, error: expect.stringMatching(/예약됨.*박관리/) },
      { id: cancelled.reservation.id, done: false, error: expect.stringMatching(/취소됨.*최동료/) },
      { id: 999_999, done: false, error: '요청하신 내용을 찾을 수 없습니다.' },
    ].toSorted((a, b) => a.id - b.id),
  )
  const { tours } = await open.browser.ok(listMyReservations, {})
  expect(tours[0]).toMatchObject({ status: 'REJECTED', cancel_note: reason })
  const kept = await decided.browser.ok(listMyReservations, {})
  expect(kept.tours[0]).toMatchObject({ status: 'APPROVED', cancel_note: null })
})

test('a rejection needs a reason, and an empty selection is refused', async () => {
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

test('each mail of a bulk decision updates the calendar as its reservation requires', async () => {
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

test('three hundred are rejected in one pass, so that nobody waits long for their slots', async () => {
  const [docent, { member, browser }] = [await makeDocent(app.db), await makeVisitor(app)]
  const ids = await makeManyTours(app, { docent, member, day, count: 300, status: 'PENDING' })
  const before = sent.statements
  const body = { reservation_ids: ids, action: 'reject', reason: '정전' } as const
  expect(await admin.ok(decideReservations, { body })).toMatchObject({ done: 300, failed: 0 })
  expect(sent.statements - before).toBeLessThan(30)
  const { tours } = await browser.ok(listMyReservations, {})
  expect(new Set(tours.map(({ status }) => status))).toEqual(new Set(['REJECTED']))
  const mails = (await app.mails()).filter((mail) => mail.to_address === member.email)
  expect(new Set(mails.map((mail) => mail.reservation_id))).toEqual(new Set(ids))
  expect(mails).toHaveLength(300)
})
