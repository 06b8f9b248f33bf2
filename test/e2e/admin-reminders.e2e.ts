import { query } from '../server-process.ts'
import { askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, expectAccessible, signInAsAdmin, test, watchConsole } from './fixtures.ts'

const DAY = '2026-11-21'

test('an administrator says when visitors are reminded, sees it beside a reservation, and the mail comes', async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  const desk = await openDesk(app)
  const guest = await makeNewcomer(app, { company_name: '알림상사' })
  await desk.decide(await askForTour(guest, await makePlaces(desk, DAY), '17:00'), 'approve')

  await signInAsAdmin(page, '/admin/settings?tab=reminders')
  await page.getByLabel('전날 저녁 6시에 알림').uncheck()
  await page.getByLabel('시작 몇 분 전에 알릴까요').fill('3')
  await page.getByRole('button', { name: '알림 설정 저장' }).click()
  await expect(page.getByText('5분 이상 180분 이하로 입력해주세요.')).toBeVisible()
  await expect(page.getByLabel('전날 저녁 6시에 알림')).not.toBeChecked()
  await expectAccessible(page)
  await page.getByLabel('시작 몇 분 전에 알릴까요').fill('60')
  await page.getByRole('button', { name: '알림 설정 저장' }).click()
  await expect(page.getByText('알림 설정이 저장되었습니다.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('시작 몇 분 전에 알릴까요')).toHaveValue('60')

  await page.goto(`/admin/reservation?date=${DAY}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^한빛전자 17:00/ })
    .click()
  const details = page.getByRole('dialog', { name: '예약 상세' })
  await expect(details.getByText(/^예정된 알림: .*16:00$/)).toBeVisible()

  // The hour comes.
  await query(app.dataDir, `update reminders set due_at = '2026-11-20T09:00:00+01:00'`)
  const mail = await app.mailbox.receive(guest.email, '곧 투어 예약이 시작됩니다')
  expect(mail.text).toContain('시작 위치: 3층 입구')
  expect(said).toEqual([])
})
