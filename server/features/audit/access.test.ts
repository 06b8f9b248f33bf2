import { beforeEach, expect, test } from 'vitest'
import { listAudit } from '../../../contract/admin/audit.ts'
import { makeCalendarFeed } from '../../../contract/admin/calendar-feeds.ts'
import { exportClosingReport, takeArchive } from '../../../contract/admin/closing.ts'
import { makeDaySheetLink } from '../../../contract/admin/day-sheet-links.ts'
import { adminLogin } from '../../../contract/admin/login.ts'
import { exportMembers } from '../../../contract/admin/members.ts'
import { exportReservations } from '../../../contract/admin/reservations.ts'
import { exportStatistics } from '../../../contract/admin/statistics.ts'
import { makeOwnFeed } from '../../../contract/calendar-feed.ts'
import { login } from '../../../contract/login.ts'
import { downloadMyData } from '../../../contract/own-data.ts'
import { sweep } from '../../housekeeping.ts'
import { type Client } from '../../../test/app.ts'
import { useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeDocent, makeEventDate, makeVisitor } from '../../../test/make.ts'

const app = useTestApp()
let admin: Client
let name: string
let id: number

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'
const PASSWORD = 'correct horse battery'

beforeEach(async () => {
  const made = await makeAdmin(app)
  ;({ browser: admin, name } = made)
  ;({ id } = await app.db
    .selectFrom('admins')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow())
  await app.db.deleteFrom('audit_log').execute()
})

const entries = async () => (await admin.ok(listAudit, { query: {} })).results

test('every spreadsheet and the archive are noted, with the account and the file', async () => {
  await makeEventDate(app.db, '2026-12-01')
  for (const call of [exportReservations, exportMembers, exportClosingReport, exportStatistics])
    for (const format of ['xlsx', 'csv'] as const)
      expect((await admin.send(call, { query: { format } })).statusCode).toBe(200)
  expect((await admin.send(takeArchive, {})).statusCode).toBe(200)
  const found = (await entries()).toReversed()
  expect(found.map(({ action, details }) => [action, details['file']])).toEqual([
    ['GET /api/admin/reservations/export/', expect.stringMatching(/\.xlsx$/)],
    ['GET /api/admin/reservations/export/', expect.stringMatching(/\.csv$/)],
    ['GET /api/admin/users/export/', expect.stringMatching(/\.xlsx$/)],
    ['GET /api/admin/users/export/', expect.stringMatching(/\.csv$/)],
    ['GET /api/admin/closing/report/export/', expect.stringMatching(/\.xlsx$/)],
    ['GET /api/admin/closing/report/export/', expect.stringMatching(/\.csv$/)],
    ['GET /api/admin/numbers/export/', expect.stringMatching(/\.xlsx$/)],
    ['GET /api/admin/numbers/export/', expect.stringMatching(/\.csv$/)],
    ['GET /api/admin/closing/archive/', expect.stringMatching(/\.zip$/)],
  ])
  for (const entry of found)
    expect(entry).toMatchObject({ admin: name, admin_id: id, summary: '파일을 내려받았습니다.' })
})

test('every spreadsheet that is declared is noted', async () => {
  const sheets = app.server.declared.filter(
    ({ method, audience, path }) =>
      method === 'GET' && audience === 'admin' && /export\/$|archive\/$/.test(path),
  )
  for (const { path } of sheets)
    await app.server.inject({ url: path, cookies: Object.fromEntries(admin.jar) })
  expect(sheets.length).toBeGreaterThan(3)
  expect(await entries()).toHaveLength(sheets.length)
})

test('an export that cannot be noted is not sent', async () => {
  await app.pool.query(`alter table audit_log add constraint audit_log_full check (false) not valid`)
  const answers = [await admin.send(exportMembers, { query: {} }), await admin.send(takeArchive, {})]
  await app.pool.query('alter table audit_log drop constraint audit_log_full')
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500])
  // The refused archive does not block the next one.
  await expect.poll(async () => (await admin.send(takeArchive, {})).statusCode).toBe(200)
})

test('links are noted when they are made, and what members take away', async () => {
  const docent = await makeDocent(app.db)
  const body = { type: 'tour', resource_id: docent.id } as const
  await admin.ok(makeDaySheetLink, { body })
  await admin.ok(makeCalendarFeed, { body })
  const { browser, member } = await makeVisitor(app)
  await browser.ok(makeOwnFeed, {})
  expect((await browser.send(downloadMyData, {})).statusCode).toBe(200)
  expect((await entries()).map((each) => [each.admin, each.admin_id > 0, each.target, each.action])).toEqual([
    ['회원', false, `user ${member.id}`, 'GET /api/user/my-data/'],
    ['회원', false, `user ${member.id}`, 'POST /api/user/calendar-feed/'],
    [name, true, null, 'POST /api/admin/calendar-feeds/'],
    [name, true, null, 'POST /api/admin/day-sheet-links/'],
  ])
})

const tryLogin = (account: string, password: string) =>
  app.client().send(adminLogin, { body: { name: account, password } }, { 'user-agent': AGENT })

test('logins and failed logins are noted with network and device, and never what was typed', async () => {
  await tryLogin(name, PASSWORD)
  await tryLogin(name, 'not the password')
  await tryLogin('typed the password here', 'not the password')
  const place = { network: '127.0.0.1', device: 'Chrome · Windows' }
  expect(await entries()).toMatchObject([
    { ...place, admin: '미확인 계정', admin_id: 0, summary: '로그인에 실패했습니다.' },
    { ...place, admin: name, admin_id: id, summary: '로그인에 실패했습니다.', details: { login: 'refused' } },
    { ...place, admin: name, admin_id: id, summary: '로그인했습니다.' },
  ])
  expect(JSON.stringify(await app.db.selectFrom('audit_log').selectAll().execute())).not.toMatch(
    /typed|not the/,
  )
})

test('after 30 days networks, devices and failed logins are gone, and logins themselves stay', async () => {
  await tryLogin(name, PASSWORD)
  await tryLogin(name, 'not the password')
  const rows = () => app.db.selectFrom('audit_log').select(['summary', 'network', 'device']).execute()
  const day = 24 * 3_600_000
  await sweep(app.db, app.now() + 29 * day)
  expect(await rows()).toHaveLength(2)
  await sweep(app.db, app.now() + 30 * day)
  expect(await rows()).toEqual([{ summary: '로그인했습니다.', network: null, device: null }])
})

test('a member finds the failed logins at the own phone in the copy of the data', async () => {
  const { browser, member } = await makeVisitor(app)
  await app.client().send(login, { body: { phone: member.phone, name: '다른이름' } })
  const copy = (await browser.send(downloadMyData, {})).json<{ failed_logins: object[] }>()
  expect(copy.failed_logins).toEqual([{ at: expect.any(String), network: '127.0.0.1' }])
})
