import { expect, test } from 'vitest'
import { addressOf } from './audit-address.ts'

test.each([
  ['docent 7', { text: '김하늘' }, '/admin/schedule?tab=docents'],
  ['user 7', { text: '박지민', search: '박지민' }, '/admin/users/7'],
  [
    'reservation 12',
    { text: '한빛전자 11.20 (금) 10:30', search: 'Hanbit', date: '2026-11-20' },
    '/admin/reservation?date=2026-11-20&status=all&search=Hanbit',
  ],
  [
    'available-tour 8',
    { text: '김하늘 11.20 (금) 10:30', kind: 'tour', place_id: 3, date: '2026-11-20' } as const,
    '/admin/schedule?tab=tour-slots&place=3&date=2026-11-20',
  ],
  ['docent 7', null, null],
  [null, null, null],
  ['badge 1', { text: '이름표' }, null],
])('%s, %j, is seen at %s', (target, subject, address) => {
  expect(addressOf({ target, subject })).toBe(address)
})
