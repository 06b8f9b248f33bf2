import { expect, test } from 'vitest'
import { filtersOf, startingDate } from './filters.ts'

test.each([
  ['', { date: null, type: 'all', status: 'active', search: '', ids: '' }],
  [
    'date=2026-11-21&type=tour&status=cancelled&search=한빛',
    { date: '2026-11-21', type: 'tour', status: 'cancelled', search: '한빛', ids: '' },
  ],
  ['date=all&type=meeting&status=all', { date: 'all', type: 'meeting', status: 'all', search: '', ids: '' }],
  ['ids=12,7', { date: null, type: 'all', status: 'active', search: '', ids: '12,7' }],
  ['ids=12,x', { date: null, type: 'all', status: 'active', search: '', ids: '' }],
  [
    'date=2026-13-40&type=VIP_TOUR&status=gone',
    { date: null, type: 'all', status: 'active', search: '', ids: '' },
  ],
  ['date=all&status=visits', { date: 'all', type: 'all', status: 'visits', search: '', ids: '' }],
])('the address ?%s asks for %o', (query, filters) => {
  expect(filtersOf(new URLSearchParams(query))).toEqual(filters)
})

test('a search that the service would refuse for its length is cut', () => {
  expect(filtersOf(new URLSearchParams({ search: '가'.repeat(101) })).search).toHaveLength(100)
})

const DATES = ['2026-11-20', '2026-11-21', '2026-11-23']
test.each([
  ['2026-11-19', '2026-11-20'],
  ['2026-11-21', '2026-11-21'],
  ['2026-11-22', '2026-11-23'],
  ['2026-11-24', '2026-11-23'],
])('on %s the screen opens at %s', (today, date) => {
  expect(startingDate(DATES, today)).toBe(date)
})

test('without dates it opens with all', () => {
  expect(startingDate([], '2026-11-20')).toBe('all')
})
