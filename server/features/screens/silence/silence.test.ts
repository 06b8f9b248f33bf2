import { beforeEach, expect, test } from 'vitest'
import { getAttention } from '../../../../contract/admin/attention.ts'
import { changeScreenAlerts, listScreens } from '../../../../contract/admin/screens.ts'
import { checkInScreen } from '../../../../contract/screen.ts'
import { useAdmin, useTestApp } from '../../../../test/fixture.ts'
import { makeRoom } from '../../../../test/make.ts'
import { postMail } from '../../../outbox/post-mail.ts'
import { tellOfSilentScreens } from './commands.ts'

const app = useTestApp({ clock: ['2026-11-20', '19:45'] })
const admin = useAdmin(app)
let code: string

const NIGHT = { walls_off_from: '20:00', walls_off_until: '08:00' }
const NONE = { alert_email: null, walls_off_from: null, walls_off_until: null }

beforeEach(async () => {
  await app.db.deleteFrom('screens').execute()
  await app.db.deleteFrom('mails').execute()
  await admin.ok(changeScreenAlerts, { body: { alerts: true, ...NONE } })
  const { id } = await makeRoom(app.db, { name: '미팅룸 A' })
  const { rooms } = await admin.ok(listScreens, {})
  code = new URL(rooms.find((each) => each.room.id === id)!.setup_url).hash.slice(1)
})

const checkIn = () =>
  app.client().ok(checkInScreen, {
    body: { code, key: '0'.repeat(32), build: 'index-Ab12Cd34', width: 1080, height: 1920 },
  })

const UP_FOR_LONG = Date.parse('2026-11-01T00:00:00+01:00')
const watch = () =>
  tellOfSilentScreens(
    { db: app.db, postMail, publicUrl: 'https://stand.example.com' },
    UP_FOR_LONG,
    app.now(),
  )

test('silence is reported to a separate address', async () => {
  await admin.ok(changeScreenAlerts, { body: { alerts: true, alert_email: 'Night@Example.com' } })
  await checkIn()
  app.passMinutes(10)
  expect(await watch()).toBe(1)
  expect(await app.mails()).toMatchObject([{ to_address: 'night@example.com' }])
})

test('walls off in the evening are not reported, but one still off in the morning is', async () => {
  await admin.ok(changeScreenAlerts, { body: { alerts: true, ...NIGHT } })
  await checkIn()
  app.passMinutes(15)
  await checkIn()
  for (const [date, time] of [
    ['2026-11-20', '20:10'],
    ['2026-11-20', '23:59'],
    ['2026-11-21', '00:00'],
    ['2026-11-21', '07:59'],
    ['2026-11-21', '08:00'],
    ['2026-11-21', '08:09'],
  ] as const) {
    app.setClock(date, time)
    expect([time, await watch()]).toEqual([time, 0])
  }
  app.setClock('2026-11-21', '08:10')
  expect(await watch()).toBe(1)
  expect(await watch()).toBe(0)
  expect((await app.mails())[0]!.text).toContain('마지막 응답 2026년 11월 20일 (금) 20:00')
})

test('a wall that comes on in the morning is not reported', async () => {
  await admin.ok(changeScreenAlerts, { body: { alerts: true, ...NIGHT } })
  await checkIn()
  app.setClock('2026-11-21', '08:05')
  await checkIn()
  app.setClock('2026-11-21', '08:10')
  expect(await watch()).toBe(0)
})

// The administrator's session expires overnight.
test('while walls are off the header of administrators does not count them', async () => {
  await admin.ok(changeScreenAlerts, { body: { alerts: true, ...NIGHT } })
  await checkIn()
  app.passMinutes(14)
  expect(await admin.ok(getAttention, {})).toMatchObject({ silent_screens: 1 })
  app.passMinutes(1)
  expect(await admin.ok(getAttention, {})).toMatchObject({ silent_screens: 0 })
})

test('a client that sends only the switch keeps address and hours', async () => {
  await admin.ok(changeScreenAlerts, { body: { alerts: true, alert_email: 'night@example.com', ...NIGHT } })
  await admin.ok(changeScreenAlerts, { body: { alerts: false } })
  expect(await admin.ok(listScreens, {})).toMatchObject({
    alerts: false,
    alert_email: 'night@example.com',
    ...NIGHT,
  })
})

test('where the mails go is changed without switching them off', async () => {
  await admin.ok(changeScreenAlerts, { body: { alerts: true, ...NIGHT } })
  const { settings } = await admin.ok(changeScreenAlerts, { body: { alert_email: 'night@example.com' } })
  expect(settings).toMatchObject({ alerts: true, alert_email: 'night@example.com' })
})

test('two administrators do not overwrite each other unseen', async () => {
  const { alerts, alert_email, walls_off_from, walls_off_until } = await admin.ok(listScreens, {})
  const expected = { alerts, alert_email, walls_off_from, walls_off_until }
  await admin.ok(changeScreenAlerts, { body: { alerts: true, alert_email: 'one@example.com', expected } })
  const late = { alerts: true, alert_email: 'other@example.com', expected }
  expect(await admin.refused(changeScreenAlerts, { body: late })).toMatchObject({
    code: 'changed_meanwhile',
    error: expect.stringContaining('알림 받을 이메일 문의 이메일 → one@example.com'),
  })
})

test.each([
  [{ alert_email: 'nowhere' }, { alert_email: '올바른 이메일 형식이 아닙니다.' }],
  [{ walls_off_from: '25:00' }, { walls_off_from: '시간을 HH:MM으로 입력해주세요.' }],
  [{ walls_off_from: '20:00' }, { walls_off_until: '시작과 끝 시각을 모두 입력해주세요.' }],
  [{ walls_off_until: '08:00' }, { walls_off_from: '시작과 끝 시각을 모두 입력해주세요.' }],
  [
    { walls_off_from: '08:00', walls_off_until: '08:00' },
    { walls_off_until: '시작 시각과 다른 시각을 입력해주세요.' },
  ],
])('is refused by field: %o', async (given, fields) => {
  const refusal = await admin.refused(changeScreenAlerts, { body: { alerts: true, ...given } })
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_input', fields })
})
