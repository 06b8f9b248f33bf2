import { TOTP } from 'otpauth'
import { expect, test, vi } from 'vitest'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { adminLogin } from '../../../../contract/admin/login.ts'
import { offerSecondFactor, setUpSecondFactor } from '../../../../contract/admin/second-factor.ts'
import { detailsText, targetText } from '../../../../contract/text/audit-text.ts'
import { listTours } from '../../../../contract/reservation.ts'
import type { Client } from '../../../../test/app.ts'
import { useTestApp } from '../../../../test/fixture.ts'
import { makeAdmin, PASSWORD } from '../../../../test/make.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { resetAdmin } from './commands.ts'
import { countWaiting } from '../../../../test/waiting.ts'

const app = useTestApp()

async function setUp(browser: Client) {
  const { key, offer } = await browser.ok(offerSecondFactor, {})
  const code = new TOTP({ secret: key }).generate({ timestamp: app.now() })
  const { recovery_codes } = await browser.ok(setUpSecondFactor, {
    body: { offer, code, password: PASSWORD },
  })
  return recovery_codes[0]!
}

async function makeLocked(name: string) {
  const admin = await makeAdmin(app, name)
  await setUp(admin.browser)
  for (let i = 0; i < 5; i += 1)
    await app.client().refused(adminLogin, { body: { name, password: admin.password, code: 'wrong' } })
  for (let i = 0; i < 5; i += 1) await app.client().refused(adminLogin, { body: { name, password: 'wrong' } })
  return admin
}

const latest = async () => {
  const { browser } = await makeAdmin(app)
  const { results } = await browser.ok(listAudit, { query: { search: '서버' } })
  return results[0]!
}

test('a reset gives a new password, ends sessions, forgets failures and takes the second factor off, and is noted', async () => {
  const admin = await makeLocked('잠긴 관리자')
  const done = await resetAdmin(app.db, ' 잠긴 관리자 ', {}, app.now())
  expect(done).toMatchObject({ name: '잠긴 관리자', sessionsEnded: 1, hadSecondFactor: true })
  expect(await admin.browser.refused(listTours, { query: {} })).toMatchObject({ status: 401 })
  await app.client().ok(adminLogin, { body: { name: admin.name, password: done!.password! } })
  for (let i = 0; i < 5; i += 1)
    await app.client().refused(adminLogin, { body: { name: admin.name, password: 'wrong' } })
  expect(
    await admin.browser.refused(adminLogin, { body: { name: admin.name, password: done!.password! } }),
    'its former devices are not known any more',
  ).toMatchObject({ status: 429 })
  await app.db.deleteFrom('attempts').execute()
  expect(
    await app.client().refused(adminLogin, { body: { name: admin.name, password: admin.password } }),
  ).toMatchObject({ status: 401 })
  const entry = await latest()
  expect(entry).toMatchObject({
    admin: '서버',
    summary: '서버에서 명령으로 비밀번호를 재설정하고 2단계 인증을 해제했습니다.',
  })
  expect(targetText(entry)).toMatch(/^관리자 \d+번 · 잠긴 관리자$/)
  expect(detailsText(entry.details)).toBe('잠긴 관리자 · 해제된 로그인: 1')
  expect(JSON.stringify(entry)).not.toContain(done!.password)
})

test('the second factor alone can be taken off, with its failures; the password and the sessions stay', async () => {
  const admin = await makeLocked('폰 잃은 관리자')
  await app.db.deleteFrom('attempts').where('kind', '=', 'admin_login').execute()
  const done = await resetAdmin(app.db, admin.name, { secondFactorOnly: true }, app.now())
  expect(done).toMatchObject({ password: null, sessionsEnded: 0, hadSecondFactor: true })
  await admin.browser.ok(listTours, { query: {} })
  await app.client().ok(adminLogin, { body: { name: admin.name, password: admin.password } })
  expect(await latest()).toMatchObject({ summary: '서버에서 명령으로 2단계 인증을 해제했습니다.' })
  const { name, password } = admin
  await app.client().ok(adminLogin, { body: { name, password, code: await setUp(admin.browser) } })
})

test('a simultaneous login with the old password gets no session', async () => {
  const { name, password } = await makeAdmin(app, '막 로그인하는 관리자')
  let login: ReturnType<Client['send']> | undefined
  await inTransaction(app.db, async (tx) => {
    await resetAdmin(tx, name, {}, app.now())
    login = app.client().send(adminLogin, { body: { name, password } })
    await vi.waitUntil(async () => (await countWaiting(app.pool)) > 0)
  })
  expect((await login!).statusCode).toBe(401)
})

test('a given password is set and not printed; an unknown name changes nothing', async () => {
  await makeAdmin(app, 'Given')
  const password = 'a password that was given'
  expect(await resetAdmin(app.db, 'GIVEN', { password }, app.now())).toMatchObject({ password: null })
  await app.client().ok(adminLogin, { body: { name: 'given', password } })
  expect(await resetAdmin(app.db, 'nobody', {}, app.now())).toBeNull()
})
