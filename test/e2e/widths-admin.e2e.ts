import type { Page } from '@playwright/test'
import { openDesk } from './desk.ts'
import { SMALL } from './widths.ts'
import { expect, openBrowser, signInAsAdmin, test } from './fixtures.ts'
import { expectFits } from './fits.ts'

// Every screen of administrators, boards and docents, in the states that one comes through, at every width.

const DAY = '2026-11-23'
/** The company that has requested a meeting on the third of the sample days, which is not decided. */
const WAITING = '대한모빌리티'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const close = (page: Page) => page.keyboard.press('Escape')

test.beforeEach(() => test.slow())

test('the schedule @release', async ({ page }) => {
  await signInAsAdmin(page)
  for (const tab of ['dates', 'docents']) {
    await page.goto(`/admin/schedule?tab=${tab}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expectFits(page, tab)
  }
  await page.goto('/admin/schedule?tab=rooms')
  await button(page, '여러 개 한꺼번에 추가').click()
  const table = dialog(page, '미팅룸 여러 개 추가').getByLabel('표 붙여넣기')
  await table.fill('미팅룸 1\t3층\t10명\tVVIP\n회의실\t지하\t많음')
  await expect(page.getByRole('row', { name: /^2행 회의실/ })).toBeVisible()
  await expectFits(page, 'a pasted table')
  await table.fill('')
  await close(page)
  await button(page, '미팅룸 1 수정').click()
  const room = page.getByRole('form', { name: '미팅룸 1 수정' })
  await room.getByLabel('층').fill('9')
  await expect(room.getByRole('status')).toContainText('알림 메일을 받는 예약')
  await expectFits(page, 'a room that is changed, and how many hear of it')
  await button(page, '미팅룸 2 삭제').click()
  await expect(page.getByRole('alertdialog')).toContainText('예약')
  await expectFits(page, 'the question before a deletion')
  await page.goto(`/admin/schedule?tab=tour-slots&date=${DAY}`)
  await button(page, '가용 시간 일괄 추가').click()
  await button(page, '가용 시간 하나 추가').click()
  await expectFits(page, 'the slots of tours, and both forms')
  await page.goto(`/admin/schedule?tab=room-slots&date=${DAY}`)
  await expect(page.getByRole('button', { name: /^09:00 / }).first()).toBeVisible()
  await expectFits(page, 'the slots of rooms')
  await button(page, '시간 한꺼번에 만들기').click()
  await expect(dialog(page, '미팅룸 시간 한꺼번에 만들기').getByRole('row').nth(1)).toBeVisible()
  await expectFits(page, 'times for many')
  await close(page)
  await button(page, '하루 복사').click()
  await dialog(page, '하루 복사').getByRole('checkbox').nth(1).check()
  await expect(dialog(page, '하루 복사').getByRole('listitem')).toBeVisible()
  await expectFits(page, 'the copy of a day')
})

test('the reservations and the timeline @release', async ({ page }) => {
  await test.step('the reservations', async () => {
    await signInAsAdmin(page, '/admin/reservation?date=2026-11-22')
    const block = page.getByRole('main').getByRole('button', { name: new RegExp(`^${WAITING}`) })
    await expect(block.first()).toBeVisible()
    const filters = page.getByRole('button', { name: /^필터/ })
    if (await filters.isVisible()) await filters.click()
    await expectFits(page, 'a day')
    await block.first().click()
    await expect(dialog(page, '예약 상세')).toBeVisible()
    await expectFits(page, 'a reservation')
    for (const [open, name] of [
      ['시간·장소 변경', '시간·장소 변경'],
      ['방문자 정보 수정', '방문자 정보 수정'],
      ['추가 정보 수정', '추가 정보 수정'],
      ['거절', '예약 거절'],
    ] as const) {
      await dialog(page, '예약 상세').getByRole('button', { name: open, exact: true }).click()
      await expect(dialog(page, name)).toBeVisible()
      await expectFits(page, name)
      await close(page)
      await expect(dialog(page, name)).toBeHidden()
    }
    await page.goto('/admin/reservation?date=all')
    await expect(page.getByText('현장 예약은 날짜를 하나 선택하면')).toBeVisible()
    await expectFits(page, 'all days')
  })

  await test.step('the timeline', async () => {
    await page.goto(`/admin/reservation/timeline?date=${DAY}`)
    const free = page
      .getByRole('group', { name: /^미팅룸 1/ })
      .getByRole('button', { name: /예약 가능/ })
      .first()
    await expect(free).toBeVisible()
    await expectFits(page, 'the timeline')
    await free.click()
    await dialog(page, '현장 예약').getByRole('combobox', { name: '회원' }).fill('박지민')
    await expect(page.getByRole('listbox', { name: '검색된 회원' }).getByRole('option')).toBeVisible()
    await expectFits(page, 'a walk-in with the members that are found')
    await button(page, '회원이 아닌가요? 새 회원으로 등록').click()
    await expect(page.getByRole('group', { name: '새 회원' })).toBeVisible()
    await expectFits(page, 'a walk-in of a new member')
  })
})

test('the day sheet, a docent’s own, the arrivals and the closing report', async ({ page, browser, app }) => {
  await test.step('the day sheet, and a docent’s own', async () => {
    await signInAsAdmin(page, '/admin/reservation/day-sheet?date=2026-11-20&place=tour')
    const sheet = (of: Page) => of.getByRole('region', { name: /데이 시트$/ }).first()
    await expect(sheet(page)).toBeVisible()
    await expectFits(page, 'the day sheet')
    await page.getByLabel('도슨트 · 미팅룸').selectOption({ index: 2 })
    // The other sheets leave, and the button moves up.
    await expect(page.getByRole('region', { name: /데이 시트$/ })).toHaveCount(1)
    await button(page, '링크 만들기').click()
    await expect(dialog(page, '링크 만들기')).toBeVisible()
    await expectFits(page, 'a link that is made')
    await dialog(page, '링크 만들기').getByRole('button', { name: '링크 만들기' }).click()
    const url = await dialog(page, '링크를 만들었습니다').getByLabel('주소').inputValue()
    await expectFits(page, 'the link')
    const docent = await openBrowser(browser, page, app.url)
    const phone = await docent.newPage()
    await phone.goto(new URL(url).pathname)
    await expect(sheet(phone)).toBeVisible()
    await expectFits(phone, 'the docent’s day sheet')
    await docent.close()
  })

  await test.step('the arrivals and the closing report', async () => {
    await page.goto('/admin/arrivals')
    await page.getByRole('checkbox', { name: '하루 전체 보기' }).check()
    await expect(page.getByRole('region', { name: '도착' }).getByRole('listitem').first()).toBeVisible()
    await expectFits(page, 'the arrivals')
    await page.goto('/admin/closing')
    await page.getByText('자세한 표 보기').click()
    await expect(page.getByRole('table').first()).toBeVisible()
    await expectFits(page, 'the closing report')
  })
})

test('statistics and members @release', async ({ page }) => {
  await signInAsAdmin(page, '/admin/reservation/numbers')
  await expect(page.getByRole('table', { name: '도슨트별 예약률' })).toBeVisible()
  await expectFits(page, 'the statistics')
  const here = page.getByRole('navigation', { name: '예약 보기' }).getByRole('link', { name: '통계' })
  await expect(here, 'the chosen view is in sight').toBeInViewport({ ratio: 1 })
  await page.goto('/admin/users')
  await expect(page.getByRole('row')).toHaveCount(11)
  const address = page.getByRole('row').nth(1).getByRole('link', { name: /@/ })
  await page.setViewportSize(SMALL.viewport)
  await address.scrollIntoViewIfNeeded()
  await expect(address, 'the whole address').toBeInViewport({ ratio: 1 })
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await expectFits(page, 'the members with a choice')
  for (const [action, role] of [
    [/ 수정$/, 'dialog'],
    [/ 삭제$/, 'alertdialog'],
  ] as const) {
    await page.getByRole('row').nth(1).getByRole('button', { name: action }).click()
    await expect(page.getByRole(role)).toBeVisible()
    await expectFits(page, `a member, ${action}`)
    await close(page)
    await expect(page.getByRole(role)).toBeHidden()
  }
  await page.goto('/admin/users/1')
  await expect(page.getByRole('region', { name: '예약' }).getByRole('listitem').first()).toBeVisible()
  await expectFits(page, 'the page of a member')
  await button(page, '전체 검색').click()
  await page.keyboard.type('김')
  await expectFits(page, 'a search that is too short')
  await page.keyboard.type('하늘')
  await expect(dialog(page, '전체 검색').getByRole('region', { name: '도슨트·미팅룸' })).toBeVisible()
  await expectFits(page, 'what a search has found')
  await page.goto('/admin/users')
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await button(page, '선택 등급 변경 (1)').click()
  await dialog(page, '선택한 회원의 등급 변경').getByRole('radio', { name: 'VIP', exact: true }).check()
  await expect(page.getByText(/등급이 VIP로 바뀝니다|이미 모두 VIP 등급입니다/)).toBeVisible()
  await expectFits(page, 'a tier for those who are chosen')
  await close(page)
  await button(page, '파일로 등록').click()
  await page.getByLabel('회원 파일').setInputFiles({
    name: '명단.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('이름,회사명,직책,전화번호,이메일\n,,,1,nobody'),
  })
  await expect(dialog(page, '파일로 회원 등록').getByText('문제가 있는 행이 1개')).toBeVisible()
  await expectFits(page, 'a file of members with problems')
  await dialog(page, '파일로 회원 등록').getByText('열과 머리글 확인').click()
  await expectFits(page, 'the columns of a file of members')
})

test('the settings @release', async ({ page, app }) => {
  const desk = await openDesk(app)
  await desk.post('/api/admin/admins/', { name: '동료', password: 'Quiet harbour 42' })
  await signInAsAdmin(page, '/admin/settings')
  await expect(page.getByLabel('행사 이름')).not.toHaveValue('')
  await expectFits(page, 'the event')
  await page.goto('/admin/settings?tab=reasons')
  await expect(page.getByLabel('거절 사유')).not.toHaveValue('')
  await expectFits(page, 'the reasons')
  await page.goto('/admin/settings?tab=reminders')
  await expect(page.getByLabel('시작 몇 분 전에 알릴까요')).toHaveValue('20')
  await expect(page.getByRole('heading', { name: '휴대폰 알림' })).toBeVisible()
  await expectFits(page, 'the reminders')
  for (const [tab, heading] of [
    ['waitlist', '자리 대기'],
    ['privacy', '개인정보'],
    ['closing', '행사 마감'],
  ] as const) {
    await page.goto(`/admin/settings?tab=${tab}`)
    const panel = page.getByRole('tabpanel', { name: heading })
    await expect(panel.getByRole('heading').first()).toBeVisible()
    await expectFits(page, heading)
  }
  await page.goto('/admin/settings?tab=start')
  await button(page, '견본 데이터 삭제').click()
  await expect(page.getByRole('alertdialog', { name: '견본 데이터 삭제' })).toBeVisible()
  await expectFits(page, 'the start of the event, and the end of the sample')
  for (const tab of ['screens', 'accounts', 'audit']) {
    await page.goto(`/admin/settings?tab=${tab}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expectFits(page, tab)
  }
  await page.goto('/admin/settings?tab=accounts')
  await button(page, '2단계 인증 설정').click()
  await expect(page.getByRole('img', { name: '인증 앱 설정 QR 코드' })).toBeVisible()
  await expectFits(page, 'the set-up of a second factor')
  await page.goto('/admin/settings?tab=mails')
  await page.getByLabel('받는 주소').fill('desk@example.com')
  await button(page, '테스트 메일 보내기').click()
  await expect(page.getByRole('row').nth(1)).toContainText('발송됨')
  await expectFits(page, 'the mails')
  const webhook = { name: '문자와 메신저 발송', url: 'http://127.0.0.1:9/stand', is_on: true }
  const events = ['reservation.created', 'reservation.decided']
  const made = await desk.post('/api/admin/webhooks/', { ...webhook, events })
  await desk.post(`/api/admin/webhooks/${made['webhook']!.id}/test/`)
  await desk.post('/api/admin/api-tokens/', { name: '안내 시스템', scopes: ['reservations:read'] })
  await page.goto('/admin/settings?tab=integrations')
  await expect(page.getByText('안내 시스템').first()).toBeVisible()
  await expectFits(page, 'the integrations')
  await page.getByRole('button', { name: /^기록·테스트/ }).click()
  await expect(dialog(page, '문자와 메신저 발송 · 보낸 알림').getByText('실패')).toBeVisible()
  await expectFits(page, 'the deliveries of a webhook')
  await page.goto('/admin/settings?tab=screens')
  await button(page, '미팅룸 1 설정 링크').click()
  await expect(page.getByRole('img', { name: /QR 코드$/ })).toBeVisible()
  await expectFits(page, 'the set-up of a screen')
})

test('the boards, the login and the dashboard', async ({ page }) => {
  await test.step('the boards', async () => {
    await page.goto('/display')
    const room = page.getByRole('link', { name: '미팅룸 1' })
    await expect(room).toBeVisible()
    await expectFits(page, 'the list of rooms')
    await room.click()
    await expect(page.getByRole('region', { name: '현재 상태' })).toBeVisible()
    await expectFits(page, 'a board')
  })

  await test.step('the login and the dashboard', async () => {
    await page.goto('/admin')
    await button(page, '로그인').click()
    await expect(page.getByText('아이디를 입력해주세요.')).toBeVisible()
    await expectFits(page, 'the login with its errors')
    const refusal = {
      code: 'second_factor_required',
      error: '코드가 필요합니다.',
      message: '코드가 필요합니다.',
    }
    await page.route('**/api/admin/login/', (route) => route.fulfill({ status: 401, json: refusal }))
    await page.getByLabel('아이디').fill('admin')
    await page.getByLabel('비밀번호').fill('a long enough password')
    await button(page, '로그인').click()
    await expect(page.getByLabel('인증 앱의 6자리 코드')).toBeFocused()
    await expectFits(page, 'the login that asks for a second factor')
    await page.unroute('**/api/admin/login/')
    await page.evaluate('history.replaceState({ has_ended: true }, "")')
    await page.reload()
    await expect(page.getByText('로그인이 만료되었습니다. 다시 로그인해주세요.')).toBeVisible()
    await expectFits(page, 'the login after a session has ended')

    await signInAsAdmin(page, '/admin/dashboard')
    const request = page.getByRole('listitem').filter({ hasText: WAITING }).first()
    await expect(request).toBeVisible()
    const setup = page.getByText('행사 준비', { exact: true })
    // Rows that come into sight on the way are laid out, before anything beneath them is pressed.
    await setup.hover()
    await setup.click()
    await expect(page.getByRole('link', { name: '현황판 화면' })).toBeVisible()
    await expectFits(page, 'the dashboard with the checklist')
    await setup.click()
    await request.getByRole('checkbox').check()
    await expectFits(page, 'the dashboard with a choice')
    await page
      .getByRole('region', { name: '선택한 예약 처리' })
      .getByRole('button', { name: '거절 1건' })
      .click()
    await expect(dialog(page, '거절 1건')).toBeVisible()
    await expectFits(page, 'the rejection of a choice')
    await close(page)
    await request.getByRole('button').click()
    await expect(dialog(page, '예약 상세').getByText(WAITING).first()).toBeVisible()
    await expectFits(page, 'a request')
    await close(page)
    const menu = button(page, '메뉴 열기')
    if (!(await menu.isVisible())) return
    await menu.click()
    await expectFits(page, 'the menu')
  })
})
