import { expect, test } from 'vitest'
import { differences } from './differences.ts'

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

test.each([
  [{}, []],
  [{ phone: '010-9999-8888' }, ['전화번호: 010-2345-6789 → 010-9999-8888']],
  [
    { name: '박지수', company_name: '누리소프트' },
    ['이름: 박지민 → 박지수', '회사명: 한빛전자 → 누리소프트'],
  ],
  [{ is_vip: true, is_vvip: true }, ['등급: 일반 → VVIP']],
  [{ is_vip: true }, ['등급: 일반 → VIP']],
])('changed by %j it says %j', (changes, said) => {
  const found = differences(member, { ...member, ...changes })
  expect(found.map(({ name, before, after }) => `${name}: ${before} → ${after}`)).toEqual(said)
})
