import { expect, test } from 'vitest'
import { giveFeedback } from '../../../../contract/meeting.ts'
import { editNote, editVisitor } from '../../../../contract/admin/reservation-edits.ts'
import { listReservationHistory } from '../../../../contract/admin/reservations.ts'
import { type Reservation } from '../../../../contract/reservation.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { meetingParty, tourParty } from '../../../../test/make.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'

const app = useTestApp()
const day = useEventDate(app)
const [park, kim] = [useAdmin(app, '박관리'), useAdmin(app, '김관리')]

const make = (given: Parameters<typeof makeReservation>[3] = {}) => makeReservation(app, park, day, given)
const named = ({ id }: { id: number }) => ({ params: { id: String(id) } })

const correction = (
  seen: Reservation,
  visitor: Partial<typeof tourParty>,
  expected: object = { visitor: seen.visitor },
) => ({
  ...named(seen),
  body: { type: 'VIP_TOUR' as const, visitor: { ...tourParty, ...visitor }, expected },
})
const noting = (seen: Reservation, note: string | null) => ({
  ...named(seen),
  body: { type: seen.type, note, expected: { note: seen.note } },
})
async function refusalOf(seen: Reservation) {
  const input = seen.type === 'VIP_TOUR' ? correction(seen, { count: 9 }) : noting(seen, '나중')
  const refusal =
    seen.type === 'VIP_TOUR'
      ? await kim.refused(editVisitor, input as never)
      : await kim.refused(editNote, input as never)
  expect(refusal).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  return refusal.error
}

test('an administrator with the latest state can save repeatedly, even within one second', async () => {
  let { reservation: seen } = await make()
  for (const count of [4, 5, 6]) {
    const { reservation } = await kim.ok(editVisitor, correction(seen, { count }))
    expect(Date.parse(reservation.updated_at)).toBeGreaterThan(Date.parse(seen.updated_at))
    seen = reservation
  }
  const { reservation } = await kim.ok(editNote, noting(seen, '주차 1대'))
  expect(reservation).toMatchObject({ note: '주차 1대', visitor: { count: 6 } })
})

test('an edit of an older state is refused, naming who changed what', async () => {
  const { reservation: seen } = await make()
  await park.ok(editVisitor, correction(seen, { count: 5 }))
  expect(await refusalOf(seen)).toBe('박관리 님이 방금 변경했습니다: 방문 인원 3 → 5명')
  const refusal = await kim.refused(editVisitor, correction(seen, { count: 9 }))
  expect(Object.keys(refusal.fields!)).toEqual(['visitor.count'])
  const history = await park.ok(listReservationHistory, named(seen))
  expect(history.map(({ action, changes }) => [action, changes])).toEqual([
    ['create', undefined],
    ['edit_visitor', '방문 인원 3 → 5명'],
  ])
})

test('after reading the refusal, the edit can be saved deliberately', async () => {
  const { reservation: seen } = await make()
  const { reservation: latest } = await park.ok(editVisitor, correction(seen, { count: 5 }))
  await refusalOf(seen)
  const saved = await kim.ok(editVisitor, correction(latest, { count: 9 }))
  expect(saved.reservation.visitor.count).toBe(9)
})

test('without expected values the last edit wins', async () => {
  const { reservation: seen } = await make()
  await park.ok(editVisitor, correction(seen, { count: 5 }))
  const body = { type: 'VIP_TOUR' as const, visitor: { ...tourParty, count: 7 } }
  const { reservation } = await kim.ok(editVisitor, { ...named(seen), body })
  expect(reservation.visitor.count).toBe(7)
})

test('repeating a change is no conflict, and neither is one that was reverted', async () => {
  const { reservation: seen } = await make()
  const { reservation: first } = await park.ok(editVisitor, correction(seen, { count: 5 }))
  expect((await kim.ok(editVisitor, correction(seen, { count: 5 }))).reservation.visitor.count).toBe(5)
  await park.ok(editVisitor, correction(first, { count: 3 }))
  expect((await kim.ok(editVisitor, correction(seen, { count: 9 }))).reservation.visitor.count).toBe(9)
})

test('several changes are reported together, with who made them and when', async () => {
  const { reservation: seen } = await make()
  const { reservation: first } = await park.ok(editVisitor, correction(seen, { count: 5, name: '가' }))
  await kim.ok(editVisitor, correction(first, { count: 8, name: '가' }))
  app.setClock(TODAY, '08:02')
  expect(await refusalOf(seen)).toBe(
    '박관리, 김관리 님이 08:00에 변경했습니다: 방문자 박지민 → 가, 방문 인원 3 → 8명',
  )
})

test('a change of other parts is no conflict: a decision, the note, the feedback of the member', async () => {
  const { reservation: tour } = await make()
  await park.ok(actOnReservation, decision(tour, 'approve'))
  await park.ok(editNote, noting(tour, '휠체어 이용'))
  const { reservation } = await kim.ok(editVisitor, correction(tour, { count: 9 }))
  expect(reservation).toMatchObject({ status: 'APPROVED', note: '휠체어 이용', visitor: { count: 9 } })
  const { reservation: meeting, browser } = await make({ kind: 'GROUP_MEETING', status: 'APPROVED' })
  await browser.ok(giveFeedback, { ...named(meeting), body: { feedback: '좋았습니다.' } })
  const noted = await kim.ok(editNote, noting(meeting, '주차 1대'))
  expect(noted.reservation).toMatchObject({ note: '주차 1대', feedback: '좋았습니다.' })
})

test('a long text is shortened in the refusal', async () => {
  const { reservation: seen } = await make()
  await park.ok(editVisitor, correction(seen, { name: '가'.repeat(40) }))
  expect(await refusalOf(seen)).toBe(`박관리 님이 방금 변경했습니다: 방문자 박지민 → ${'가'.repeat(20)}…`)
})

test('a conflict names an added, changed or removed note', async () => {
  let { reservation: seen } = await make({ kind: 'GROUP_MEETING' })
  for (const [note, told] of [
    ['주차 1대', '추가'],
    ['주차 2대', '변경'],
    [null, '삭제'],
  ] as const) {
    const { reservation } = await park.ok(editNote, noting(seen, note))
    expect(await refusalOf(seen)).toBe(`박관리 님이 방금 변경했습니다: 요청 사항 ${told}`)
    seen = reservation
  }
  const visitor = { ...meetingParty, title: '계약' }
  const meeting = (title: string) => ({
    ...named(seen),
    body: {
      type: 'GROUP_MEETING' as const,
      visitor: { ...visitor, title },
      expected: { visitor: meetingParty },
    },
  })
  await park.ok(editVisitor, meeting('계약'))
  const refusal = await kim.refused(editVisitor, meeting('계약 갱신'))
  expect(refusal.error).toContain('미팅명 신제품 공급 협의 → 계약')
})

test.each([
  [{ visitor: 'soon' }, 'expected.visitor'],
  [{ visitor: { count: '3' } }, 'expected.visitor.count'],
  [7, 'expected'],
  [null, 'expected'],
])('%j is nothing that a form was filled from', async (given, field) => {
  const { reservation } = await make()
  const refusal = await kim.refused(editVisitor, correction(reservation, {}, given as object))
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(Object.keys(refusal.fields!)).toEqual([field])
})
