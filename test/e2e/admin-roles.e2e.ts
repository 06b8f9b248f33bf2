import type { Page } from '@playwright/test'
import { addColleague, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { askForMeeting } from './desk.ts'
import { expect, expectAccessible, openBrowser, signInAsAdmin, test, watchConsole } from './fixtures.ts'
import { hold } from './hold.ts'
import { fetchWhole, watchCalls } from './reads.ts'
import { DESK } from './widths.ts'

const menu = (page: Page) =>
  page.getByRole('navigation', { name: '관리자 메뉴' }).getByRole('link').allTextContents()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** The header stays one row beside its navigation; on a phone the menu says it. */
async function expectWho(page: Page, who: string) {
  const header = page.getByRole('banner')
  for (const width of [1440, 1280, 640, 390]) {
    await page.setViewportSize({ width, height: 844 })
    if (width < 640) await page.getByRole('button', { name: '메뉴 열기' }).click()
    else expect((await header.boundingBox())!.height, `${width} pixels wide`).toBeLessThan(70)
    for (const text of ['2025 바르셀로나 트레이드쇼', who])
      await expect(header.getByText(text, { exact: true }), `${width} pixels wide`).toBeVisible()
  }
  await page.setViewportSize(DESK.viewport)
}

test('an owner gives roles, sees everything, and cannot be the last to go', async ({
  page,
  browser,
  app,
}) => {
  await signInAsAdmin(page, '/admin/settings?tab=accounts')
  await expect(page.getByRole('banner')).toContainText('admin')
  await expect.poll(() => menu(page)).toHaveLength(6)
  await page.getByLabel('아이디').fill('안내 하나')
  await page.getByLabel('비밀번호', { exact: true }).fill('Chosen by another')
  await page.getByLabel('역할', { exact: true }).selectOption('안내 데스크')
  await page.getByRole('button', { name: '관리자 추가' }).click()
  await expect(page.getByText('관리자가 추가되었습니다.')).toBeVisible()
  const role = page.getByRole('combobox', { name: '안내 하나 역할' })
  await expect(role).toHaveValue('desk')

  const colleague = await (await openBrowser(browser, page, app.url)).newPage()
  await colleague.goto('/admin')
  await colleague.getByLabel('아이디').fill('안내 하나')
  await colleague.getByLabel('비밀번호').fill('Chosen by another')
  await colleague.getByRole('button', { name: '로그인' }).click()
  await expect(colleague.getByText('다른 관리자가 정한 비밀번호를 먼저 변경해주세요.')).toBeVisible()
  await colleague.goto('/admin/dashboard')
  await expect(colleague.getByText('다른 관리자가 정한 비밀번호를 먼저 변경해주세요.')).toBeVisible()
  await expectAccessible(colleague)
  await colleague.getByLabel('현재 비밀번호').fill('Chosen by another')
  await colleague.getByLabel('새 비밀번호').fill('Chosen by myself')
  await colleague.getByRole('button', { name: '비밀번호 변경' }).click()
  await expect(colleague).toHaveURL('/admin/dashboard')
  await expect.poll(() => menu(colleague)).toEqual(['대시보드', '예약 관리', '도착 확인', '설정'])
  await role.selectOption('운영자')
  const question = page.getByRole('alertdialog', { name: '역할 변경' })
  await expect(question).toContainText('안내 하나 계정의 역할을 안내 데스크에서 운영자로 변경합니다.')
  await expect(role).toHaveValue('manager')
  await expectAccessible(page)
  await question.getByRole('button', { name: '닫기' }).click()
  await expect(role).toHaveValue('desk')
  await role.selectOption('운영자')
  await question.getByRole('button', { name: '운영자로 변경' }).click()
  await expect(page.getByText('역할이 변경되었습니다.')).toBeVisible()
  await expect(role).toHaveValue('manager')
  await colleague.reload()
  await expect.poll(() => menu(colleague)).toHaveLength(6)

  await page.getByRole('combobox', { name: 'admin 역할' }).selectOption('운영자')
  await expect(question).toContainText('다른 소유자만 되돌릴 수 있습니다.')
  await question.getByRole('button', { name: '운영자로 변경' }).click()
  await expect(page.getByText(/마지막 소유자는 삭제하거나 역할을 바꿀 수 없습니다\./)).toBeVisible()
  await question.getByRole('button', { name: '닫기', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'admin 역할' })).toHaveValue('owner')
  await expectAccessible(page)
  await colleague.context().close()
})

test('a manager decides and plans, and finds no accounts, settings or closing', async ({ page, app }) => {
  const said = watchConsole(page)
  const owner = await openDesk(app)
  await addColleague(app, '운영 하나', 'manager')
  const places = await makePlaces(owner, '2026-11-22')
  await askForMeeting(await makeNewcomer(app), places, '18:10', '운영자가 승인할 회의')
  // The dashboard asks who is signed in before the rest of the header has loaded.
  const load = await hold(page, /assets\/late-.{8}\.js/)
  const asked = page.waitForResponse('**/api/admin/attention/')
  await signInAsAdmin(page, '/admin/dashboard', '운영 하나')
  await asked
  load()
  await expectWho(page, '운영 하나 · 운영자')
  await page.getByRole('button', { name: /운영자가 승인할 회의/ }).click()
  await dialog(page, '예약 상세').getByRole('button', { name: '승인', exact: true }).click()
  await expect(page.getByText('예약이 승인되었습니다.')).toBeVisible()
  await page.getByRole('link', { name: '회원 관리' }).click()
  await expect(page.getByRole('button', { name: '엑셀 다운로드' })).toBeVisible()
  await page.getByRole('link', { name: '설정' }).click()
  const tabs = page.getByRole('tablist', { name: '설정' }).getByRole('tab')
  await expect(tabs).toHaveText(['메일', '화면', '내 계정'])
  await tabs.filter({ hasText: '화면' }).click()
  await expect(page.getByRole('button', { name: /설정 링크$/ }).first()).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /이메일로 알림/ })).toBeHidden()
  await expect(page.getByRole('button', { name: '알림 설정' })).toBeHidden()
  await tabs.filter({ hasText: '내 계정' }).click()
  await expect(page.getByRole('heading', { name: '비밀번호 변경' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '관리자 추가' })).toBeHidden()
  await page.goto('/admin/closing')
  await expect(page.getByText('이 화면을 볼 권한이 없습니다.')).toBeVisible()
  expect(said).toEqual([])
})

test('the desk reads, notes, marks and books, and decides, exports and lists nothing', async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  const owner = await openDesk(app)
  await addColleague(app, '안내 둘', 'desk')
  const places = await makePlaces(owner, '2026-11-23')
  await askForMeeting(await makeNewcomer(app), places, '18:10', '데스크가 읽을 회의')
  await signInAsAdmin(page, '/admin/dashboard', '안내 둘')
  await expect.poll(() => menu(page)).toEqual(['대시보드', '예약 관리', '도착 확인', '설정'])
  await page.getByRole('button', { name: /데스크가 읽을 회의/ }).click()
  const details = dialog(page, '예약 상세')
  await expect(details.getByRole('button', { name: '승인', exact: true })).toBeHidden()
  await expect(details.getByRole('button', { name: '방문자 정보 수정' })).toBeHidden()
  await details.getByRole('button', { name: '추가 정보 수정' }).click()
  await page.getByLabel('요청 사항').fill('휠체어 1대')
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await expect(details.getByText('휠체어 1대').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const calls = watchCalls(page)
  await page.keyboard.press('a')
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  await test.step('books for a member, of whom it sees name and company alone', async () => {
    await page.goto('/admin/reservation/timeline?date=2026-11-22')
    await expect(page.getByRole('button', { name: '엑셀 다운로드' })).toBeHidden()
    await expect(page.getByText('Enter로 엽니다.'), 'and moves nothing').toBeVisible()
    const free = page.getByRole('group', { name: /^미팅룸 1/ }).getByRole('button', { name: /예약 가능/ })
    await free.first().click()
    const walkIn = dialog(page, '현장 예약')
    await walkIn.getByRole('combobox', { name: '회원' }).fill('박지')
    await expect(page.getByRole('option', { name: /박지민/ })).toHaveText('박지민 한빛전자')
    await page.getByRole('option', { name: /박지민/ }).click()
    await expect(walkIn.getByLabel('회사명')).toHaveValue('한빛전자')
    await walkIn.getByLabel('미팅명').fill('현장 상담')
    await walkIn.getByLabel('현장 미팅 담당자명').fill('김도윤')
    await walkIn.getByLabel('연락처').fill('01023456789')
    await walkIn.getByRole('button', { name: '예약 등록' }).click()
    await expect(walkIn).toBeHidden()
  })
  expect(calls(), 'the key A approves nothing').not.toContain('POST /api/admin/reservations/{id}/action/')

  await test.step('books for a visitor without an account, of whom name and company are enough', async () => {
    const free = page.getByRole('group', { name: /^미팅룸 2/ }).getByRole('button', { name: /예약 가능/ })
    await free.first().click()
    const walkIn = dialog(page, '현장 예약')
    await walkIn.getByRole('combobox', { name: '회원' }).fill('처음온손님')
    await walkIn.getByRole('button', { name: '계정 없이 예약' }).click()
    await expect(walkIn).toContainText('이름과 회사명만 입력하면 됩니다.')
    await expect(walkIn.getByLabel('방문자명')).toHaveValue('처음온손님')
    await expectAccessible(page)
    await walkIn.getByRole('button', { name: '예약 등록' }).click()
    await expect(walkIn.getByText('회사명을 입력해주세요.')).toBeVisible()
    await walkIn.getByLabel('회사명').fill('새벽상사')
    await walkIn.getByRole('button', { name: '예약 등록' }).click()
    await expect(page.getByText('미팅 예약이 등록되었습니다.', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /새벽상사/ }).click()
    await expect(dialog(page, '예약 상세').getByText('현장 방문').first()).toBeVisible()
    await page.keyboard.press('Escape')
  })

  for (const path of ['/admin/users', '/admin/schedule', '/admin/reservation/numbers', '/admin/closing']) {
    await page.goto(path)
    await expect(page.getByText('이 화면을 볼 권한이 없습니다.')).toBeVisible()
  }
  await expectAccessible(page)
  expect(said).toEqual([])
})

test('the header leads each role only to screens that it may open', async ({ page, browser, app }) => {
  const failed = { failed_mails: 2, failed_deliveries: 3, dead_webhooks: 1, silent_screens: 4 }
  await addColleague(app, '운영 셋', 'manager')
  await addColleague(app, '안내 셋', 'desk')
  for (const [name, links, count] of [
    [
      undefined,
      [
        '메일 실패 2통',
        '웹훅 실패 3건',
        '웹훅 받는 곳 응답 없음 1곳',
        '화면 응답 없음 4대',
        '개인정보 삭제까지 5일',
      ],
      '11',
    ],
    ['운영 셋', ['메일 실패 2통', '화면 응답 없음 4대'], '6'],
    ['안내 셋', [], null],
  ] as const) {
    const desk = await (await openBrowser(browser, page, app.url)).newPage()
    await desk.route('**/api/admin/attention/', async (route) => {
      const response = await fetchWhole(route)
      await route.fulfill({ response, json: { ...(await response.json()), ...failed, days_to_erasure: 5 } })
    })
    await signInAsAdmin(desk, '/admin/arrivals', name)
    await expect(desk.getByText(name ?? 'admin').first()).toBeVisible()
    await expect(desk.locator('#admin-attention').getByRole('link')).toHaveText(links)
    const toggle = desk.getByRole('button', { name: '메뉴 열기', includeHidden: true })
    await expect(toggle).toHaveText(count ?? '')
    await desk.unrouteAll({ behavior: 'ignoreErrors' })
    await desk.context().close()
  }
})
