import { beforeEach, describe, expect, test } from 'vitest'
import {
  endAdminSession,
  endMemberSessions,
  endOtherAdminSessions,
  listAdminSessions,
} from '../../../contract/admin/sessions.ts'
import { adminLogin } from '../../../contract/admin/login.ts'
import { changeMember } from '../../../contract/admin/members.ts'
import { deviceSettings } from '../../../contract/admin/settings.ts'
import { getOwnFeed, makeOwnFeed, readCalendarFeed } from '../../../contract/calendar-feed.ts'
import { login } from '../../../contract/login.ts'
import { getMyInfo, logout, type Member } from '../../../contract/member.ts'
import { downloadMyData } from '../../../contract/own-data.ts'
import { endOtherSessions, endSession, endSessionsByLink, listSessions } from '../../../contract/sessions.ts'
import type { Client } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { sendMails } from '../../../test/outbox.ts'
import { makeAdmin, makeMember, makeVisitor, PASSWORD } from '../../../test/make.ts'
import { findCode } from '../../mail/templates/member-mails.ts'

const app = useTestApp({ publicUrl: 'http://stand.example.com' })
const admin = useAdmin(app)

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36'
const as = ({ phone, name }: { phone: string; name: string }) => ({ body: { phone, name } })
const REFUSED = { status: 401, code: 'not_authenticated' }

/** A member with as many signed-in devices. */
async function makeDevices(count: number, given: Partial<Member> = {}) {
  const member = await makeMember(app.db, given)
  const devices = Array.from({ length: count }, () => app.client())
  for (const device of devices)
    expect((await device.send(login, as(member), { 'user-agent': PHONE })).statusCode).toBe(200)
  return { member, devices }
}

const isIn = async (device: Client) => (await device.send(getMyInfo, {})).statusCode === 200
const mailsTo = async ({ email }: Member) =>
  (await app.mails()).filter((mail) => mail.kind === 'new_device' && mail.to_address === email)
const tokenIn = (text: string) => decodeURIComponent(/\/profile\/end#(\S+)/.exec(text)![1]!)

/** As a phone that allowed them would leave it; the hash is that of its session. */
const subscribe = async (member: Member, session_hash: Buffer) =>
  app.db
    .insertInto('push_subscriptions')
    .values({
      member_id: member.id,
      endpoint_hash: session_hash,
      endpoint: 'https://push.example.com/1',
      p256dh: 'x',
      auth: 'x',
      server_key: 'x',
      session_hash,
      created_at: new Date(app.now()),
    })
    .execute()
const hashesOf = ({ id }: Member) =>
  app.db.selectFrom('sessions').select('token_hash').where('member_id', '=', id).orderBy('id').execute()
const countPushes = async ({ id }: Member) =>
  (await app.db.selectFrom('push_subscriptions').select('id').where('member_id', '=', id).execute()).length

describe('the list of sessions', () => {
  test('names each device of the member, with its last use, the own one first', async () => {
    const { devices } = await makeDevices(1)
    const member = await devices[0]!.ok(getMyInfo, {})
    app.passMinutes(5)
    const other = app.client()
    await other.ok(login, as(member))
    expect(await devices[0]!.ok(listSessions, {})).toMatchObject([
      { device: 'Chrome · Android', current: true },
      { device: '기타 기기', last_seen_at: '2026-11-20T08:05:00+01:00', current: false },
    ])
    expect((await other.ok(listSessions, {})).map(({ current }) => current)).toEqual([true, false])
    await makeDevices(1)
    expect(await other.ok(listSessions, {})).toHaveLength(2)
  })

  test('shows the last use, which is written once a minute', async () => {
    const { devices } = await makeDevices(2)
    const [one, other] = devices as [Client, Client]
    const lastOfOther = async () =>
      (await one.ok(listSessions, {})).find(({ current }) => !current)!.last_seen_at
    app.passMinutes(3)
    await other.ok(getMyInfo, {})
    app.passMinutes(3)
    await one.ok(getMyInfo, {})
    expect(await lastOfOther()).toBe('2026-11-20T08:00:00+01:00')
    await app.server.lastSeen.write()
    expect(await lastOfOther()).toBe('2026-11-20T08:03:00+01:00')
  })

  test('leaves out those that have expired', async () => {
    const { member, devices } = await makeDevices(1)
    app.setClock('2026-11-26', '08:00')
    const later = app.client()
    await later.ok(login, as(member))
    app.setClock('2026-11-27', '08:00')
    expect(await later.ok(listSessions, {})).toHaveLength(1)
    expect(await isIn(devices[0]!)).toBe(false)
  })
})

describe('ending sessions', () => {
  test('of another device ends that one, with its push notifications', async () => {
    const { member, devices } = await makeDevices(3)
    const [one, other, third] = devices as [Client, Client, Client]
    for (const { token_hash } of await hashesOf(member)) await subscribe(member, token_hash)
    const [, ended] = await hashesOf(member)
    const { id } = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('token_hash', '=', ended!.token_hash)
      .executeTakeFirstOrThrow()
    expect(await one.ok(endSession, { params: { id: String(id) } })).toEqual({
      message: '선택한 기기에서 로그아웃했습니다.',
    })
    expect(await Promise.all([one, other, third].map(isIn))).toEqual([true, false, true])
    expect(await countPushes(member)).toBe(2)
    expect(await one.refused(endSession, { params: { id: String(id) } })).toMatchObject({ status: 404 })
  })

  test('of another member is not possible', async () => {
    const [{ devices }, stranger] = [await makeDevices(1), await makeVisitor(app)]
    const { id } = (await devices[0]!.ok(listSessions, {}))[0]!
    expect(await stranger.browser.refused(endSession, { params: { id: String(id) } })).toMatchObject({
      status: 404,
    })
    expect(await isIn(devices[0]!)).toBe(true)
  })

  test('of all other devices keeps the own one and its push notifications', async () => {
    const { member, devices } = await makeDevices(3)
    const [one, ...others] = devices as [Client, ...Client[]]
    for (const { token_hash } of await hashesOf(member)) await subscribe(member, token_hash)
    await one.ok(endOtherSessions, {})
    expect(await isIn(one)).toBe(true)
    for (const other of others) expect(await other.refused(getMyInfo, {})).toMatchObject(REFUSED)
    expect(await countPushes(member)).toBe(1)
  })

  test('voids the known device: its next login is one on a new device', async () => {
    const { member, devices } = await makeDevices(2)
    const [one, other] = devices as [Client, Client]
    expect(await mailsTo(member)).toHaveLength(1)
    await one.ok(endOtherSessions, {})
    await one.ok(login, as(member))
    expect(await mailsTo(member)).toHaveLength(1)
    await other.ok(login, as(member))
    expect(await mailsTo(member)).toHaveLength(2)
  })

  test('a login ends the former session of the same browser', async () => {
    const { member, devices } = await makeDevices(1)
    const former = app.client(Object.fromEntries(devices[0]!.jar))
    await devices[0]!.ok(login, as(member))
    expect(await former.refused(getMyInfo, {})).toMatchObject(REFUSED)
    expect(await devices[0]!.ok(listSessions, {})).toHaveLength(1)
  })

  test('of an administrator: one, or all others', async () => {
    const { name, browser } = await makeAdmin(app, undefined, 'desk')
    const [other, third] = [app.client(), app.client()]
    for (const client of [other, third]) await client.ok(adminLogin, { body: { name, password: PASSWORD } })
    const [own, , first] = await browser.ok(listAdminSessions, {})
    expect(own).toMatchObject({ device: '기타 기기', current: true })
    await browser.ok(endAdminSession, { params: { id: String(first!.id) } })
    expect(await other.refused(listAdminSessions, {})).toMatchObject(REFUSED)
    await third.ok(listAdminSessions, {})
    await browser.ok(endOtherAdminSessions, {})
    expect(await third.refused(listAdminSessions, {})).toMatchObject(REFUSED)
    expect(await browser.ok(listAdminSessions, {})).toHaveLength(1)
    const next = (await makeAdmin(app)).browser
    expect(await next.refused(endAdminSession, { params: { id: String(own!.id) } })).toMatchObject({
      status: 404,
    })
    const again = new Map(browser.jar)
    await browser.ok(adminLogin, { body: { name, password: PASSWORD } })
    expect(await app.client(Object.fromEntries(again)).refused(listAdminSessions, {})).toMatchObject(REFUSED)
  })
})

describe('an administrator', () => {
  const change = ({ id, ...member }: Member, given: Partial<Member>) =>
    admin.ok(changeMember, { params: { id: String(id) }, body: { ...member, ...given } })

  async function makeConnected() {
    const { member, devices } = await makeDevices(2, { name: '김하나' })
    for (const { token_hash } of await hashesOf(member)) await subscribe(member, token_hash)
    const { url } = await devices[0]!.ok(makeOwnFeed, {})
    const isFeedRead = async () => {
      const token = url.split('/').at(-1)!
      return (await app.client().send(readCalendarFeed, { params: { token } })).statusCode === 200
    }
    const access = async () => ({
      sessions: (await Promise.all(devices.map(isIn))).filter(Boolean).length,
      pushes: await countPushes(member),
      calendar: await isFeedRead(),
    })
    return { member, access }
  }

  test('ends all sessions of a member, with calendar link and push notifications', async () => {
    const { member, access } = await makeConnected()
    expect(await access()).toEqual({ sessions: 2, pushes: 2, calendar: true })
    await admin.ok(endMemberSessions, { params: { id: String(member.id) } })
    expect(await access()).toEqual({ sessions: 0, pushes: 0, calendar: false })
    expect(await admin.refused(endMemberSessions, { params: { id: '999999' } })).toMatchObject({
      status: 404,
    })
  })

  test.each([
    ['phone', { phone: '010-9000-0001' }],
    ['e-mail', { email: 'moved@example.com' }],
    ['name', { name: '김두리' }],
  ])('ends all that a member is signed in with by changing the %s', async (_what, given) => {
    const { member, access } = await makeConnected()
    await change(member, given)
    expect(await access()).toEqual({ sessions: 0, pushes: 0, calendar: false })
    await change(member, { phone: member.phone, email: member.email, name: '떠난 회원' })
  })

  test.each([
    ['the company', { company_name: '다른 회사' }],
    ['the tier', { is_vip: true }],
    ['only the spelling of the name', { name: '김 하나' }],
  ])('leaves them alone by changing %s', async (_what, given) => {
    const { member, access } = await makeConnected()
    await change(member, given)
    expect(await access()).toEqual({ sessions: 2, pushes: 2, calendar: true })
  })
})

describe('a login on a new device', () => {
  test('is mailed, except on the first device ever, and once for each device', async () => {
    const { member, devices } = await makeDevices(1)
    expect(await mailsTo(member)).toEqual([])
    await devices[0]!.ok(logout, {})
    await devices[0]!.ok(login, as(member))
    expect(await mailsTo(member)).toEqual([])
    const other = app.client()
    await other.send(login, as(member), { 'user-agent': PHONE })
    await other.ok(login, as(member))
    const [mail, ...more] = await mailsTo(member)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ text: expect.stringContaining('Chrome · Android') as string })
    expect(mail!.text).toContain('2026년 11월 20일 (금) 08:00')
  })

  test('is mailed after the first device was forgotten too', async () => {
    const { member } = await makeDevices(1)
    await app.db.deleteFrom('known_devices').where('member_id', '=', member.id).execute()
    await app.client().ok(login, as(member))
    expect(await mailsTo(member)).toHaveLength(1)
  })

  test('is not mailed while the setting is off', async () => {
    const { settings } = await admin.ok(deviceSettings.change, { body: { new_device_mails: false } })
    expect(settings).toEqual({ new_device_mails: false })
    const { member } = await makeDevices(2)
    expect(await mailsTo(member)).toEqual([])
    await admin.ok(deviceSettings.change, { body: { new_device_mails: true } })
  })

  test('is mailed at most a few times an hour', async () => {
    const { member } = await makeDevices(9)
    expect((await mailsTo(member)).length).toBeLessThanOrEqual(5)
  })
})

describe('the link of that mail', () => {
  let member: Member
  let devices: Client[]
  let token: string
  const use = (given: string) => app.client().send(endSessionsByLink, { body: { token: given } })
  beforeEach(async () => {
    ;({ member, devices } = await makeDevices(2))
    token = tokenIn((await mailsTo(member))[0]!.text)
  })

  const mustConfirm = async () =>
    (
      await app.db
        .selectFrom('members')
        .select('must_confirm_since')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).must_confirm_since

  test('ends all sessions and voids all devices without a login, and notes that devices must be confirmed', async () => {
    expect(await mustConfirm()).toBeNull()
    expect((await use(token)).json()).toEqual({ message: '모든 기기에서 로그아웃했습니다.' })
    for (const device of devices) expect(await device.refused(getMyInfo, {})).toMatchObject(REFUSED)
    expect(await mustConfirm()).toEqual(new Date(app.now()))
    expect(
      await app.db.selectFrom('known_devices').select('id').where('member_id', '=', member.id).execute(),
    ).toEqual([])
  })

  test('makes each device enter a mailed code once, with the right name or a wrong one', async () => {
    await use(token)
    const device = app.client()
    const required = { status: 403, code: 'code_required' }
    const wrong = { body: { phone: member.phone, name: '누구' } }
    expect(await device.refused(login, wrong)).toMatchObject(required)
    expect(await device.refused(login, as(member))).toMatchObject(required)
    const mailed = (await app.mails()).findLast(({ kind }) => kind === 'login_code')!
    const code = findCode(mailed.text)!
    await device.ok(login, { body: { ...as(member).body, code } })
    await device.ok(logout, {})
    await device.ok(login, as(member))
    expect(await app.client().refused(login, as(member))).toMatchObject(required)
  })

  test('is valid for seven days', async () => {
    app.setClock('2026-11-27', '07:59')
    expect((await use(token)).statusCode).toBe(200)
    app.setClock('2026-11-27', '08:00')
    expect((await use(token)).json()).toMatchObject({
      code: 'invalid_code',
      message: '링크가 올바르지 않거나 유효 시간이 지났습니다.',
    })
  })

  test('is refused if invented, altered, of another member or of a former address', async () => {
    const other = await makeVisitor(app)
    const [id, until, proof] = token.split('.')
    for (const wrong of [
      'x',
      '1.2.3',
      `${other.member.id}.${until}.${proof}`,
      `${id}.${Number(until) + 1}.${proof}`,
      `999999.${until}.${proof}`,
      token.slice(0, -1),
    ])
      expect((await use(wrong)).statusCode).toBe(400)
    expect(await Promise.all([...devices, other.browser].map(isIn))).toEqual([true, true, true])
    await app.db
      .updateTable('members')
      .set({ email: `former${member.id}@example.com` })
      .where('id', '=', member.id)
      .execute()
    expect((await use(token)).statusCode).toBe(400)
  })

  test('is not kept once the mail has left', async () => {
    await sendMails(app, async () => {})
    expect(
      await app.db.selectFrom('mails').select('facts').where('kind', '=', 'new_device').execute(),
    ).toEqual(expect.arrayContaining([{ facts: null }]))
  })
})

test('the export of the own data has sessions and devices, without their tokens', async () => {
  const { devices } = await makeDevices(1)
  const response = await devices[0]!.send(downloadMyData, {})
  expect(response.json()).toMatchObject({
    sessions: [{ device: 'Chrome · Android', last_seen_at: '2026-11-20T08:00:00+01:00' }],
    known_devices: [{ last_seen_at: '2026-11-20T08:00:00+01:00' }],
  })
  expect(response.body).not.toContain('hash')
  expect(await devices[0]!.ok(getOwnFeed, {})).toEqual({ feed: null })
})
