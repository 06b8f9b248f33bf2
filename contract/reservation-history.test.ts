import { expect, test } from 'vitest'
import { ADMIN_ACTIONS } from '../domain/reservation.ts'
import { actionText, changesBetween, changesText, doneText } from './reservation-history.ts'

const NOON = Date.parse('2026-11-20T12:00:00+01:00')
const MINUTE = 60_000

test.each([
  [{ count: 3 }, { count: 5 }, '방문 인원 3 → 5명'],
  [{ name: '박지민', count: 3 }, { name: '박지민', count: 3 }, ''],
  [{ title: '가', phone: '1' }, { title: '나', phone: '2' }, '미팅명 가 → 나, 연락처 1 → 2'],
  [{ note: null }, { note: '주차' }, '요청 사항 추가'],
  [{ note: '주차' }, { note: null }, '요청 사항 삭제'],
  [{ note: '주차' }, { note: '주차 2대' }, '요청 사항 변경'],
])('a change from %j to %j reads %j', (before, after, text) => {
  expect(changesText(changesBetween(before, after))).toBe(text)
})

test.each([
  [0, '방금'],
  [MINUTE - 1, '방금'],
  [MINUTE, '12:00에'],
  [11 * 60 * MINUTE, '12:00에'],
  [13 * 60 * MINUTE, '11.20 (금) 12:00에'],
])('after %i ms an action reads as done %s', (later, when) => {
  const done = { at: NOON, actor: '박관리', action: 'approve' }
  expect(doneText(done, NOON + later)).toBe(`박관리 님이 ${when} 승인했습니다.`)
})

test('each action has a name, even one from a later version', () => {
  for (const action of ADMIN_ACTIONS) expect(actionText(action)).toMatch(/^[가-힣 ]+$/)
  expect(actionText('moved')).toBe('moved')
})
