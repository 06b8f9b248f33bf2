import { expect, test } from 'vitest'
import { editConflictText, fieldChanges, fieldChangesText } from './field-changes.ts'

const member = {
  id: 1,
  name: '박지민',
  email: 'jimin@example.com',
  phone: '010-2345-6789',
  company_name: '한빛전자',
  position: '과장',
  is_vip: false,
  is_vvip: false,
}
const room = { id: 2, name: '미팅룸 1', floor: 3, size: 8, is_vip: true, is_vvip: false }
const settings = { event_name: '봄 박람회', contact_email: 'a@example.com', display_names: 'full' }

test.each([
  [member, {}, []],
  [member, { phone: '010-9999-8888' }, ['전화번호: 010-2345-6789 → 010-9999-8888']],
  [
    member,
    { name: '박지수', company_name: '누리소프트' },
    ['이름: 박지민 → 박지수', '회사명: 한빛전자 → 누리소프트'],
  ],
  [member, { is_vip: true, is_vvip: true }, ['등급: 일반 → VVIP']],
  [member, { is_vip: true }, ['등급: 일반 → VIP']],
  [room, { size: 12, floor: 4 }, ['층: 3층 → 4층', '수용 인원: 8명 → 12명']],
  [room, { is_vvip: true }, ['등급: VIP → VVIP']],
  [settings, { display_names: 'hidden' }, ['현황판의 방문자 이름: 전체 표시 → 숨김']],
])('%o changed by %j reads %j', (thing, changes, said) => {
  const found = fieldChanges(thing, { ...thing, ...changes })
  expect(found.map(({ name, before, after }) => `${name}: ${before} → ${after}`)).toEqual(said)
})

const NOON = Date.parse('2026-11-20T12:00:00+01:00')
const MINUTE = 60_000

test.each([
  [[], '다른 관리자가 먼저 변경했습니다: '],
  [[{ admin: '박관리', at: NOON }], '박관리 님이 방금 변경했습니다: '],
  [[{ admin: '박관리', at: NOON - 5 * MINUTE }], '박관리 님이 11:55에 변경했습니다: '],
  [[{ admin: '박관리', at: NOON - 24 * 60 * MINUTE }], '박관리 님이 11.19 (목) 12:00에 변경했습니다: '],
  [
    [
      { admin: '김관리', at: NOON - MINUTE },
      { admin: '박관리', at: NOON - 9 * MINUTE },
      { admin: '김관리', at: NOON - 9 * MINUTE },
    ],
    '김관리, 박관리 님이 11:59에 변경했습니다: ',
  ],
])('changes by %j read %j', (writers, said) => {
  const changes = fieldChanges(room, { ...room, size: 12 })
  expect(editConflictText(writers, changes, NOON)).toBe(`${said}수용 인원 8명 → 12명`)
})

test.each([
  [{ visitor: { count: 3 } }, { visitor: { count: 5 } }, '방문 인원 3 → 5명'],
  [{ visitor: { title: '가', name: '나' } }, { visitor: { title: '다', name: '나' } }, '미팅명 가 → 다'],
  [{ note: null }, { note: '주차' }, '요청 사항 추가'],
  [{ note: '주차' }, { note: null }, '요청 사항 삭제'],
])("a reservation's change from %j to %j reads %j", (before, after, said) => {
  expect(fieldChangesText(fieldChanges(before, after))).toBe(said)
})

test('a long text is shortened within a sentence', () => {
  const changes = fieldChanges(member, { ...member, company_name: '가'.repeat(60) })
  expect(fieldChangesText(changes)).toBe(`회사명 한빛전자 → ${'가'.repeat(20)}…`)
})
