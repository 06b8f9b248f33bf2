import type { Locator, Page } from '@playwright/test'
import { askForMeeting, askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, signIn, test } from './fixtures.ts'
import { expectFits, expectFitsEnlarged } from './fits.ts'
import { controlTime } from './page-time.ts'
import { cell, choosePlace } from './steps.ts'
import { DESK, PHONE } from './widths.ts'

// Every screen of a visitor, in the states that one comes through, at every width; also at twice the text size.

const VIP = { phone: '010-6789-3452', name: '한소희' }
// This member has an approved tour and an approved meeting ahead.
const RETURNING = { phone: '010-2345-6789', name: '박지민' }

const SIGN_UP = [
  {},
  { email: 'a.very.long.address@example-company.com' },
  { email: 'a.very.long.address@example-company.com', code: 'ABCDEF' },
]

async function expectEverything(page: Page, screen: string) {
  await expectFits(page, screen)
  await expectFitsEnlarged(page, screen)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const book = (page: Page) => page.getByRole('main').getByRole('button', { name: '예약하기' })
const close = (page: Page) => page.keyboard.press('Escape')

test.beforeEach(() => test.slow())

const EVENT = '2025 바르셀로나 트레이드쇼'

test('before the login', async ({ page }) => {
  await page.goto('/')
  await page.evaluate('history.replaceState({ has_ended: true }, "")')
  await page.reload()
  await expect(page.getByText('로그인이 만료되었습니다. 다시 로그인해주세요.')).toBeVisible()
  await button(page, '로그인').click()
  await expect(page.getByText('이름을 입력해주세요.')).toBeVisible()
  await expect(page.getByRole('link', { name: '개인정보 안내' })).toHaveAttribute('href', '/privacy')
  await expectEverything(page, 'the login after a session has ended, with its errors')
  for (const [i, [heading, next, error]] of [
    ['이메일을', null, null],
    ['인증번호를', null, null],
    ['회원 정보를', '가입하기', '회사명을 입력해주세요.'],
  ].entries()) {
    const progress = JSON.stringify(SIGN_UP[i])
    // This page is no screen: the sign-up begins anew there, at the step that it has come to.
    await page.goto('/healthz')
    await page.evaluate(`sessionStorage.setItem('sign_up', ${JSON.stringify(progress)})`)
    await page.goto('/register')
    await expect(page.getByRole('heading', { name: `${heading} 입력해주세요` })).toBeVisible()
    await expect(page.getByText(EVENT), 'whose event it is').toBeVisible()
    if (next) {
      await expect(page.getByLabel('전화번호')).toHaveAccessibleDescription(/010으로 시작.*메일에 회신/)
      await button(page, next).click()
      await expect(page.getByText(error!)).toBeVisible()
    }
    await expectEverything(page, `step ${i + 1} of the sign-up`)
  }
})

test('the dashboard', async ({ page }) => {
  const time = await controlTime(page)
  await signIn(page, VIP)
  await test.step('above the tier, with a range, and with an alert', async () => {
    await choosePlace(page, 'VIP 투어', '이서연')
    await expect(cell(page, '16:30')).toHaveAccessibleName(/예약 불가/)
    await expectEverything(page, 'times above the tier')
    await choosePlace(page, '미팅룸', 'VIP 라운지')
    await cell(page, '15:30').click()
    await cell(page, '16:10').click()
    await expect(page.getByText('총 50분')).toBeVisible()
    await expectEverything(page, 'the dashboard with a range')
    await cell(page, '15:50').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectEverything(page, 'the dashboard with an alert')
    await close(page)
  })

  await test.step('a phone on its side keeps its height for the times', async () => {
    await page.setViewportSize({ width: 844, height: 390 })
    const nav = (await page.getByRole('navigation', { name: '메뉴' }).boundingBox())!
    const proceed = (await book(page).boundingBox())!
    expect(nav.width, 'it stands at the side').toBeLessThan(100)
    expect(proceed.y, 'one row at the foot').toBeGreaterThan(390 - 64)
    const first = (await page.getByText('15:30 ~ 16:20').boundingBox())!
    expect(first.x, 'nothing is behind the navigation').toBeGreaterThanOrEqual(nav.x + nav.width)
    expect(
      Math.abs(first.y + first.height / 2 - (proceed.y + proceed.height / 2)),
      'side by side',
    ).toBeLessThan(16)
    await expectEverything(page, 'a phone on its side')
  })

  await test.step('on a desk the bar is the foot of the times that it belongs to', async () => {
    await page.setViewportSize(DESK.viewport)
    const card = page.getByRole('region', { name: '시간 선택' })
    const grid = page.getByRole('group', { name: 'VIP 라운지 시간표' })
    const boxes = async () => ({
      card: (await card.boundingBox())!,
      grid: (await grid.boundingBox())!,
      time: (await card.getByRole('status').boundingBox())!,
      proceed: (await book(page).boundingBox())!,
      picker: (await page.locator('.place-picker').boundingBox())!,
    })
    const bar = page.locator('.action-bar__inner')
    await page.evaluate('scrollTo(0, 0)')
    await expect(bar, 'it floats over the times').not.toHaveCSS('box-shadow', 'none')
    const up = await boxes()
    expect(up.picker.y, 'both columns begin at one height').toBeCloseTo(up.card.y, 0)
    expect(up.time.x).toBeCloseTo(up.grid.x, 0)
    expect(up.proceed.x + up.proceed.width).toBeCloseTo(up.grid.x + up.grid.width, 0)
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expect(bar, 'and lies at its place').toHaveCSS('box-shadow', 'none')
    const down = await boxes()
    expect(down.card.y + down.card.height - (down.proceed.y + down.proceed.height)).toBeLessThan(12)
    expect(down.proceed.y, 'it covers no time').toBeGreaterThan(down.grid.y + down.grid.height)
    await page.setViewportSize(PHONE.viewport)
    await button(page, '선택 해제').click()
  })

  await test.step('by the time first', async () => {
    await page.getByRole('button', { name: '시간 먼저' }).click()
    for (const [kind, place, what] of [
      ['VIP 투어', 'Emma Wilson', 'a tour'],
      ['미팅룸', 'VIP 라운지', 'a meeting'],
    ] as const) {
      await page.getByRole('tab', { name: kind }).click()
      await expect(cell(page, '15:30')).toBeVisible()
      if (kind === '미팅룸') await expectEverything(page, `the times of ${what}`)
      await cell(page, '15:30').click()
      await page.getByRole('radio', { name: new RegExp(place) }).check({ force: true })
      await expect(page.getByRole('status').filter({ hasText: place })).toBeVisible()
      await expectEverything(page, `${what} that is chosen`)
    }
  })

  await test.step('in the evening', async () => {
    await page.getByRole('button', { name: '미팅룸 먼저' }).click()
    await page.getByText('11.20 (금)', { exact: true }).click()
    await page.getByRole('tab', { name: 'VIP 투어' }).click()
    await time.passUntil('2026-11-20T17:35:00+01:00')
    await expect(page.getByRole('button', { name: /^11\.21 .* 보기$/ })).toBeVisible()
    await page.getByRole('tab', { name: '미팅룸' }).click()
    await button(page, '지난 시간 49개').click()
    await expect(cell(page, '09:00').first()).toBeVisible()
    await expectEverything(page, 'a day that is over, with its times')
  })
})

test('a booking', async ({ page, app }) => {
  await test.step('with its errors', async () => {
    await signIn(page, VIP)
    await choosePlace(page, '미팅룸', 'VIP 라운지')
    await cell(page, '15:30').click()
    await book(page).click()
    await page.getByLabel('연락처').fill('010-1234-567')
    await button(page, '예약 신청').click()
    await expect(page.getByText('올바른 연락처를 입력해주세요.')).toBeVisible()
    await expectEverything(page, 'the booking of a meeting with its errors')

    await page.goto('/dashboard')
    await choosePlace(page, 'VIP 투어', '김하늘')
    await cell(page, '16:30').click()
    await book(page).click()
    await expect(page.getByText('contact@fairslot.example')).toBeVisible()
    await expectEverything(page, 'the booking of a tour')
  })

  await test.step('at the same time as another, whose time is then lost', async () => {
    const [who, rival] = [await makeNewcomer(app), await makeNewcomer(app)]
    const places = await makePlaces(await openDesk(app), '2026-11-22')
    await askForMeeting(who, places, '18:10', '해외 협력사와 함께하는 물류 자동화 솔루션 견적 회의')
    await signIn(page, who)
    await choosePlace(page, 'VIP 투어', '도슨트 정해인')
    await cell(page, '18:00').click()
    await book(page).click()
    await expect(page.getByText(/^같은 시간에 다른 예약이 있습니다/)).toBeVisible()
    await expectEverything(page, 'the booking at the same time as another')
    await askForTour(rival, places, '18:00')
    await expect(page.getByText(/^선택하신 시간이 방금 마감되었습니다/)).toBeVisible()
    await expectEverything(page, 'the booking whose time is lost')
  })
})

test('the steps of a booking @release', async ({ page }) => {
  await signIn(page, VIP)
  for (const [path, place, looksAtSteps] of [
    ['/reserve-tour', 'Emma Wilson', true],
    ['/reserve-room', '미팅룸 1', false],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path)
      for (const name of ['2026년 11월 23일 (월)', place, '15시']) {
        await expect(page.getByRole('radio').first()).toBeVisible()
        if (looksAtSteps) await expectEverything(page, `the step before ${name}`)
        await page.getByText(name, { exact: true }).click()
      }
      await cell(page, '15:30').press('Enter')
      await expectEverything(page, 'the times')
      await button(page, '다음').click()
      await expect(button(page, '예약 신청')).toBeVisible()
      if (!looksAtSteps) return expectEverything(page, 'the last step')
      await page.goto(`${path}?docent_id=987654&date=2026-11-23`)
      await expect(page.getByText(/^요청하신 .* 찾을 수 없습니다/)).toBeVisible()
      return expectEverything(page, 'the step of a place that is gone')
    })
})

test('what one has booked', async ({ page }) => {
  await signIn(page, RETURNING, '/reservations')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('tab', { name: /미팅/ }).click()
  const mine = page.getByRole('article').filter({ hasText: '예약됨' }).first()
  await expectEverything(page, 'the meetings')
  for (const [action, role] of [
    ['상세 보기', 'dialog'],
    ['예약 취소', 'dialog'],
    ['미팅 종료', 'alertdialog'],
    ['피드백 작성', 'dialog'],
  ] as const) {
    await mine.getByRole('button', { name: action }).click()
    const opened = page.getByRole(role).last()
    await expect(opened).toBeVisible()
    await expectEverything(page, action)
    await expectActionsOnItsSide(page, opened)
    await close(page)
  }
  await page.goto('/reservations?status=cancelled')
  await expect(page.getByText('취소·거절 예약만 보고 있습니다.')).toBeVisible()
  await expectEverything(page, 'what was cancelled')
})

/** On a phone that is turned on its side the buttons of a dialog are in sight, and so is something of what it says. */
async function expectActionsOnItsSide(page: Page, dialog: Locator) {
  const upright = page.viewportSize()!
  await page.setViewportSize({ width: 844, height: 390 })
  for (const action of await dialog.locator('footer').last().getByRole('button').all())
    await expect(action).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText(/예약됨/)).toBeInViewport()
  await page.setViewportSize(upright)
}

test('what is coming, the profile, and a visit without a network', async ({ page, app }) => {
  const elsewhere = await fetch(new URL('/api/user/login/', app.url), {
    method: 'POST',
    body: JSON.stringify(RETURNING),
    headers: { 'content-type': 'application/json', 'user-agent': 'SamsungBrowser/25.0 (Android)' },
  })
  expect(elsewhere.status).toBe(200)
  await page.goto('/')
  await page.getByLabel('전화번호').fill(RETURNING.phone)
  await page.getByLabel('이름').fill(RETURNING.name)
  await button(page, '로그인').click()
  await expect(page.getByRole('dialog', { name: '다가오는 예약' })).toBeVisible()
  await expectEverything(page, 'what is coming')
  await page.goto('/profile')
  await expect(page.getByText('visitor23456789@fairslot.example')).toBeVisible()
  await expect(page.getByRole('button', { name: '삼성 인터넷 · Android 로그아웃' }).first()).toBeVisible()
  await expectEverything(page, 'the profile')
  await page.goto('/profile/end#1.2.3')
  await expect(button(page, '모든 기기에서 로그아웃')).toBeVisible()
  await expect(page.getByText(EVENT)).toBeVisible()
  await expectEverything(page, 'the page of the mail about a new device')
  await page.goto('/profile/erase')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectEverything(page, 'the end of a membership')
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectEverything(page, 'the privacy notice')
  await page.goto('/profile')
  await page.getByRole('navigation').getByRole('button', { name: '로그아웃' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectEverything(page, 'the question before the logout')
  await close(page)

  await page.goto('/reservations')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.route('**/api/user/**', (route) => route.abort())
  await page.reload()
  const note = page.getByText(/ 기준 · 연결되지 않아 다시 시도 중입니다$/)
  await expect(note).toBeVisible()
  await expectEverything(page, 'the reservations without a network')
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!
  const { y, height } = (await note.boundingBox())!
  expect(heading.y, 'nothing is behind the note').toBeGreaterThanOrEqual(y + height)
})
