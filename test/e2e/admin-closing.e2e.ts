import { readFileSync, rmSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { makeDataDir, startServer } from '../server-process.ts'
import { expect, expectAccessible, openBrowser, signInAsAdmin, test, watchConsole } from './fixtures.ts'
import { giveOpenedEvent, MORNING } from './opened-event.ts'

test('an administrator ends the event: reads the report, takes everything along, erases and begins anew', async ({
  page: like,
  browser,
}) => {
  // A service of its own: it is started anew on a later day.
  const dataDir = makeDataDir()
  giveOpenedEvent(dataDir)
  const first = await startServer({ DATA_DIR: dataDir, CLOCK_START: MORNING })
  const page = await (await openBrowser(browser, like, first.url)).newPage()
  const said = watchConsole(page)
  await signInAsAdmin(page)

  // While there are only the sample event's visitors nothing is erased by itself.
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')!.value
  const real = { name: '이가을', email: 'autumn@example.com', phone: '010-5151-2323' }
  const added = await page.request.post(`${first.url}/api/admin/users/`, {
    headers: { 'X-CSRFToken': csrf },
    data: { ...real, company_name: '가을상사', position: '대리', is_vip: false, is_vvip: false },
  })
  expect(added.status(), await added.text()).toBe(201)

  // The report, from the statistics.
  await page.goto('/admin/reservation/numbers')
  await page.getByRole('link', { name: '행사 보고서' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '행사 보고서' })).toBeVisible()
  const decided = page.getByRole('table', { name: '승인·거절까지 걸린 시간' })
  await expect(decided.getByRole('row', { name: /^전체/ })).toContainText(/시간|분|일/)
  await expect(page.getByRole('table', { name: '날짜별 예약률' }).getByRole('row')).toHaveCount(5)
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '엑셀 다운로드' }).click()
  expect((await saved).suggestedFilename()).toBe('행사보고서_2026-11-20.xlsx')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: '인쇄' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // The steps: everything in one file, while erasing has to wait for the last day.
  await page.getByRole('link', { name: '행사 마감', exact: true }).click()
  await expect(page.getByText(/끝나지 않은 예약 \d+건이 있습니다/)).toBeVisible()
  await expect(page.getByRole('button', { name: '지금 삭제' })).toBeDisabled()
  const taken = page.waitForEvent('download')
  await page.getByRole('button', { name: 'ZIP 다운로드' }).click()
  const zip = await taken
  expect(zip.suggestedFilename()).toBe('행사자료_2026-11-20.zip')
  const files = unzipSync(readFileSync(await zip.path()))
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['manifest.json', 'xlsx/reservations.xlsx']))
  await page.getByLabel('마지막 날부터 며칠 뒤').fill('30')
  await page.getByRole('button', { name: '자동 삭제 저장' }).click()
  await expect(page.getByText('행사 마감 설정이 저장되었습니다.')).toBeVisible()
  await expect(page.getByText('2026년 12월 23일 (수)')).toBeVisible()
  await expectAccessible(page)

  // The days of the event pass.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await first.stop()
  const later = { DATA_DIR: dataDir, CLOCK_START: '2026-11-24T09:00:00+01:00' }
  const second = await startServer({ ...later, PORT: new URL(first.url).port })
  await signInAsAdmin(page, '/admin/settings?tab=closing')
  await expect(page.getByText('행사가 끝났습니다.')).toBeVisible()
  await page.getByRole('button', { name: '지금 삭제' }).click()
  const dialog = page.getByRole('alertdialog', { name: '개인정보 삭제' })
  await expect(dialog.getByText(/^회원 13명, 예약 \d+건/)).toBeVisible()
  await dialog.getByLabel('계속하려면 “삭제”를 입력해주세요.').fill('삭제')
  await dialog.getByRole('button', { name: '개인정보 삭제' }).click()
  await expect(page.getByRole('list').getByText('삭제할 개인정보가 없습니다.')).toBeVisible()

  // The next event, first tried out.
  await page.getByRole('button', { name: '다음 행사 준비' }).click()
  const form = page.getByRole('dialog', { name: '다음 행사 준비' })
  await form.getByLabel('행사 이름').fill('2027 가전 박람회')
  await form.getByLabel('첫날').fill('2026-11-22')
  await form.getByRole('button', { name: '확인하기' }).click()
  await expect(form.getByText('오늘 또는 이후 날짜를 선택해주세요.')).toBeVisible()
  await form.getByLabel('첫날').fill('2027-11-19')
  await form.getByRole('button', { name: '확인하기' }).click()
  const begin = page.getByRole('alertdialog', { name: '다음 행사 시작' })
  await expect(begin.getByText('11.19 (금) ~ 11.22 (월) · 4일')).toBeVisible()
  await expect(begin.getByText(/도슨트 4명, 미팅룸 6개/)).toBeVisible()
  await begin.getByLabel('계속하려면 “삭제”를 입력해주세요.').fill('삭제')
  await begin.getByRole('button', { name: '다음 행사 시작' }).click()
  await expect(page.getByText('다음 행사가 시작되었습니다.')).toBeVisible()
  await expect(page.getByText('마지막 날이 아직 지나지 않았습니다.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('2027 가전 박람회').first()).toBeVisible()
  expect(said).toEqual([])
  await page.context().close()
  await second.stop()
  rmSync(dataDir, { recursive: true })
})
