import { beforeEach, describe, expect, test } from 'vitest'
import { login } from '../../../contract/login.ts'
import { listAudit } from '../../../contract/admin/audit.ts'
import {
  addMember,
  changeMember,
  getMember,
  listMembers,
  type UserFilter,
} from '../../../contract/admin/members.ts'
import { getMyInfo, type Member } from '../../../contract/member.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeMember, makeVisitor } from '../../../test/make.ts'

const app = useTestApp()
const admin = useAdmin(app)

beforeEach(async () => {
  await app.db.deleteFrom('members').execute()
})

const list = (query: { search?: string; user_filter?: UserFilter; page?: string } = {}) =>
  admin.ok(listMembers, { query })
const names = async (search: string) => (await list({ search })).results.map(({ name }) => name)

describe('the list of members', () => {
  test('comes in pages of ten, the newest first, with the count of all', async () => {
    for (let n = 1; n <= 12; n += 1) await makeMember(app.db, { name: `회원 ${n}` })
    const [first, second, third] = [await list(), await list({ page: '2' }), await list({ page: '3' })]
    expect([first.count, second.count, third.count]).toEqual([12, 12, 12])
    expect(first.results.map(({ name }) => name)).toEqual(
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `회원 ${n}`),
    )
    expect(second.results.map(({ name }) => name)).toEqual(['회원 2', '회원 1'])
    expect(third.results).toEqual([])
  })

  test.each([
    ['all', ['귀빈', '우대', '일반']],
    ['vvip', ['귀빈']],
    ['vip', ['우대']],
    ['normal', ['일반']],
  ] as const)('with the filter %s has %o', async (user_filter, expected) => {
    await makeMember(app.db, { name: '일반' })
    await makeMember(app.db, { name: '우대', is_vip: true })
    await makeMember(app.db, { name: '귀빈', is_vip: true, is_vvip: true })
    const { count, results } = await list({ user_filter })
    expect(results.map(({ name }) => name)).toEqual(expected)
    expect(count).toBe(expected.length)
  })

  test.each([
    '김서',
    '누리',
    'SEOYEON',
    'nuri.example',
    '010-77',
    '01077',
    '7788',
    '78899',
    '7-78',
    ' 김서 ',
  ])('finds by name, company, e-mail and phone, with hyphens or without: %s', async (search) => {
    await makeMember(app.db, { name: '다른 방문자', phone: '010-1000-0000', email: 'other@example.com' })
    await makeMember(app.db, {
      name: '김서연',
      company_name: '누리소프트',
      email: 'seoyeon@nuri.example',
      phone: '010-7777-8899',
    })
    expect(await names(search)).toEqual(['김서연'])
  })

  test.each(['lucia', 'LUCÍA fernandez', 'saint denis', '누리 lucia', '7788-99 muller', '+82 10 7777'])(
    'is searched by separate words, ignoring case, accents and hyphens: %s',
    async (search) => {
      await makeMember(app.db, { name: '루시아', company_name: '누리' })
      await makeMember(app.db, {
        name: 'Lucía Fernández',
        company_name: '누리 Saint-Denis & Müller',
        phone: '010-7777-8899',
      })
      expect(await names(search)).toEqual(['Lucía Fernández'])
    },
  )

  test('is searched by a name with another apostrophe than the stored one, or without it', async () => {
    await makeMember(app.db, { name: 'Angela Connery' })
    await makeMember(app.db, { name: 'D’Angelo' })
    expect(await names("d'angelo")).toEqual(['D’Angelo'])
    expect(await names('dangelo')).toEqual(['D’Angelo'])
  })

  test('is searched for %, _ and \\ literally', async () => {
    for (const company_name of ['할인 50% 상사', 'a_b', 'a\\b', 'axb']) {
      await makeMember(app.db, { name: company_name, company_name })
    }
    expect(await names('%')).toEqual(['할인 50% 상사'])
    expect(await names('a_b')).toEqual(['a_b'])
    expect(await names('a\\b')).toEqual(['a\\b'])
    expect(await names("'; drop table members; --")).toEqual([])
  })

  test.each([
    [{ page: '0' }],
    [{ page: 'x' }],
    [{ user_filter: 'gold' }],
    [{ search: 'x'.repeat(101) }],
    [{ search: 'a\0' }],
  ])('refuses %o by field', async (query) => {
    const refusal = await admin.refused(listMembers, { query: query as never })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(Object.keys(refusal.fields!)).toEqual(Object.keys(query))
  })
})

describe('adding a member', () => {
  const newcomer = {
    name: '노 처음',
    phone: '01070701234',
    email: 'First@Example.com',
    company_name: '새벽상사',
    position: '대리',
    is_vip: false,
    is_vvip: true,
  }

  test('makes an account like any other, of the tier that was chosen', async () => {
    const { message, user } = await admin.ok(addMember, { body: newcomer })
    expect(message).toBe('회원이 등록되었습니다.')
    expect(user).toMatchObject({ phone: '010-7070-1234', email: 'first@example.com', is_vip: true })
    expect(await admin.ok(getMember, { params: { id: String(user.id) } })).toEqual({
      ...user,
      created_at: `${TODAY}T08:00:00+01:00`,
    })
    await app.client().ok(login, { body: { phone: '010-7070-1234', name: '노 처음' } })
    expect((await admin.ok(listAudit, { query: {} })).results[0]).toMatchObject({
      target: `user ${user.id}`,
      summary: message,
      details: { is_vip: false, is_vvip: true },
    })
  })

  test.each([
    ['email_exists', 'email', '이미 등록된 이메일입니다.'],
    ['phone_exists', 'phone', '이미 등록된 전화번호입니다.'],
  ] as const)('is refused as %s, at the field, when a member has it', async (code, field, text) => {
    const known = await makeMember(app.db)
    const refusal = await admin.refused(addMember, { body: { ...newcomer, [field]: known[field] } })
    expect(refusal).toMatchObject({ status: 409, code, error: text, fields: { [field]: text } })
    expect((await list()).results).toEqual([known])
  })
})

const change = (member: Member, changes: Record<string, unknown> = {}) => ({
  params: { id: String(member.id) },
  body: { ...member, ...changes },
})

describe('changing a member', () => {
  test('answers the member as it now is; the member signs in anew, with the new name and phone', async () => {
    const { member, browser } = await makeVisitor(app)
    const changes = {
      name: '한 지 우',
      email: 'New@Example.com',
      phone: '01099998888',
      company_name: '새 회사',
      position: '이사',
    }
    const { user, message } = await admin.ok(changeMember, change(member, changes))
    expect(message).toBe('회원 정보가 수정되었습니다.')
    expect(user).toEqual({ ...member, ...changes, email: 'new@example.com', phone: '010-9999-8888' })
    expect(await browser.refused(getMyInfo, {})).toMatchObject({ status: 401 })
    await browser.ok(login, { body: { phone: '010-9999-8888', name: '한  지  우' } })
    expect(await browser.ok(getMyInfo, {})).toEqual(user)
    expect(await app.client().refused(login, { body: member })).toMatchObject({ status: 401 })
  })

  test.each([
    [false, false, false, false],
    [true, false, true, false],
    [true, true, true, true],
    [false, true, true, true],
  ])('is_vip %s, is_vvip %s becomes %s, %s', async (is_vip, is_vvip, vip, vvip) => {
    const member = await makeMember(app.db, { is_vip: true, is_vvip: true })
    const { user } = await admin.ok(changeMember, change(member, { is_vip, is_vvip }))
    expect(user).toMatchObject({ is_vip: vip, is_vvip: vvip })
  })

  test.each([
    ['name', ' ', '이름을 입력해주세요.'],
    ['name', 'x'.repeat(101), '100자 이하로 입력해주세요.'],
    ['email', 'nowhere', '올바른 이메일 형식이 아닙니다.'],
    ['phone', '011-1234-5678', '올바른 전화번호 형식이 아닙니다.'],
    ['phone', '010-1234-567', '올바른 전화번호 형식이 아닙니다.'],
    ['company_name', '', '회사명을 입력해주세요.'],
    ['position', undefined, '직책을 입력해주세요.'],
    ['is_vip', 'yes', '올바르지 않은 값입니다.'],
    ['is_vvip', undefined, '올바르지 않은 값입니다.'],
    ['id', 999_999, '주소의 회원과 다릅니다.'],
  ])('is refused by field: %s %o', async (field, value, text) => {
    const member = await makeMember(app.db)
    const refusal = await admin.refused(changeMember, change(member, { [field]: value }))
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input', error: text })
    expect(refusal.fields).toEqual({ [field]: text })
    expect((await list()).results).toEqual([member])
  })

  test.each([
    ['email_exists', 'email', '이미 등록된 이메일입니다.'],
    ['phone_exists', 'phone', '이미 등록된 전화번호입니다.'],
  ] as const)('is refused as %s when another member has it', async (code, field, text) => {
    const [member, other] = [await makeMember(app.db), await makeMember(app.db)]
    const refusal = await admin.refused(changeMember, change(member, { [field]: other[field].toUpperCase() }))
    expect(refusal).toMatchObject({ status: 409, code, error: text, fields: { [field]: text } })
    await admin.ok(changeMember, change(member))
  })

  test('is 404 for one that is not there', async () => {
    const member = await makeMember(app.db)
    await app.db.deleteFrom('members').execute()
    expect(await admin.refused(changeMember, change(member))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })
})

describe('two administrators at one member', () => {
  const read = (id: number) => admin.ok(getMember, { params: { id: String(id) } })

  test('a change of an outdated form is refused, naming who changed which fields', async () => {
    const member = await makeMember(app.db)
    const park = (await makeAdmin(app, '박관리')).browser
    await park.ok(changeMember, change(member, { phone: '010-9999-0000', is_vip: true }))
    const refusal = await admin.refused(changeMember, change(member, { name: '새 이름', expected: member }))
    const told = `박관리 님이 방금 변경했습니다: 전화번호 ${member.phone} → 010-9999-0000, 등급 일반 → VIP`
    expect(refusal).toMatchObject({ status: 409, code: 'changed_meanwhile', error: told })
    expect(refusal.fields).toEqual({ phone: told, is_vip: told })
    const now = { ...member, phone: '010-9999-0000', is_vip: true }
    expect(await read(member.id)).toEqual({ ...now, created_at: `${TODAY}T07:00:00+01:00` })
    const { user } = await admin.ok(changeMember, change(now, { name: '새 이름', expected: now }))
    expect(user).toEqual({ ...now, name: '새 이름' })
  })

  test('repeating the same change is no conflict', async () => {
    const member = await makeMember(app.db)
    const again = change(member, { name: '새 이름', is_vvip: true, expected: member })
    const [first, second] = [await admin.ok(changeMember, again), await admin.ok(changeMember, again)]
    expect(second.user).toEqual(first.user)
  })

  test('only the expected fields are compared', async () => {
    const member = await makeMember(app.db)
    await admin.ok(changeMember, change(member, { position: '이사' }))
    await admin.ok(changeMember, change(member, { expected: { name: member.name } }))
    await admin.ok(changeMember, change(member))
  })

  test('a deleted member is 404 for reading and changing', async () => {
    const member = await makeMember(app.db)
    await app.db.deleteFrom('members').execute()
    expect(await admin.refused(getMember, { params: { id: String(member.id) } })).toMatchObject({
      status: 404,
    })
    expect(await admin.refused(changeMember, change(member, { expected: member }))).toMatchObject({
      status: 404,
    })
  })
})
