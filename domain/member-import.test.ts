import { describe, expect, test } from 'vitest'
import { planImport, replacedBy, type ImportMode, type ReadRow } from './member-import.ts'
import { FLAGS_OF } from './tier.ts'

const PARK = {
  id: 7,
  name: '박지민',
  company_name: '한빛전자',
  position: '과장',
  phone: '010-1234-5678',
  email: 'jimin@example.com',
  ...FLAGS_OF.VIP,
}
const KIM = { ...PARK, id: 8, name: '김서연', phone: '010-2345-6789', email: 'seo@example.com' }
const LEE = {
  name: '이도윤',
  company_name: '누리',
  position: '대리',
  phone: '010-3456-7890',
  email: 'lee@example.com',
}
const MISSING = { name: '이름을 입력해주세요.' }

const rowOf = (row: number, values: ReadRow['values'], rest: Partial<ReadRow> = {}): ReadRow => ({
  row,
  values,
  missing: {},
  ...rest,
})
const plan = (mode: ImportMode, ...rows: ReadRow[]) => planImport(rows, [PARK, KIM], mode)
const refused = (mode: ImportMode, ...rows: ReadRow[]) =>
  plan(mode, ...rows).problems.map(({ fields }) => fields)
const { phone, email } = PARK

describe('a row of a list', () => {
  test('is found by its phone, otherwise by its e-mail, and changes neither', () => {
    const { updated } = plan(
      'update',
      rowOf(2, { phone, email: 'other@example.com', position: '부장' }),
      rowOf(3, { email: KIM.email, phone: '010-9999-9999', position: '차장' }),
    )
    expect(updated.map(({ after }) => after)).toEqual([
      { ...PARK, position: '부장' },
      { ...KIM, position: '차장' },
    ])
  })

  test('of a member changes tier, company and position, and nothing where its cells are empty', () => {
    const { updated, unchanged } = plan(
      'both',
      rowOf(2, { phone, company_name: '누리' }, { tier: FLAGS_OF.VVIP }),
      rowOf(3, { phone: KIM.phone }, { missing: MISSING }),
    )
    expect(updated).toEqual([
      { row: 2, before: PARK, after: { ...PARK, company_name: '누리', ...FLAGS_OF.VVIP } },
    ])
    expect(replacedBy(updated[0]!)).toEqual({ row: 2, fields: { company_name: '한빛전자', tier: 'VIP' } })
    expect(unchanged).toBe(1)
  })

  test('changes a name only to another spelling of it, and other names are counted', () => {
    const spelled = plan('update', rowOf(2, { phone, name: '박 지민' }))
    expect(spelled.updated[0]!.after.name).toBe('박 지민')
    const other = plan('update', rowOf(2, { phone, name: '최민준', position: '부장' }))
    expect(other.updated[0]!.after).toEqual({ ...PARK, position: '부장' })
    expect([spelled.other_names, other.other_names]).toEqual([0, 1])
  })

  test('that has the phone of one member and the e-mail of another is a problem', () => {
    const row = rowOf(2, { phone, email: KIM.email })
    const two = { phone: '전화번호와 이메일이 서로 다른 두 회원의 것입니다.' }
    expect([...refused('update', row), ...refused('both', row)]).toEqual([two, two])
  })

  test('of nobody is added, or is a problem where only members are updated', () => {
    expect(plan('both', rowOf(2, LEE)).added).toEqual([{ row: 2, ...LEE, ...FLAGS_OF.normal }])
    expect(refused('both', rowOf(2, { phone: LEE.phone }, { missing: MISSING }))).toEqual([MISSING])
    expect(
      refused('update', rowOf(2, LEE), rowOf(3, { email: LEE.email }), rowOf(4, { name: '이도윤' })),
    ).toEqual([
      { phone: '가입된 회원이 아닙니다.' },
      { email: '가입된 회원이 아닙니다.' },
      { phone: '전화번호나 이메일을 입력해주세요.' },
    ])
  })

  test('of a member is a problem where members are only added', () => {
    expect(refused('add', rowOf(2, PARK), rowOf(3, { ...LEE, phone }), rowOf(4, { ...LEE, email }))).toEqual([
      { phone: '이미 가입된 회원입니다.' },
      { phone: '이미 등록된 전화번호입니다.' },
      { email: '이미 등록된 이메일입니다.' },
    ])
  })

  test('of somebody who is in the list already is a problem', () => {
    expect(refused('both', rowOf(2, { phone }), rowOf(5, { email }), rowOf(6, LEE), rowOf(7, LEE))).toEqual([
      { email: '2행과 같은 회원입니다.' },
      { phone: '6행과 전화번호가 같습니다.', email: '6행과 이메일이 같습니다.' },
    ])
  })
})
