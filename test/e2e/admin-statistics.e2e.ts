import { expect, signInAsAdmin, test, watchConsole } from './fixtures.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))

test('the figures of the event answer how full it is, what waits, and why it was refused', async ({
  page,
}) => {
  const console = watchConsole(page)
  await page.goto('/admin/reservation/numbers')
  const docents = page.getByRole('table', { name: '도슨트별 예약률' })
  await expect(docents.getByRole('row', { name: /김하늘/ })).toContainText(/\d+%\s*\d+\/\d+/)
  await expect(page.getByRole('table', { name: '시간대별 투어 예약률' }).getByRole('row')).not.toHaveCount(0)
  await expect(page.getByText('해당 시간에 내부 행사가 예정되어 있습니다.').first()).toBeVisible()

  const count = docents
    .getByRole('row', { name: /김하늘/ })
    .getByRole('cell')
    .last()
  const ofAll = await count.textContent()
  await page.getByLabel('종료일').selectOption({ label: '11.20 (금)' })
  await expect(page).toHaveURL(/end_date=2026-11-20/)
  await expect(count).not.toHaveText(ofAll!)
  await page.reload()
  await expect(page.getByLabel('종료일')).toHaveValue('2026-11-20')
  await page.getByRole('button', { name: '전체 기간' }).click()
  await expect(count).toHaveText(ofAll!)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '엑셀 다운로드' }).click()
  expect((await saved).suggestedFilename()).toBe('통계_2026-11-20.xlsx')
  await page.getByRole('link', { name: '승인 대기 목록 보기' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  expect(console).toEqual([])
})

test('figures that cannot be loaded say so and come with the retry', async ({ page }) => {
  const figures = '**/api/admin/numbers/*'
  await page.route(figures, (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid_input', error: '입력 내용을 확인해주세요.' } }),
  )
  await page.goto('/admin/reservation/numbers')
  const alert = page.getByRole('alert').filter({ hasText: '데이터를 불러오는데 실패했습니다.' })
  await expect(alert).toBeVisible()
  await page.unroute(figures)
  await alert.getByRole('button', { name: '다시 시도' }).click()
  await expect(page.getByRole('table', { name: '도슨트별 예약률' })).toBeVisible()
  await expect(alert).toBeHidden()
})
