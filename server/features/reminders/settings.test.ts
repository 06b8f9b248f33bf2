import { expect, test } from 'vitest'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { reminderSettings } from '../../../contract/admin/settings.ts'
import { REMINDERS_ON } from '../../../test/reminder-settings.ts'

const app = useTestApp()
const admin = useAdmin(app)

test('a new event reminds its members and its approver, until an administrator says otherwise', async () => {
  expect(await admin.ok(reminderSettings.get, {})).toEqual(REMINDERS_ON)
  const wanted = { ...REMINDERS_ON, reminder_evening: false, reminder_minutes: 45, request_alerts: false }
  const answer = { message: '알림 설정이 저장되었습니다.', settings: wanted }
  expect(await admin.ok(reminderSettings.change, { body: { ...wanted, expected: REMINDERS_ON } })).toEqual(
    answer,
  )
  expect(await admin.ok(reminderSettings.get, {})).toEqual(wanted)
})

test('two administrators do not overwrite each other unseen', async () => {
  await admin.ok(reminderSettings.change, { body: REMINDERS_ON })
  await admin.ok(reminderSettings.change, { body: { ...REMINDERS_ON, reminder_minutes: 30 } })
  const late = { ...REMINDERS_ON, reminder_minutes: 15, expected: REMINDERS_ON }
  expect(await admin.refused(reminderSettings.change, { body: late })).toMatchObject({
    code: 'changed_meanwhile',
    error: expect.stringContaining('시작 전 알림 시간 20분 → 30분'),
  })
})

test.each([
  ['reminder_minutes', 4, '5분 이상 180분 이하로 입력해주세요.'],
  ['reminder_minutes', 181, '5분 이상 180분 이하로 입력해주세요.'],
  ['reminder_minutes', undefined, '5분 이상 180분 이하로 입력해주세요.'],
  ['request_alert_hours', 0, '1시간 이상 72시간 이하로 입력해주세요.'],
  ['request_alert_hours', 1.5, '1시간 이상 72시간 이하로 입력해주세요.'],
  ['request_hours_from', '25:00', '시간을 HH:MM으로 입력해주세요.'],
  ['request_hours_until', '09:00', '시작 시각보다 늦은 시각을 입력해주세요.'],
])('is refused by field: %s %o', async (field, value, text) => {
  const body = { ...REMINDERS_ON, [field]: value }
  expect((await admin.refused(reminderSettings.change, { body })).fields).toEqual({ [field]: text })
})
