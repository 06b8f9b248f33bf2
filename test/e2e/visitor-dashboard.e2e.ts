import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test, visitAfresh, watchConsole } from './fixtures.ts'
import { controlTime } from './page-time.ts'
import { cell, choosePlace, showOneByOne } from './steps.ts'
import { DESK, PHONE, SMALL } from './widths.ts'

const NORMAL = { phone: '010-4345-9018', name: '서지우' }
// This member may book the VIP lounge, which no other test of a normal member can fill.
const VIP = { phone: '010-6789-3452', name: '한소희' }

const FAILURE = { code: 'invalid_input', error: '잘못된 요청입니다.', message: '잘못된 요청입니다.' }
const bookButton = (page: Page) => page.getByRole('main').getByRole('button', { name: '예약하기' })
const bar = (page: Page) => page.getByRole('region', { name: '시간 선택' }).getByRole('status')

/** Reads the text of the alert, and closes it as it came: by keyboard. */
async function expectAlert(page: Page, text: string) {
  const alert = page.getByRole('alertdialog', { name: '예약 안내' })
  await expect(alert).toContainText(text)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(alert).toBeHidden()
}

test('days, tabs and dropdown lead to a grid of four columns that says what each time is', async ({
  page,
}) => {
  const said = watchConsole(page)
  await signIn(page, NORMAL)
  const days = page.getByRole('group', { name: '행사 날짜' })
  // These are the sample event's days; other tests may have added days of their own.
  await expect(days.getByRole('radio', { name: /^11\.2[0-3] / })).toHaveCount(4)
  // The accessible name has the full date for a screen reader, and begins with the visible text for voice control.
  const today = days.getByRole('radio', { name: '11.20 (금) 오늘 2026년 11월 20일 (금)', exact: true })
  await expect(today).toBeChecked()
  const chip = days.locator('label').filter({ hasText: '오늘' })
  await expect(chip).toHaveCSS('outline-style', 'none')
  await page.getByRole('button', { name: '로그아웃' }).focus()
  await page.keyboard.press('Tab')
  await expect(today).toBeFocused()
  await expect(chip, 'around the chip, as blue on its blue would not be seen').toHaveCSS(
    'outline-style',
    'solid',
  )
  await page.getByRole('tab', { name: '미팅룸' }).click()
  const rooms = page.getByRole('combobox', { name: '미팅룸' })
  await expect(rooms.getByRole('option')).toContainText([
    '미팅룸 선택',
    '미팅룸 1 · 1층',
    '미팅룸 2 · 1층',
    '미팅룸 3 · 1층',
    '컨퍼런스룸 · 2층',
    '[VIP 전용] VIP 라운지 · 2층',
    '[VVIP 전용] VVIP 스위트 · 2층',
  ])
  await rooms.selectOption({ label: '미팅룸 1 · 1층' })
  const past = cell(page, '09:00')
  await expect(past).toHaveAccessibleName('09:00 지난 시간 , 09:10까지, 미팅룸 1')
  await expect(past.getByText('09:00', { exact: true })).toHaveCSS('text-decoration-line', 'line-through')
  await expect(past).toBeDisabled()
  await expect(cell(page, '10:00')).toHaveAccessibleName('10:00 예약됨 , 10:10까지, 미팅룸 1')
  await expect(cell(page, '12:00')).toHaveAccessibleName('12:00 예약 불가 , 12:10까지, 미팅룸 1')
  await expect(cell(page, '12:30')).toHaveAccessibleName(/^12:30 예약 가능, 12:40까지, 미팅룸 1$/)
  const left = async (time: string) => (await cell(page, time).boundingBox())!.x
  for (const { viewport } of [SMALL, DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await showOneByOne(page)
    expect(await left('09:40')).toBe(await left('09:00'))
    expect(await left('09:30')).toBeGreaterThan(await left('09:20'))
  }
  await past.click({ force: true })
  await expect(bar(page)).toHaveText('시작 시간과 종료 시간을 선택해주세요')
  await expectAccessible(page)
  expect(said).toEqual([])
})

test('each missing choice is asked for', async ({ page }) => {
  await signIn(page, NORMAL)
  await bookButton(page).click()
  await expectAlert(page, '예약하실 시간을 선택해주세요.')
  await expect(bookButton(page)).toBeFocused()
  await page.getByRole('combobox', { name: '도슨트' }).selectOption({ label: '도슨트 선택' })
  await bookButton(page).click()
  await expectAlert(page, '도슨트를 선택해주세요.')
  await page.getByRole('tab', { name: '미팅룸' }).click()
  await page.getByRole('combobox', { name: '미팅룸' }).selectOption({ label: '미팅룸 선택' })
  await bookButton(page).click()
  await expectAlert(page, '미팅룸을 선택해주세요.')
})

test('a range of a room is joined by its ends, counted in minutes, and never broken', async ({ page }) => {
  await signIn(page, VIP)
  await choosePlace(page, '미팅룸', 'VIP 라운지')
  await cell(page, '14:00').click()
  await expect(bar(page)).toHaveText('14:00 ~ 14:10 총 10분')
  await cell(page, '14:30').click()
  await expect(bar(page)).toHaveText('14:00 ~ 14:40 총 40분')
  for (const time of ['14:00', '14:10', '14:20', '14:30'])
    await expect(cell(page, time)).toHaveAttribute('aria-pressed', 'true')
  await cell(page, '14:20').click()
  await expectAlert(page, '연속된 시간으로만 예약이 가능합니다. 처음이나 마지막 시간만 취소할 수 있습니다.')
  await expect(cell(page, '14:20')).toBeFocused()
  await cell(page, '14:30').click()
  await expect(bar(page)).toHaveText('14:00 ~ 14:30 총 30분')
  await cell(page, '14:00').click()
  await expect(bar(page)).toHaveText('14:10 ~ 14:30 총 20분')
  await cell(page, '11:50').click()
  await expectAlert(page, '선택한 범위 내에 예약할 수 없는 시간이 포함되어 있습니다.')
  await page.reload()
  await expect(bar(page)).toHaveText('14:10 ~ 14:30 총 20분')
})

test('a place that is not for everyone says so before and after a tap', async ({ page }) => {
  await signIn(page, NORMAL)
  const docents = page.getByRole('combobox', { name: '도슨트' })
  await docents.selectOption({ label: '[VVIP 전용] 이서연 · 한국어 · English' })
  await expect(page.getByText('VVIP 회원 전용 도슨트입니다.')).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /예약 가능/ })
    .first()
    .click()
  await expectAlert(page, 'VVIP 회원만 예약할 수 있습니다.')
  await docents.selectOption({ label: '[VIP 전용] Lucía Martín · Español' })
  await expect(page.getByText(/^VIP 회원 전용 도슨트입니다\./)).toBeVisible()
})

test('the grid is walked with the arrow keys, and takes one stop of the tab key', async ({ page }) => {
  await signIn(page, NORMAL)
  await choosePlace(page, '미팅룸', '미팅룸 2')
  await page
    .getByRole('button', { name: /예약 가능/ })
    .first()
    .focus()
  await page.keyboard.press('End')
  await expect(cell(page, '17:00')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(cell(page, '16:20')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, '16:30')).toBeFocused()
  // A screen reader moves the focus so, without a key that the page hears.
  await cell(page, '14:00').focus()
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, '14:10')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(bookButton(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(cell(page, '14:10')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(cell(page, '09:00')).toBeFocused()
})

test('days that cannot be loaded say so and come with a second try', async ({ page }) => {
  await signIn(page, NORMAL)
  await expect(page.getByRole('radio', { name: /2026년 11월 20일 \(금\)$/ })).toBeChecked()
  await page.route('**/api/user/event-dates/', (route) => route.fulfill({ status: 400, json: FAILURE }))
  await visitAfresh(page, '/dashboard')
  const alert = page.getByRole('alert').filter({ hasText: '행사 일정을 불러오는데 실패했습니다.' })
  await expect(alert).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/user/event-dates/')
  await alert.getByRole('button', { name: '다시 시도' }).click()
  await expect(page.getByRole('radio', { name: /2026년 11월 20일 \(금\)$/ })).toBeChecked()
})

test('times that cannot be loaded say so; a day without any is empty, not broken', async ({ page }) => {
  // A screen that begins to listen for changes asks once more, which would be the second try.
  await page.route('**/api/public/changes/**', (route) => route.abort())
  await signIn(page, NORMAL)
  const ofTheLastDay = '**/api/user/schedule/?date=2026-11-23'
  // The first try is lost, the others are never answered.
  await page.route(ofTheLastDay, () => {})
  await page.route(ofTheLastDay, (route) => route.abort(), { times: 1 })
  await page.getByText('11.23 (월)').click()
  await expect(page.getByText('연결이 불안정해 다시 시도 중입니다', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.route(ofTheLastDay, (route) => route.fulfill({ status: 400, json: FAILURE }))
  await page.reload()
  const alert = page.getByRole('alert').filter({ hasText: '예약 현황을 불러오는데 실패했습니다.' })
  await expect(alert).toBeVisible()
  await expectAccessible(page)
  await page.route(ofTheLastDay, (route) =>
    route.fulfill({ status: 404, json: { ...FAILURE, code: 'no_schedule_data' } }),
  )
  await alert.getByRole('button', { name: '다시 시도' }).click()
  await expect(page.getByText('이 날짜에는 예약할 수 있는 투어가 없습니다')).toBeVisible()
  await expectAccessible(page)
})

test('every thirty seconds it asks again, and a time that passes is struck through', async ({ page }) => {
  const time = await controlTime(page)
  await signIn(page, NORMAL)
  await choosePlace(page, '미팅룸', '미팅룸 3')
  await page.getByText('11.20 (금)').click()
  await expect(cell(page, '09:30')).toHaveAccessibleName(/^09:30 예약 가능/)
  const answers = ['/api/user/event-dates/', '/api/user/schedule/'].map((path) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
  )
  await time.pass(30_000)
  await Promise.all(answers)
  await cell(page, '09:30').click()
  await expect(bar(page)).toHaveText('09:30 ~ 09:40 총 10분')
  await time.passUntil('2026-11-20T09:29:50+01:00')
  await expect(cell(page, '09:30')).toHaveAccessibleName(/^09:30 선택됨/)
  await time.pass(11_000)
  await expect(cell(page, '09:30')).toHaveAccessibleName(/^09:30 지난 시간/)
  await expect(bar(page)).toHaveText('선택하신 시간이 지났습니다. 다른 시간을 선택해주세요.')
  await expectAccessible(page)
})
