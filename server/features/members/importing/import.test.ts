import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { importMembers, type ImportedRow } from '../../../../contract/admin/member-import.ts'
import { changeMember, listMembers } from '../../../../contract/admin/members.ts'
import { login } from '../../../../contract/login.ts'
import { useAdmin, useTestApp } from '../../../../test/fixture.ts'
import { makeAdmin, makeMember } from '../../../../test/make.ts'

const app = useTestApp()
const admin = useAdmin(app)

beforeEach(async () => {
  await app.pool.query('delete from members; delete from audit_log')
})

const rowOf = (row: number, given: Partial<ImportedRow> = {}): ImportedRow => ({
  row,
  name: `손님 ${row}`,
  company_name: '한빛전자',
  position: '과장',
  phone: `010-3000-${String(row).padStart(4, '0')}`,
  email: `guest-${row}@example.com`,
  tier: '일반',
  ...given,
})
const check = (rows: ImportedRow[]) => admin.ok(importMembers, { body: { rows, dry_run: true } })
const members = async () => (await admin.ok(listMembers, { query: {} })).results
const problemOf = async (given: Partial<ImportedRow>) => (await check([rowOf(2, given)])).problems[0]?.fields

describe('a file of members', () => {
  test('is imported: each member can sign in, with the tier of the file', async () => {
    const { message, imported } = await admin.ok(importMembers, {
      body: { rows: [rowOf(2, { tier: 'vvip' }), rowOf(3, { phone: '1030000003', tier: '' })] },
    })
    expect([message, imported]).toEqual(['회원 2명이 등록되었습니다.', 2])
    expect(await members()).toMatchObject([
      { name: '손님 2', is_vip: true, is_vvip: true },
      { name: '손님 3', phone: '010-3000-0003', is_vip: false },
    ])
    await app.client().ok(login, { body: { phone: '010-3000-0003', name: '손님  3' } })
    expect((await admin.ok(listAudit, { query: {} })).results).toMatchObject([
      { summary: message, details: { imported: 2, skipped: 0 } },
    ])
  })

  test('is checked without changing anything', async () => {
    const answer = await check([rowOf(2), rowOf(3, { name: ' ' })])
    expect(answer).toEqual({
      message: '회원 1명을 등록할 수 있습니다.',
      imported: 1,
      updated: 0,
      unchanged: 0,
      skipped: 1,
      problems: [{ row: 3, fields: { name: '이름을 입력해주세요.' } }],
      replaced: [],
    })
    expect(await members()).toEqual([])
    expect((await admin.ok(listAudit, { query: {} })).count).toBe(0)
  })

  test.each([
    [{ name: '' }, { name: '이름을 입력해주세요.' }],
    [{ name: undefined }, { name: '이름을 입력해주세요.' }],
    [{ name: 'x'.repeat(101) }, { name: '100자 이하로 입력해주세요.' }],
    [{ company_name: 'a\u0007b' }, { company_name: '사용할 수 없는 문자가 포함되어 있습니다.' }],
    [{ position: ' ' }, { position: '직책을 입력해주세요.' }],
    [{ phone: '010-1234-567' }, { phone: '올바른 전화번호 형식이 아닙니다.' }],
    [{ phone: '1.01E+09' }, { phone: '올바른 전화번호 형식이 아닙니다.' }],
    [{ email: 'nowhere' }, { email: '올바른 이메일 형식이 아닙니다.' }],
    [{ email: '' }, { email: '이메일을 입력해주세요.' }],
    [{ tier: '골드' }, { tier: '등급은 일반, VIP, VVIP 중 하나여야 합니다.' }],
    [
      { phone: '', tier: 'S' },
      { phone: '올바른 전화번호 형식이 아닙니다.', tier: '등급은 일반, VIP, VVIP 중 하나여야 합니다.' },
    ],
    [{ name: '박\ufffd민' }, { name: '깨진 글자나 수식 오류가 있습니다.' }],
    [{ tier: '#REF!' }, { tier: '깨진 글자나 수식 오류가 있습니다.' }],
    [{ phone: '+82 10-3000-0002' }, undefined],
    [{ phone: '010.3000.0002' }, undefined],
    [{ phone: '(010) 3000 0002' }, undefined],
    [{ phone: '82-10-3000-0002' }, undefined],
    [{ phone: '\u202d０１０－3000－0002\u202c' }, undefined],
    [{ phone: '10 3000 0002' }, undefined],
    [{ phone: '1030000002.0' }, undefined],
    [{ phone: '821030000002' }, undefined],
    [{ email: ' Guest-2@EXAMPLE.com ' }, undefined],
  ] as const)('names what is wrong with a row: %j', async (given, fields) => {
    expect(await problemOf(given)).toEqual(fields)
  })

  test('names a row that is a member already, or has the phone or e-mail of one', async () => {
    const known = await makeMember(app.db)
    const other = await makeMember(app.db)
    const { problems } = await check([
      rowOf(2, { phone: known.phone, email: known.email.toUpperCase() }),
      rowOf(3, { phone: known.phone }),
      rowOf(4, { email: known.email }),
      rowOf(5, { phone: known.phone, email: other.email }),
      rowOf(6),
    ])
    expect(problems).toEqual([
      { row: 2, fields: { phone: '이미 가입된 회원입니다.' } },
      { row: 3, fields: { phone: '이미 등록된 전화번호입니다.' } },
      { row: 4, fields: { email: '이미 등록된 이메일입니다.' } },
      { row: 5, fields: { phone: '이미 등록된 전화번호입니다.', email: '이미 등록된 이메일입니다.' } },
    ])
  })

  test('reports a duplicate row', async () => {
    const { problems } = await check([
      rowOf(2),
      rowOf(4, { phone: '1030000002' }),
      rowOf(7, { email: 'GUEST-2@example.com' }),
    ])
    expect(problems).toEqual([
      { row: 4, fields: { phone: '2행과 전화번호가 같습니다.' } },
      { row: 7, fields: { email: '2행과 이메일이 같습니다.' } },
    ])
  })

  test('with a problem is not imported, or imported without the faulty rows', async () => {
    const rows = [rowOf(2), rowOf(3, { tier: '골드' }), rowOf(4)]
    const refusal = await admin.refused(importMembers, { body: { rows } })
    expect(refusal).toMatchObject({
      code: 'invalid_input',
      error: '문제가 있는 1행이 있어 아무도 등록하지 않았습니다.',
      fields: { 'rows.1.tier': '등급은 일반, VIP, VVIP 중 하나여야 합니다.' },
    })
    expect(await members()).toEqual([])
    const answer = await admin.ok(importMembers, { body: { rows, only_good: true } })
    expect(answer).toMatchObject({
      message: '회원 2명이 등록되었습니다. 문제가 있는 1행은 건너뛰었습니다.',
      imported: 2,
      skipped: 1,
      problems: [{ row: 3 }],
    })
    expect((await members()).map(({ name }) => name)).toEqual(['손님 2', '손님 4'])
  })

  test('updates members: what the file gives, and nothing else of them', async () => {
    const member = await makeMember(app.db, { name: '박지민', company_name: '한빛전자', position: '과장' })
    const rows = [
      { row: 2, phone: member.phone.replaceAll('-', ''), name: '박 지민', company_name: '누리', tier: 'VIP' },
    ]
    const body = { rows, mode: 'update' as const }
    const dry = await admin.ok(importMembers, { body: { ...body, dry_run: true } })
    expect(dry).toMatchObject({ message: '회원 1명의 정보를 수정할 수 있습니다.', imported: 0, updated: 1 })
    expect(dry.replaced).toEqual([
      { row: 2, fields: { name: '박지민', company_name: '한빛전자', tier: '일반' } },
    ])
    expect(await members()).toEqual([member])
    expect((await admin.ok(importMembers, { body })).message).toBe('회원 1명의 정보가 수정되었습니다.')
    expect(await members()).toEqual([{ ...member, name: '박 지민', company_name: '누리', is_vip: true }])
    await app.client().ok(login, { body: { phone: member.phone, name: '박지민' } })
    const again = [{ ...rows[0]!, company_name: ' ', tier: '-' }]
    const answer = await admin.ok(importMembers, { body: { ...body, rows: again } })
    expect(answer).toMatchObject({ updated: 0, unchanged: 1 })
  })

  test('adds and updates at once, all or nothing', async () => {
    const member = await makeMember(app.db)
    const rows = [rowOf(2), { row: 3, email: member.email, position: '부장' }, rowOf(4, { name: '' })]
    const both = { mode: 'both' as const }
    const refusal = await admin.refused(importMembers, { body: { rows, ...both } })
    expect(refusal.fields).toEqual({ 'rows.2.name': '이름을 입력해주세요.' })
    expect(await members()).toEqual([member])
    const { message } = await admin.ok(importMembers, { body: { rows: rows.slice(0, 2), ...both } })
    expect(message).toBe('회원 1명이 등록되었습니다. 회원 1명의 정보가 수정되었습니다.')
    expect(await members()).toMatchObject([{ name: '손님 2' }, { position: '부장' }])
  })

  test('invites those who are new, with how to sign in and for which event', async () => {
    const member = await makeMember(app.db)
    const rows = [rowOf(2), { row: 3, phone: member.phone, position: '부장' }]
    await admin.ok(importMembers, { body: { rows, mode: 'both', invite: true } })
    await admin.ok(importMembers, { body: { rows: [rowOf(5)] } })
    const mails = (await app.mails()).filter(({ kind }) => kind === 'invited')
    expect(mails).toMatchObject([{ to_address: 'guest-2@example.com', priority: 2 }])
    expect(mails[0]!.subject).toContain('예약 서비스에 초대합니다')
    for (const text of ['010-3000-0002', '손님 2', '로그인']) expect(mails[0]!.text).toContain(text)
  })

  test.each(['queued', 'sent'] as const)(
    'an invitation that is %s names a corrected phone and name',
    async (status) => {
      await admin.ok(importMembers, { body: { rows: [rowOf(7)], invite: true } })
      await app.db.updateTable('mails').set({ status }).execute()
      const [member] = await members()
      const body = { ...member!, phone: '010-9000-0007', name: '바른이름' }
      await admin.ok(changeMember, { params: { id: String(member!.id) }, body })
      const { text } = (await app.mails()).findLast(({ kind }) => kind === 'invited')!
      for (const shown of ['010-9000-0007', '바른이름']) expect(text).toContain(shown)
      expect(text).not.toMatch(/손님 7|010-3000/)
      await app.db.deleteFrom('mails').execute()
    },
  )

  test('numbers rows as spreadsheets do', async () => {
    const rows = [rowOf(2, { row: 2_147_483_648 })]
    expect(await admin.refused(importMembers, { body: { rows } })).toMatchObject({ code: 'invalid_input' })
  })

  test('may have five thousand rows, which take seconds', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => rowOf(n + 2, { phone: `10${30_000_000 + n}` }))
    const begun = performance.now()
    expect(await check(rows)).toMatchObject({ imported: 5_000, problems: [] })
    expect(await admin.ok(importMembers, { body: { rows } })).toMatchObject({ imported: 5_000 })
    expect(performance.now() - begun).toBeLessThan(15_000)
    const more = { rows: [...rows, rowOf(9_999)] }
    expect(await admin.refused(importMembers, { body: more })).toMatchObject({
      fields: { rows: '한 번에 최대 5,000명까지 등록할 수 있습니다.' },
    })
  })

  test('imported by two administrators at once creates each member once', async () => {
    const other = (await makeAdmin(app)).browser
    const rows = Array.from({ length: 300 }, (_, n) => rowOf(n + 2))
    const answers = await Promise.all([
      admin.ok(importMembers, { body: { rows, only_good: true } }),
      other.ok(importMembers, { body: { rows: rows.toReversed(), only_good: true } }),
    ])
    expect(answers[0].imported + answers[1].imported).toBe(300)
    expect(answers[0].skipped + answers[1].skipped).toBe(300)
    expect(await members()).toHaveLength(10)
  })
})
