import { expect, test } from 'vitest'
import { addEventDate, deleteEventDate } from '../../../contract/admin/event-dates.ts'
import { eventSettings } from '../../../contract/admin/event-settings.ts'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { startTestApp } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeAdmin } from '../../../test/make.ts'

const app = useTestApp()
const admin = useAdmin(app)

const body = {
  event_name: '2026 가전 박람회',
  contact_email: 'Help@Example.com',
  display_names: 'masked',
  display_titles: 'hidden',
  max_reservations: 3,
  max_meeting_minutes: 60,
  max_minutes_per_day: 120,
} as const

test('the settings begin with full names and titles on the boards', async () => {
  const first = { display_names: 'full', display_titles: 'shown', rehearsal: false }
  const limits = { max_reservations: 50, max_meeting_minutes: 180, max_minutes_per_day: 360 }
  expect(await admin.ok(eventSettings.get, {})).toMatchObject({ ...first, ...limits })
})

test('what is saved is what everyone reads from then on', async () => {
  const saved = { ...body, contact_email: 'help@example.com', rehearsal: false, mail_folder: null }
  expect(await admin.ok(eventSettings.change, { body })).toEqual({
    message: '설정이 저장되었습니다.',
    settings: saved,
  })
  expect(await admin.ok(eventSettings.get, {})).toEqual(saved)
  expect(await app.client().ok(getPublicInfo, {})).toMatchObject({
    event_name: '2026 가전 박람회',
    contact_email: 'help@example.com',
  })
})

test('a client that does not know hidden titles or booking limits leaves them as they are', async () => {
  await admin.ok(eventSettings.change, { body })
  const { event_name, contact_email, display_names } = body
  const older = { event_name, contact_email, display_names }
  await admin.ok(eventSettings.change, { body: older })
  expect(await admin.ok(eventSettings.get, {})).toMatchObject({
    display_titles: 'hidden',
    max_reservations: 3,
    max_meeting_minutes: 60,
    max_minutes_per_day: 120,
  })
})

test("everyone reads the event's first, last and next day, none while it has no days", async () => {
  const read = () => app.client().ok(getPublicInfo, {})
  await app.db.deleteFrom('event_dates').execute()
  expect(await read()).toMatchObject({ first_date: null, last_date: null, next_date: null })
  for (const date of ['2026-11-22', '2026-11-20', '2026-11-21'])
    await admin.ok(addEventDate, { body: { date } })
  const known = { first_date: '2026-11-20', next_date: '2026-11-21' }
  expect(await read()).toMatchObject({ ...known, last_date: '2026-11-22' })
  await admin.ok(deleteEventDate, { body: { date: '2026-11-22' } })
  expect(await read()).toMatchObject({ ...known, last_date: '2026-11-21' })
  app.setClock('2026-11-21', '00:00')
  expect(await read()).toMatchObject({ next_date: null })
})

test('other processes are notified of a change', async () => {
  const client = await app.pool.connect()
  const heard = new Promise((resolve) => client.once('notification', resolve))
  await client.query('listen fairslot_changed')
  await admin.ok(eventSettings.change, { body })
  await heard
  client.release(true)
})

test.each([
  ['event_name', ' ', '행사명을 입력해주세요.'],
  ['event_name', 'x'.repeat(101), '100자 이하로 입력해주세요.'],
  ['contact_email', 'nowhere', '올바른 이메일 형식이 아닙니다.'],
  ['display_names', 'initials', '올바르지 않은 값입니다.'],
  ['display_names', undefined, '올바르지 않은 값입니다.'],
  ['max_reservations', 0, '1건 이상 999건 이하로 입력해주세요.'],
  ['max_reservations', 1000, '1건 이상 999건 이하로 입력해주세요.'],
  ['max_meeting_minutes', 9, '10분 이상 1440분 이하로 입력해주세요.'],
  ['max_minutes_per_day', 1441, '10분 이상 1440분 이하로 입력해주세요.'],
  ['max_reservations', 2.5, '1건 이상 999건 이하로 입력해주세요.'],
])('is refused by field: %s %o', async (field, value, text) => {
  const before = await admin.ok(eventSettings.get, {})
  const refusal = await admin.refused(eventSettings.change, { body: { ...body, [field]: value } })
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_input', error: text })
  expect(refusal.fields).toEqual({ [field]: text })
  expect(await admin.ok(eventSettings.get, {})).toEqual(before)
})

test('administrators see that it is a rehearsal', async () => {
  const rehearsal = await startTestApp({ rehearsal: true })
  const { browser } = await makeAdmin(rehearsal)
  expect((await browser.ok(eventSettings.get, {})).rehearsal).toBe(true)
  await rehearsal.stop()
})

test('the folder of mails without a mail server is shown to administrators alone', async () => {
  const withoutServer = await startTestApp({ mailFolder: '/srv/stand/mail' })
  const { browser } = await makeAdmin(withoutServer)
  expect((await browser.ok(eventSettings.get, {})).mail_folder).toBe('/srv/stand/mail')
  expect(JSON.stringify(await withoutServer.client().ok(getPublicInfo, {}))).not.toContain('/srv/stand')
  await withoutServer.stop()
})
