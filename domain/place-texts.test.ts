import { describe, expect, test } from 'vitest'
import { changedTexts, mustBeTold, placeTextsOf } from './place-texts.ts'

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

describe('a visitor is notified', () => {
  const told = (kind: 'VIP_TOUR' | 'GROUP_MEETING', field: string) => mustBeTold(kind, [{ field }])

  test.each(['name', 'language', 'start_point'])('of a changed %s of a docent', (field) => {
    expect(told('VIP_TOUR', field)).toBe(true)
  })
  test.each(['name', 'floor'])('of a changed %s of a room', (field) => {
    expect(told('GROUP_MEETING', field)).toBe(true)
  })
  test('not of a changed capacity only, nor without changes', () => {
    expect(told('GROUP_MEETING', 'size')).toBe(false)
    expect(mustBeTold('VIP_TOUR', [])).toBe(false)
    expect(mustBeTold('GROUP_MEETING', [{ field: 'size' }, { field: 'floor' }])).toBe(true)
  })
})
