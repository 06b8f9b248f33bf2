import { expect, test } from 'vitest'
import { changedTexts, placeTextsOf } from './place-texts.ts'

const docent = {
  id: 2,
  name: '박서연',
  language: '한국어',
  start_point: '로비',
  is_vip: false,
  is_vvip: false,
}
const room = { id: 4, name: '미팅룸 A', floor: 3, size: 8, is_vip: true, is_vvip: false }

test('a reservation carries name, language and start point of a docent, name, floor and size of a room', () => {
  expect(placeTextsOf('VIP_TOUR', docent)).toEqual({
    name: '박서연',
    language: '한국어',
    start_point: '로비',
  })
  expect(placeTextsOf('GROUP_MEETING', room)).toEqual({ name: '미팅룸 A', floor: 3, size: 8 })
})

test('changed texts are listed with old and new value, in form order', () => {
  const before = placeTextsOf('VIP_TOUR', docent)
  expect(changedTexts('VIP_TOUR', before, { ...before, start_point: '2층', name: '이하늘' })).toEqual([
    { field: 'name', from: '박서연', to: '이하늘' },
    { field: 'start_point', from: '로비', to: '2층' },
  ])
  expect(changedTexts('VIP_TOUR', before, { ...before })).toEqual([])
})
