import { askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import {
  expect,
  expectAccessible,
  openBrowser,
  signIn,
  signInAsAdmin,
  test,
  watchConsole,
} from './fixtures.ts'
import { readOf } from './reads.ts'
import { cell, choosePlace } from './steps.ts'
import { DESK } from './widths.ts'

const DAY = '2026-11-22'

test('a visitor waits until booking opens, books at once, and is approved without an administrator', async ({
  page,
  browser,
  app,
}) => {
  test.slow()
  const said = watchConsole(page)
  const desk = await openDesk(app)
  const places = await makePlaces(desk, DAY)
  await askForTour(await makeNewcomer(app), places, '17:30')
  const office = await openBrowser(browser, page, app.url, DESK)
  const admin = await office.newPage()

  await test.step('an administrator sets when it opens and that all are approved', async () => {
    await signInAsAdmin(admin, '/admin/settings?tab=booking')
    const opens = admin.getByLabel('예약 시작')
    await opens.fill('2026-11-21T09:00')
    await opens.press('Backspace')
    await admin.getByRole('button', { name: '예약 접수 설정 저장' }).click()
    await expect(
      admin.getByText('예약을 시작할 날짜와 시각을 확인해주세요.'),
      'a half-typed one does not open booking at once',
    ).toBeVisible()
    await opens.fill('2026-11-21T09:00')
    await admin.getByLabel('예약 마감').fill('30')
    await admin.getByLabel('자동 승인').selectOption('모든 회원')
    await expectAccessible(admin)
    await admin.getByRole('button', { name: '예약 접수 설정 저장' }).click()
    await expect(admin.getByText('예약 접수 설정이 저장되었습니다.')).toBeVisible()
    await admin.reload()
    await expect(admin.getByLabel('예약 시작')).toHaveValue('2026-11-21T09:00')
    await expect(admin.getByLabel('자동 승인')).toHaveValue('all')
    await office.close()
  })

  const WAIT = /자리가 나면 신청하기/
  const way = (name: string) => page.getByRole('button', { name, exact: true })
  const hour = (name: string) => page.getByRole('radio', { name })
  const goToHours = async () => {
    await page.goto('/reserve-tour')
    await page.getByText('2026년 11월 22일 (일)', { exact: true }).click()
    await page.getByText('도슨트 정해인', { exact: true }).click()
  }
  const note = page.getByText('예약은 11월 21일 (토) 09:00부터 가능합니다.')
  await test.step('anybody reads when it opens', async () => {
    await page.goto('/event')
    await expect(note).toBeVisible()
    await expect(note, 'on a phone that is set to another time zone').toContainText('마드리드 시간')
    await expectAccessible(page)
  })

  await test.step('until then a visitor sees the times, and that none can be booked', async () => {
    await signIn(page, await makeNewcomer(app))
    await choosePlace(page, 'VIP 투어', '정해인')
    await expect(note).toBeVisible()
    await expect(cell(page, '17:00')).toHaveAccessibleName(/예약 불가/)
    await expect(cell(page, '17:00')).toBeDisabled()
    await expectAccessible(page)
  })

  await test.step('a reserved time offers no waiting list, in any view and in the steps', async () => {
    const reserved = page.getByRole('button', { name: /^17:30 예약됨/ }).and(page.locator('[aria-disabled]'))
    const known = page.waitForResponse(readOf('waitlist'))
    await page.reload()
    await known
    await expect(reserved).toBeVisible()
    await expect(reserved).not.toHaveAccessibleName(WAIT)
    const phone = page.viewportSize()!
    await page.setViewportSize(DESK.viewport)
    await way('한눈에 보기').click()
    const row = page.getByRole('row', { name: /정해인/ })
    await expect(row.getByRole('button', { name: /^17:30 예약됨/ })).toBeVisible()
    await expect(row.getByRole('button', { name: /^17:30/ })).not.toHaveAccessibleName(WAIT)
    await page.setViewportSize(phone)
    await way('시간 먼저').click()
    await expect(page.getByRole('group', { name: '시작 시간' }).getByText('17:30')).toHaveCount(0)
    await way('도슨트 먼저').click()
    await goToHours()
    await expect(hour('17시 예약 전')).toBeDisabled()
    await expect(page.getByText('자리 대기 가능')).toHaveCount(0)
    await page.goto('/dashboard')
    await choosePlace(page, 'VIP 투어', '정해인')
  })

  await test.step('at that instant they can be booked, without a reload', async () => {
    const told = (await page.request.get('/api/public/info/')).headers()['x-service-time']!
    const booking_opens_at = new Date(Date.parse(told) + 4_000).toISOString()
    await desk.put('/api/admin/booking/settings/', {
      booking_opens_at,
      booking_closes_minutes: 0,
      auto_approve: 'all',
    })
    await expect(cell(page, '17:00')).toBeDisabled()
    await expect(cell(page, '17:00')).toHaveAttribute('aria-pressed', 'false', { timeout: 20_000 })
    await expect(page.getByText('지금 예약할 수 있습니다.')).toBeVisible()
    await expect(cell(page, '17:30')).toHaveAccessibleName(WAIT)
  })

  await test.step('the request is approved at once, and the screen says so', async () => {
    await cell(page, '17:00').click()
    await page.getByRole('main').getByRole('button', { name: '예약하기', exact: true }).click()
    await page.getByRole('button', { name: '예약 신청', exact: true }).click()
    await expect(page.getByText('투어 예약이 승인되었습니다. 안내 메일을 확인해주세요.')).toBeVisible()
    await expect(page.getByText('예약이 바로 승인되었습니다. 안내 메일을 확인해주세요.')).toBeVisible()
    await expect(cell(page, '17:00')).toHaveAccessibleName(/내 예약/)
  })

  await test.step('so many minutes before it starts, a time has closed, and a reserved one offers no waiting list', async () => {
    const told = (await page.request.get('/api/public/info/')).headers()['x-service-time']!
    const minutes = (Date.parse(`${DAY}T18:00:00+01:00`) - Date.parse(told)) / 60_000
    const booking_closes_minutes = Math.ceil(minutes)
    await desk.put('/api/admin/booking/settings/', {
      booking_opens_at: null,
      booking_closes_minutes,
      auto_approve: 'all',
    })
    await expect(cell(page, '18:00')).toHaveAccessibleName(/예약 마감/)
    await expect(cell(page, '17:30')).not.toHaveAccessibleName(WAIT)
    await goToHours()
    await expect(hour('17시 예약 마감')).toBeDisabled()
    await expect(page.getByText('자리 대기 가능')).toHaveCount(0)
    await page.getByText('18시', { exact: true }).click()
    await expect(cell(page, '18:00')).toHaveAccessibleName(/예약 마감/)
    await expect(cell(page, '18:30')).toBeEnabled()
  })
  expect(said).toEqual([])
})
