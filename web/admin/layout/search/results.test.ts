import { expect, test } from 'vitest'
import type { TourReservation } from '../../../../contract/reservation.ts'
import type { Status } from '../../../../domain/reservation.ts'
import { allOf, groupsOf, type Found } from './results.tsx'

const NONE = { count: 0, results: [] }
const NOTHING: Found = { members: NONE, reservations: NONE, places: NONE }

const tour = (status: Status) =>
  ({
    id: 12,
    type: 'VIP_TOUR',
    status,
    user: null,
    visitor: { company: '한빛전자', name: '박지민', phone: null, count: 2 },
    available_tour: {
      id: 3,
      time: '10:00',
      end_time: '10:25',
      duration: 25,
      event_date: { id: 1, date: '2026-11-20' },
      docent: { id: 4, name: '김하늘', language: '한국어', start_point: '정문' },
    },
  }) as TourReservation

test.each([
  ['APPROVED', '/admin/reservation?date=2026-11-20&ids=12'],
  ['COMPLETED', '/admin/reservation?date=2026-11-20&ids=12'],
  ['CANCELLED', '/admin/reservation?date=2026-11-20&status=all&ids=12'],
] as const)('a reservation that is %s opens on the schedule of its day, at %s', (status, address) => {
  const found = { ...NOTHING, reservations: { count: 1, results: [tour(status)] } }
  const [group] = groupsOf(found, '한빛')
  expect(group?.results).toMatchObject([
    { to: address, name: '11.20 (금) 10:00 ~ 10:25', about: ['한빛전자', '박지민', '김하늘'] },
  ])
})

test('a member leads to their page, a place to its times, and all of them to the list with the search', () => {
  const member = { id: 7, name: '서지우', company_name: '라온', phone: '010-4345-9018' } as never
  const place = { kind: 'room', id: 2, name: '미팅룸 2', where: '1층' } as const
  const found = {
    ...NOTHING,
    members: { count: 1_234, results: [member] },
    places: { count: 1, results: [place] },
  }
  const groups = groupsOf(found, '지우')
  expect(groups.map(allOf)).toEqual(['회원 1,234명', '도슨트·미팅룸 1곳'])
  expect(groups.map(({ results }) => results[0]?.to)).toEqual([
    '/admin/users/7',
    `/admin/reservation?search=${encodeURIComponent('미팅룸 2').replace('%20', '+')}`,
  ])
  expect(groups[0]?.all).toBe(`/admin/users?search=${encodeURIComponent('지우')}`)
})

test('a role without members sees none', () => {
  expect(groupsOf({ ...NOTHING, members: null }, '지우')).toEqual([])
})
