import { TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addAdmin,
  changePassword,
  confirm,
  deleteAdmin,
  getMyAdmin,
  listAdmins,
  listMadeBy,
} from '../../../contract/admin/accounts.ts'
import { addApiToken, listApiTokens } from '../../../contract/admin/api-tokens.ts'
import { makeCalendarFeed } from '../../../contract/admin/calendar-feeds.ts'
import { makeDaySheetLink } from '../../../contract/admin/day-sheet-links.ts'
import { adminLogin, adminLogout } from '../../../contract/admin/login.ts'
import { listReservations } from '../../../contract/admin/reservations.ts'
import { offerSecondFactor, setUpSecondFactor } from '../../../contract/admin/second-factor.ts'
import { addWebhook, listWebhooks } from '../../../contract/admin/webhooks.ts'
import { listTours } from '../../../contract/reservation.ts'
import { useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeEventDate, makeRoom, PASSWORD } from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp()
let admin: Awaited<ReturnType<typeof makeAdmin>>

beforeEach(async () => {
  await app.db.deleteFrom('admins').execute()
  await app.db.deleteFrom('attempts').execute()
  await app.db.deleteFrom('api_tokens').execute()
  admin = await makeAdmin(app, '운영자')
})

const NEW = 'a rather long one'
const OWN = 'my very own words'
const second = { name: 'Second', password: NEW }
const tokenOf = (name: string) => ({
  body: { name, scopes: ['reservations:read' as const], expires_on: null },
})

async function waitMinutes(minutes: number) {
  const rows = await app.db.selectFrom('sessions').select(['id', 'confirmed_at']).execute()
  for (const { id, confirmed_at } of rows)
    await app.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(confirmed_at!.getTime() - minutes * 60_000) })
      .where('id', '=', id)
      .execute()
}

const ASKED = { status: 403, code: 'confirmation_required', error: '비밀번호를 다시 입력해주세요.' }

describe('what a passer-by at an open screen must not do asks for the password', () => {
  const act = () => admin.browser.send(addApiToken, tokenOf('집계'))

  test('not in the ten minutes after a login, then once more for ten minutes', async () => {
    await waitMinutes(9)
    expect((await act()).statusCode).toBe(201)
    await waitMinutes(1)
    expect(await admin.browser.refused(addApiToken, tokenOf('집계'))).toMatchObject(ASKED)
    await admin.browser.ok(confirm, { body: { password: PASSWORD } })
    await waitMinutes(9)
    expect((await act()).statusCode).toBe(201)
    await waitMinutes(1)
    expect((await act()).statusCode).toBe(403)
  })

  test('confirms this session only', async () => {
    const elsewhere = app.client()
    await elsewhere.ok(adminLogin, { body: { name: admin.name, password: PASSWORD } })
    await waitMinutes(10)
    await admin.browser.ok(confirm, { body: { password: PASSWORD } })
    expect(await elsewhere.refused(addApiToken, tokenOf('집계'))).toMatchObject(ASKED)
  })

  test('a code of the second factor does as well, once', async () => {
    expect(await admin.browser.refused(confirm, { body: { code: '000000' } })).toMatchObject({
      code: 'wrong_password',
    })
    const { key, offer } = await admin.browser.ok(offerSecondFactor, {})
    const codeAt = (steps: number) =>
      new TOTP({ secret: key }).generate({ timestamp: app.now() + steps * 30_000 })
    await admin.browser.ok(setUpSecondFactor, { body: { offer, code: codeAt(-1), password: PASSWORD } })
    await waitMinutes(10)
    await admin.browser.ok(confirm, { body: { code: codeAt(0) } })
    expect((await act()).statusCode).toBe(201)
    expect(await admin.browser.refused(confirm, { body: { code: codeAt(0) } })).toMatchObject({ status: 401 })
  })

  test('a wrong one is counted for this session alone, and a fifth is the last', async () => {
    const wrong = { body: { password: 'wrong' } }
    for (let i = 0; i < 5; i += 1)
      expect(await admin.browser.refused(confirm, wrong)).toMatchObject({
        status: 401,
        code: 'wrong_password',
      })
    expect(await admin.browser.refused(confirm, { body: { password: PASSWORD } })).toMatchObject({
      status: 429,
    })
    const elsewhere = app.client()
    await elsewhere.ok(adminLogin, { body: { name: admin.name, password: PASSWORD } })
    await elsewhere.ok(confirm, { body: { password: PASSWORD } })
  })

  test.each([{}, { password: PASSWORD, code: '123456' }])('takes one of both: %j', async (body) => {
    expect(await admin.browser.refused(confirm, { body })).toMatchObject({
      status: 400,
      fields: { password: '현재 비밀번호를 입력해주세요.' },
    })
  })
})

describe('a password that a colleague chose', () => {
  test('allows nothing until it is replaced, and by another one; the session check answers without data', async () => {
    await admin.browser.ok(addAdmin, { body: second })
    await makeReservation(app, admin.browser, await makeEventDate(app.db, '2026-11-27'))
    const { count } = await admin.browser.ok(listTours, { query: {} })
    expect(count).toBeGreaterThan(0)
    const browser = app.client()
    const answer = await browser.ok(adminLogin, { body: second })
    expect(answer).toMatchObject({ must_change_password: true })
    const refusal = { status: 403, code: 'password_change_required' }
    expect(await browser.ok(listTours, { query: {} })).toEqual({ count: 0, results: [] })
    expect(await browser.refused(listReservations, { query: {} })).toMatchObject(refusal)
    expect(await browser.refused(offerSecondFactor, {})).toMatchObject(refusal)
    expect(await browser.ok(getMyAdmin, {})).toMatchObject({ must_change_password: true })
    const same = { body: { current_password: NEW, new_password: NEW } }
    expect(await browser.refused(changePassword, same)).toMatchObject({
      fields: { new_password: '지금과 다른 비밀번호를 입력해주세요.' },
    })
    await browser.ok(changePassword, { body: { current_password: NEW, new_password: OWN } })
    expect(await browser.ok(listTours, { query: {} })).toMatchObject({ count })
    await browser.ok(adminLogout, {})
    const own = { body: { ...second, password: OWN } }
    expect(await app.client().ok(adminLogin, own)).not.toHaveProperty('must_change_password')
  })
})

describe('what a leaving administrator has made', () => {
  async function makeAll(by: typeof admin) {
    const { date } = await makeEventDate(app.db)
    const { id } = await makeRoom(app.db, { name: '라운지' })
    await by.browser.ok(addApiToken, tokenOf('집계'))
    const hook = {
      name: '알림',
      url: 'https://hooks.example.com/',
      events: ['reservation.created' as const],
      is_on: true,
    }
    await by.browser.ok(addWebhook, { body: hook })
    await by.browser.ok(makeDaySheetLink, { body: { type: 'room', resource_id: id, date } })
    await by.browser.ok(makeCalendarFeed, { body: { type: 'room', resource_id: id } })
    await by.browser.ok(makeCalendarFeed, { body: { type: 'all' } })
  }

  test('is listed, stays unless revoked, and goes with the account if revoked', async () => {
    const [leaver, other] = [await makeAdmin(app, '퇴사자'), await makeAdmin(app, '동료')]
    await makeAll(leaver)
    await other.browser.ok(addApiToken, tokenOf('동료의 토큰'))
    const { id } = (await admin.browser.ok(listAdmins, {})).find(({ name }) => name === '퇴사자')!
    const params = { id: String(id) }
    const made = await admin.browser.ok(listMadeBy, { params })
    expect(made.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'api_token 집계',
      'calendar_link 라운지',
      'calendar_link 전체 일정',
      'day_sheet_link 라운지',
      'webhook 알림',
    ])
    await admin.browser.ok(deleteAdmin, { params, body: { revoke: true } })
    expect((await admin.browser.ok(listApiTokens, {})).map(({ name }) => name)).toEqual(['동료의 토큰'])
    expect(await admin.browser.ok(listWebhooks, {})).toEqual([])
    const links = await app.db.selectFrom('day_sheet_links').select('id').execute()
    const feeds = await app.db.selectFrom('calendar_feeds').select('id').execute()
    expect([links, feeds]).toEqual([[], []])
    expect(await admin.browser.refused(listMadeBy, { params })).toMatchObject({ status: 404 })

    const { id: theirs } = (await admin.browser.ok(listAdmins, {})).find(({ name }) => name === '동료')!
    await admin.browser.ok(deleteAdmin, { params: { id: String(theirs) } })
    expect(await admin.browser.ok(listApiTokens, {})).toHaveLength(1)

    app.passMinutes(1)
    await makeAdmin(app, '동료')
    const namesake = (await admin.browser.ok(listAdmins, {})).find(({ name }) => name === '동료')!
    const others = { params: { id: String(namesake.id) } }
    expect(await admin.browser.ok(listMadeBy, others)).toEqual([])
    await admin.browser.ok(deleteAdmin, { ...others, body: { revoke: true } })
    expect(await admin.browser.ok(listApiTokens, {})).toHaveLength(1)
  })
})
