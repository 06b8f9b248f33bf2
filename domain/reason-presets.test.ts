import { expect, test } from 'vitest'
import { offeredReasons, presetsOf, withPreset } from './reason-presets.ts'

test('each line is a reason, without blank ones and repetitions', () => {
  expect(presetsOf(' 내부 행사 \n\n정원 초과\n내부 행사\n ')).toEqual(['내부 행사', '정원 초과'])
  expect(presetsOf('')).toEqual([])
})

test.each([
  [null, ['가', '나']],
  ['나', ['나', '가']],
  ['직접 쓴 사유', ['직접 쓴 사유', '가', '나']],
])('the last used reason, %s, comes first: %o', (last, offered) => {
  expect(offeredReasons(['가', '나'], last)).toEqual(offered)
})

test.each([
  ['', '나'],
  [' ', '나'],
  ['가', '나'],
  ['내가 쓴 글', '내가 쓴 글\n나'],
])('a preset pressed over %j gives %j and never deletes typed text', (typed, left) => {
  expect(withPreset(typed, '나', ['가', '나'])).toBe(left)
})
