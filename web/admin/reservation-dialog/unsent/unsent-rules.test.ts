import { describe, expect, test } from 'vitest'
import type { Reservation } from '../../../../contract/reservation.ts'
import type { AdminAction } from '../../../../domain/reservation.ts'
import type { ManyAction, Unsent, Words } from './unsent.ts'
import { decidedText, sendingsOf, splitDue, subjectOf, takenBackText } from './unsent-rules.ts'

const reservation = (id: number, time = '10:30') =>
  ({
    id,
    type: 'VIP_TOUR',
    available_tour: { time, end_time: '10:55' },
    visitor: { company: '한빛전자', name: '박지민' },
  }) as Reservation

const one = (id: number, action: AdminAction, words: Words = { reason: null }, due = 5_000): Unsent => ({
  about: [reservation(id)],
  action,
  words,
  due,
  settled: () => {},
})
const many = (ids: readonly number[], action: ManyAction): Unsent => ({
  ...one(0, action),
  action,
  about: ids.map((id) => reservation(id)),
  isMany: true,
})
const idsOf = ({ of }: { of: readonly Unsent[] }) => of.flatMap(({ about }) => about.map(({ id }) => id))
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('a decision names whom it concerns', () => {
  test.each([
    ['approve', '한빛전자 박지민 10:30 예약을 승인했습니다.'],
    ['reject', '한빛전자 박지민 10:30 예약을 거절했습니다.'],
    ['cancel', '한빛전자 박지민 10:30 예약을 취소했습니다.'],
    ['complete', '한빛전자 박지민 10:30 예약을 종료 처리했습니다.'],
    ['approve_cancellation', '한빛전자 박지민 10:30 취소 요청을 승인했습니다.'],
    ['reject_cancellation', '한빛전자 박지민 10:30 취소 요청을 거절했습니다.'],
  ] as const)('%s', (action, text) => {
    expect(decidedText(one(1, action))).toBe(text)
  })

  test('by the first of its times, where it has several', () => {
    const meeting = {
      ...reservation(1),
      type: 'GROUP_MEETING',
      time_slots: [
        { start_time: '13:30', end_time: '13:40' },
        { start_time: '13:40', end_time: '13:50' },
      ],
    } as Reservation
    expect(subjectOf(meeting)).toBe('한빛전자 박지민 13:30')
  })

  test('and of many their number, also when it was taken back', () => {
    const twelve = many(upTo(12), 'approve')
    expect([decidedText(twelve), takenBackText(twelve)]).toEqual(['12건 승인', '12건 승인을 되돌렸습니다.'])
    expect(takenBackText(one(1, 'cancel'))).toBe('한빛전자 박지민 10:30 예약의 처리를 되돌렸습니다.')
  })
})

test('what has waited for its whole time is sent, the rest waits on', () => {
  const [early, late] = [one(1, 'approve', {}, 5_000), one(2, 'approve', {}, 5_300)]
  expect(splitDue([early, late], 4_999)).toEqual([[], [early, late]])
  expect(splitDue([early, late], 5_000)).toEqual([[early], [late]])
  expect(splitDue([early, late], 9_000)).toEqual([[early, late], []])
})

describe('when the screen is left', () => {
  test('hundreds of decisions that are alike are few calls, and none of them is left out', () => {
    const sendings = sendingsOf(upTo(620).map((id) => one(id, 'approve')))
    expect(sendings.map(({ of }) => of.length)).toEqual([500, 120])
    expect(sendings.flatMap(idsOf)).toEqual(upTo(620))
    expect(sendings.every(({ outlives }) => outlives)).toBe(true)
  })

  test('decisions of another kind or with another reason go in calls of their own', () => {
    const reason = (text: string) => ({ reason: text })
    const sendings = sendingsOf([
      one(1, 'approve'),
      one(2, 'reject', reason('내부 행사')),
      one(3, 'approve'),
      one(4, 'reject', reason('정원 초과')),
      one(5, 'reject', reason('내부 행사')),
    ])
    expect(sendings.map(idsOf)).toEqual([[1, 3], [2, 5], [4]])
  })

  test('what no call can decide about many goes one by one, and a choice of many as it was made', () => {
    const sendings = sendingsOf([
      one(1, 'cancel', { reason: '폐장' }),
      one(2, 'cancel', { reason: '폐장' }),
      one(3, 'complete'),
      many([4, 5], 'approve'),
      one(6, 'approve'),
    ])
    expect(sendings.map(idsOf)).toEqual([[1], [2], [3], [4, 5], [6]])
  })

  test('as many outlive the page as a browser allows, counted in bytes, and the others are sent all the same', () => {
    const long = (id: number) => one(id, 'reject', { reason: `${id} ${'가'.repeat(490)}` })
    const sendings = sendingsOf(upTo(60).map(long))
    expect(sendings).toHaveLength(60)
    const bytes = sendings
      .filter(({ outlives }) => outlives)
      .reduce((sum, { of }) => sum + new TextEncoder().encode(JSON.stringify(of[0]?.words)).length, 0)
    expect(bytes).toBeLessThan(64 * 1_024)
    expect(bytes).toBeGreaterThan(50_000)
  })
})
