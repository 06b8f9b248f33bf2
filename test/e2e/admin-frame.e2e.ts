import type { Page } from '@playwright/test'
import { makeNewcomer, openDesk } from './desk.ts'
import { expect, openBrowser, signIn, signInAsAdmin, test } from './fixtures.ts'
import { DESK, PHONE } from './widths.ts'

const LONG = 'W'.repeat(50)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const switchOf = (page: Page) => page.getByRole('navigation', { name: '예약 보기' })
const leftOf = async (page: Page) => (await switchOf(page).boundingBox())!.x

test('the views of reservations keep title, switch and actions in their places, even when nothing loads', async ({
  page,
}) => {
  await signInAsAdmin(page, '/admin/reservation?date=2026-11-20')
  await expect(heading(page, '예약 관리')).toBeVisible()
  const left = await leftOf(page)
  for (const [path, title, last] of [
    ['', '예약 관리', '새로고침'],
    ['/timeline', '예약 타임라인', '새로고침'],
    ['/day-sheet', '데이 시트', '인쇄'],
    ['/numbers', '통계', 'CSV 다운로드'],
    ['/../closing', '행사 보고서', '인쇄'],
  ] as const) {
    await page.goto(`/admin/reservation${path}`)
    await expect(heading(page, title)).toBeVisible()
    expect(await leftOf(page), title).toBe(left)
    const buttons = page.getByRole('main').locator('.toolbar').first().getByRole('button')
    await expect(buttons.last(), title).toHaveAccessibleName(last)
  }
  await page.route('**/api/admin/closing/report/', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/admin/closing')
  await expect(page.getByText('행사 보고서를 불러오는데 실패했습니다.')).toBeVisible()
  await expect(heading(page, '행사 보고서')).toBeVisible()
  expect(await leftOf(page)).toBe(left)
})

test('long names push nothing out of sight, and a narrow window keeps usual words whole @release', async ({
  page,
  browser,
  app,
}) => {
  const guest = await makeNewcomer(app, { name: 'Maria Fernández-Villaverde López' })
  const desk = await openDesk(app)
  const tier = { is_vip: false, is_vvip: false }
  await desk.post('/api/admin/docents/', {
    name: LONG,
    language: LONG.slice(0, 20),
    start_point: LONG,
    ...tier,
  })
  await signInAsAdmin(page)

  await test.step('the log shows what was changed and when', async () => {
    for (const { viewport } of [DESK, { viewport: { width: 700, height: 900 } }, PHONE]) {
      await page.setViewportSize(viewport)
      await page.goto('/admin/settings?tab=audit')
      const row = page.getByRole('row').filter({ hasText: LONG }).first()
      for (const part of [row.getByRole('link').first(), row.getByText(/^2026년/)]) {
        await part.scrollIntoViewIfNeeded()
        await expect(part, `${viewport.width}`).toBeInViewport({ ratio: 1 })
      }
    }
  })

  await test.step('a company is one word, and who is chosen is not deleted with the loudest button', async () => {
    await page.setViewportSize({ width: 700, height: 900 })
    await page.goto('/admin/users?search=새봄')
    const company = page.getByRole('cell', { name: '새봄로보틱스' }).locator('span')
    expect(await company.evaluate((each) => each.getClientRects().length)).toBe(1)
    await page.getByRole('row').nth(1).getByRole('checkbox').check()
    await expect(page.getByRole('button', { name: '선택 삭제 (1)' })).toHaveCSS('color', 'rgb(11, 19, 36)')
  })

  await test.step('the event’s name stands beside the menu', async () => {
    const visitor = await openBrowser(browser, page, app.url, { viewport: { width: 1024, height: 700 } })
    const own = await visitor.newPage()
    await signIn(own, guest, '/reservations')
    const event = (await own.getByRole('banner').boundingBox())!
    const menu = (await own.getByRole('link', { name: '예약하기' }).boundingBox())!
    expect(event.x + event.width).toBeLessThanOrEqual(menu.x + 2)
    await visitor.close()
  })
})
