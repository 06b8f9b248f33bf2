import { expect, test } from 'vitest'
import { giveFeedback } from '../../../../contract/meeting.ts'
import { listReservationHistory } from '../../../../contract/admin/reservations.ts'
import { listMyReservations } from '../../../../contract/reservation.ts'
import type { Status } from '../../../../domain/reservation.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { makeVisitor } from '../../../../test/make.ts'
import { makeReservation } from '../../../../test/make-reservation.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

const make = (given: Parameters<typeof makeReservation>[3] = {}) =>
  makeReservation(app, admin, day, { kind: 'GROUP_MEETING', status: 'APPROVED', ...given })
const saying = ({ id }: { id: number }, feedback = '유익했습니다') => ({
  params: { id: String(id) },
  body: { feedback },
})
const versionOf = async ({ id }: { id: number }) =>
  (await app.db.selectFrom('reservations').select('version').where('id', '=', id).executeTakeFirstOrThrow())
    .version

test('feedback is stored, replaced by newer feedback, and shown in the history', async () => {
  const { reservation, browser, member } = await make()
  const before = await versionOf(reservation)
  app.setClock(TODAY, '09:00')
  const first = await browser.ok(giveFeedback, saying(reservation, '  좋았습니다\n또 오겠습니다 '))
  expect(first.message).toBe('피드백이 저장되었습니다.')
  expect(first.reservation).toMatchObject({
    id: reservation.id,
    status: 'APPROVED',
    feedback: '좋았습니다\n또 오겠습니다',
    updated_at: `${TODAY}T09:00:00+01:00`,
  })
  app.setClock(TODAY, '12:00')
  const second = await browser.ok(giveFeedback, saying(reservation, '정말 좋았습니다'))
  expect(second.reservation).toMatchObject({ status: 'COMPLETED', feedback: '정말 좋았습니다' })
  expect((await browser.ok(listMyReservations, {})).meetings[0]!.feedback).toBe('정말 좋았습니다')
  expect(await versionOf(reservation)).toBe(before + 2)
  const history = await admin.ok(listReservationHistory, { params: { id: String(reservation.id) } })
  const given = { actor: member.name, action: 'feedback', reason: null }
  expect(history.slice(-2)).toEqual([
    { ...given, at: `${TODAY}T09:00:00+01:00` },
    { ...given, at: `${TODAY}T12:00:00+01:00` },
  ])
})

test.each([
  ['PENDING', '대기중'],
  ['CANCEL_REQUESTED', '취소 요청'],
  ['REJECTED', '거절됨'],
  ['CANCELLED', '취소됨'],
] as [Status, string][])(
  'of a meeting that is %s there is none: the answer says %s',
  async (status, word) => {
    const { reservation, browser } = await make({ status })
    expect(await browser.refused(giveFeedback, saying(reservation))).toMatchObject({
      status: 409,
      code: 'invalid_transition',
      error: `현재 상태(${word})에서는 처리할 수 없습니다.`,
    })
  },
)

test('a meeting completed by an administrator accepts feedback', async () => {
  const { reservation, browser } = await make({ status: 'COMPLETED' })
  expect((await browser.ok(giveFeedback, saying(reservation))).reservation.feedback).toBe('유익했습니다')
})

test("a tour's number, somebody else's and an unknown one are not there", async () => {
  const [tour, meeting] = [await make({ kind: 'VIP_TOUR' }), await make()]
  const { browser: other } = await makeVisitor(app)
  for (const [who, id] of [
    [tour.browser, tour.reservation.id],
    [other, meeting.reservation.id],
    [other, 999_999],
  ] as const)
    expect(await who.refused(giveFeedback, saying({ id }))).toMatchObject({ status: 404, code: 'not_found' })
  expect((await meeting.browser.ok(listMyReservations, {})).meetings[0]!.feedback).toBeNull()
})

test('feedback must not be empty or exceed 2000 characters', async () => {
  const { reservation, browser } = await make()
  for (const [feedback, text] of [
    [undefined, '피드백 내용을 입력해주세요.'],
    ['', '피드백 내용을 입력해주세요.'],
    [' \n\t ', '피드백 내용을 입력해주세요.'],
    ['가'.repeat(2001), '2000자 이하로 입력해주세요.'],
    ['좋음\u0000', '사용할 수 없는 문자가 포함되어 있습니다.'],
  ] as const) {
    const { params } = saying(reservation)
    const refusal = await browser.refused(giveFeedback, { params, body: { feedback: feedback as string } })
    expect(refusal).toMatchObject({ status: 400, fields: { feedback: text } })
  }
  await browser.ok(giveFeedback, saying(reservation, '가'.repeat(2000)))
})
