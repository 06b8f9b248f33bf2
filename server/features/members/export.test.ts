import { beforeAll, expect, test } from 'vitest'
import { importMembers } from '../../../contract/admin/member-import.ts'
import { exportMembers } from '../../../contract/admin/members.ts'
import { parseCsv } from '../../../domain/csv.ts'
import { memberRows, readHeader } from '../../../domain/member-list.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeMember, makeVisitor } from '../../../test/make.ts'
import { csvRows, readCsv } from '../../../test/read-csv.ts'
import { readSheet, shownRows } from '../../../test/read-sheet.ts'

const app = useTestApp()
const admin = useAdmin(app)
const made = {
  name: '강바다',
  email: 'bada@example.com',
  phone: '010-7777-1234',
  company_name: '=1+1',
  position: '@이사',
}

beforeAll(async () => {
  await makeMember(app.db, { name: '유일반' })
  await makeMember(app.db, { name: '유브이', is_vip: true })
  await makeMember(app.db, { ...made, is_vip: true, is_vvip: true })
})

const sheet = async (query: Record<string, string> = {}) =>
  readSheet((await admin.send(exportMembers, { query })).rawPayload)

test('one row a member, in the order of the list, phone and tier as text, nothing a formula', async () => {
  const { header, rows, formulas, pane, filter } = await sheet()
  expect(header).toEqual(['회원번호', '이름', '회사명', '직책', '전화번호', '이메일', '등급', '가입일시'])
  expect(rows.map((row) => [row['이름'], row['등급']])).toEqual([
    ['강바다', 'VVIP'],
    ['유브이', 'VIP'],
    ['유일반', '일반'],
  ])
  expect(rows[0]).toEqual({
    회원번호: expect.any(Number),
    이름: made.name,
    회사명: '=1+1',
    직책: '@이사',
    전화번호: made.phone,
    이메일: made.email,
    등급: 'VVIP',
    가입일시: '2026-11-20 07:00',
  })
  expect(formulas).toBe(0)
  expect(pane).toMatchObject({ state: 'frozen', ySplit: '1' })
  expect(filter).toEqual({ ref: 'A1:H4' })
})

test.each([
  [{ user_filter: 'vvip' }, ['강바다']],
  [{ user_filter: 'vip' }, ['유브이']],
  [{ user_filter: 'normal' }, ['유일반']],
  [{ user_filter: 'all', search: '유' }, ['유브이', '유일반']],
  [{ search: '01077771234' }, ['강바다']],
  [{ search: '없는 사람' }, []],
])('filtered like the list: %o has %j', async (query, names) => {
  expect((await sheet(query)).rows.map((row) => row['이름'])).toEqual(names)
})

test('the file is named after members and the date in Madrid', async () => {
  const { headers } = await admin.send(exportMembers, { query: {} })
  const name = decodeURIComponent(String(headers['content-disposition']).split("UTF-8''")[1]!)
  expect(name).toBe('회원목록_2026-11-20.xlsx')
})

test.each([{}, { user_filter: 'vvip' }, { search: '유' }] as const)(
  'as CSV it has the same rows: %o',
  async (query) => {
    const csv = await admin.send(exportMembers, { query: { ...query, format: 'csv' } })
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/\.csv$/),
    })
    expect(csvRows(readCsv(csv.rawPayload))).toEqual(shownRows((await sheet(query)).rows))
  },
)

test('an import reads the CSV back: it finds each member, and nothing to change', async () => {
  const csv = await admin.send(exportMembers, { query: { format: 'csv' } })
  const lines = parseCsv(csv.body)
  const rows = memberRows(lines, { header: readHeader(lines), withHidden: false, position: '' })
  expect(rows[0]).toMatchObject({ ...made, tier: 'VVIP' })
  const answer = await admin.ok(importMembers, { body: { rows, mode: 'both', dry_run: true } })
  expect(answer).toMatchObject({ unchanged: 3, imported: 0, updated: 0, problems: [] })
})

test('only administrators get it, and only with a filter that there is', async () => {
  const { browser } = await makeVisitor(app)
  expect(await browser.refused(exportMembers, { query: {} })).toMatchObject({ status: 401 })
  const refusal = await admin.refused(exportMembers, { query: { user_filter: 'gold' } as never })
  expect(refusal).toMatchObject({ status: 400, fields: { user_filter: expect.any(String) } })
})
