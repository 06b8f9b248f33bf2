import { expect, test } from 'vitest'
import { choiceOf, queryOf, type PlaceChoice } from './sheet-choice.ts'

const tier = { is_vip: false, is_vvip: false }
const docents = [{ id: 3, name: '김하늘', language: '한국어', start_point: '로비', ...tier }]
const rooms = [{ id: 2, name: '미팅룸 1', floor: 2, size: 8, ...tier }]
const dates = ['2026-11-20', '2026-11-21']
const choose = (date: string | null, place: string | null, there = { dates, docents, rooms }) =>
  choiceOf({ date, place }, there, '2026-11-21')

test.each([
  [null, null, '2026-11-21', 'tour'],
  ['2026-11-20', 'docent:3', '2026-11-20', 'docent:3'],
  ['2026-11-20', 'room:2', '2026-11-20', 'room:2'],
  ['2026-11-20', 'meeting', '2026-11-20', 'meeting'],
  ['2027-01-01', 'docent:99', '2026-11-21', 'tour'],
  ['x', 'room:99', '2026-11-21', 'tour'],
])('an address with date %s and place %s shows %s, %s', (date, place, shownDate, shownPlace) => {
  expect(choose(date, place)).toEqual({ date: shownDate, place: shownPlace })
})

test('without docents the rooms are shown, and without dates none', () => {
  expect(choose(null, null, { dates: [], docents: [], rooms })).toEqual({ date: undefined, place: 'meeting' })
})

test.each<[PlaceChoice, object]>([
  ['tour', { type: 'tour' }],
  ['meeting', { type: 'meeting' }],
  ['docent:3', { docent_id: '3' }],
  ['room:2', { room_id: '2' }],
])('%s is asked for as %o', (place, query) => {
  expect(queryOf(place)).toEqual(query)
})
