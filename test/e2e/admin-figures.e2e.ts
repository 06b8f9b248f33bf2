import { askForMeeting, askForTour, askToCancel, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, signInAsAdmin, test } from './fixtures.ts'

const DAY = '2026-11-22'

/** The screen, and the figure's words. */
const FIGURES = [
  ['/admin/dashboard', '대기중 투어'],
  ['/admin/dashboard', '대기중 미팅'],
  ['/admin/dashboard', '취소 요청 투어'],
  ['/admin/dashboard', '취소 요청 미팅'],
  ['/admin/dashboard', '오늘 방문 투어'],
  ['/admin/dashboard', '오늘 방문 미팅'],
  ['/admin/dashboard', '종료됨 투어'],
  ['/admin/dashboard', '종료됨 미팅'],
  ['/admin/reservation?date=all', '오늘 방문 투어'],
  ['/admin/reservation?date=all', '오늘 방문 미팅'],
  ['/admin/reservation/timeline', '오늘 방문 투어'],
  ['/admin/reservation/timeline', '오늘 방문 미팅'],
] as const

test.beforeEach(async ({ page, app }) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const at = await makePlaces(desk, DAY)
  for (const kind of ['tour', 'meeting']) {
    const ask = (time: string) =>
      kind === 'tour' ? askForTour(who, at, time) : askForMeeting(who, at, time, '숫자 회의')
    const [over, off] = [await ask('17:00'), await ask('18:00')]
    await ask('19:00')
    for (const each of [over, off]) await desk.decide(each, 'approve')
    await desk.decide(over, 'complete')
    await askToCancel(who, off, '일정 변경')
  }
  await signInAsAdmin(page)
})

test('each figure leads to a list of exactly as many reservations @release', async ({ page }) => {
  test.slow()
  const counted: [string, number][] = []
  for (const [screen, words] of FIGURES) {
    await page.goto(screen)
    const figure = page.getByRole('link', { name: new RegExp(`^${words} [\\d,]+$`) })
    const count = Number(/[\d,]+$/.exec((await figure.textContent())!)![0].replace(',', ''))
    await figure.click()
    await expect(page.getByRole('status').filter({ hasText: /^예약 / })).toHaveText(`예약 ${count}건`)
    await expect(page.locator('[data-spot=block]')).toHaveCount(count)
    counted.push([`${screen} ${words}`, count])
  }
  expect(counted.filter(([, count]) => count === 0)).toEqual([])
  // The same words count the same everywhere.
  const today = counted.filter(([name]) => name.endsWith('오늘 방문 투어')).map(([, count]) => count)
  expect(new Set(today).size).toBe(1)
})

test('each date of the queue lists as many rows as its tab says, and all of them as many as its title @release', async ({
  page,
}) => {
  await page.goto('/admin/dashboard')
  const queue = page.getByRole('region', { name: /^승인 대기/ })
  const numberIn = (text: string) => Number(/(\d+)건$/.exec(text)![1])
  await expect(queue.getByRole('tab').nth(1)).toBeVisible()
  const tabs = await queue.getByRole('tab').all()
  const counts = []
  for (const tab of tabs) {
    await tab.click()
    const count = numberIn((await tab.textContent())!)
    await expect(queue.locator('[data-reservation]')).toHaveCount(count)
    counts.push(count)
  }
  const [all, ...days] = counts
  expect(days.reduce((sum, count) => sum + count, 0)).toBe(all)
  const title = queue.getByRole('heading', { level: 2 })
  expect(numberIn((await title.textContent())!)).toBe(all)
})

test('the waiting requests of the statistics are listed, of all dates or of one', async ({ page }) => {
  for (const range of ['', `?start_date=${DAY}&end_date=${DAY}`]) {
    await page.goto(`/admin/reservation/numbers${range}`)
    const title = page.getByRole('heading', { name: /^대기중 신청/ })
    const count = /(\d+)건$/.exec((await title.textContent())!)![1]
    await page.getByRole('link', { name: /^대기중 신청 목록 / }).click()
    await expect(page.getByRole('status').filter({ hasText: /^예약 / })).toHaveText(`예약 ${count}건`)
  }
  await page.goto(`/admin/reservation/numbers?start_date=${DAY}`)
  await expect(page.getByRole('heading', { name: /^대기중 신청/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^대기중 신청 목록 / })).toHaveCount(0)
})
