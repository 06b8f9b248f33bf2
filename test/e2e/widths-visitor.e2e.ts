import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { expectFits, expectFitsEnlarged } from './fits.ts'
import { cell, choosePlace } from './steps.ts'

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

test('before the login', async ({ page }) => {
  await page.goto('/')
  await expectEverything(page, 'the login')
  await button(page, '로그인').click()
  await expect(page.getByText('이름을 입력해주세요.')).toBeVisible()
  await expectEverything(page, 'the login with its errors')
  await page.evaluate('history.replaceState({ has_ended: true }, "")')
  await page.reload()
  await expect(page.getByText('로그인이 만료되었습니다. 다시 로그인해주세요.')).toBeVisible()
  await expectEverything(page, 'the login after a session has ended')
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
    await expectEverything(page, `step ${i + 1} of the sign-up`)
    if (!next) continue
    await button(page, next).click()
    await expect(page.getByText(error!)).toBeVisible()
    await expectEverything(page, `step ${i + 1} of the sign-up with its errors`)
  }
})

test('the dashboard', async ({ page }) => {
  await signIn(page, VIP)
  await expect(page.getByRole('button', { name: /예약 가능/ }).first()).toBeVisible()
  await expectEverything(page, 'the tours')
  await choosePlace(page, '미팅룸', 'VIP 라운지')
  await cell(page, '15:30').click()
  await cell(page, '16:10').click()
  await expect(page.getByText('총 50분')).toBeVisible()
  await expectEverything(page, 'the dashboard with a range')
  await cell(page, '15:50').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectEverything(page, 'the dashboard with an alert')
})

test('a booking', async ({ page }) => {
  await signIn(page, VIP)
  await choosePlace(page, '미팅룸', 'VIP 라운지')
  await cell(page, '15:30').click()
  await book(page).click()
  await expect(page.getByText('contact@fairslot.example')).toBeVisible()
  await expectEverything(page, 'the booking of a meeting')
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

for (const [path, place, hour] of [
  ['/reserve-tour', 'Emma Wilson', '15시'],
  ['/reserve-room', '미팅룸 1', '15시'],
] as const)
  test(`the steps of ${path}`, async ({ page }) => {
    await signIn(page, VIP, path)
    const choice = page.getByRole('radio')
    for (const name of ['2026년 11월 23일 (월)', place, hour]) {
      await expect(choice.first()).toBeVisible()
      await expectEverything(page, `the step before ${name}`)
      await page.getByText(name, { exact: true }).click()
      await button(page, '다음').click()
    }
    await cell(page, '15:30').click()
    await expectEverything(page, 'the times')
  })

test('what one has booked', async ({ page }) => {
  await signIn(page, RETURNING, '/reservations')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectEverything(page, 'the tours')
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
    await expect(page.getByRole(role)).toBeVisible()
    await expectEverything(page, action)
    await expectActionsOnItsSide(page, page.getByRole(role))
    await close(page)
    await expect(page.getByRole(role)).toBeHidden()
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

test('what is coming, the profile, and a visit without a network', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('전화번호').fill(RETURNING.phone)
  await page.getByLabel('이름').fill(RETURNING.name)
  await button(page, '로그인').click()
  await expect(page.getByRole('dialog', { name: '다가오는 예약' })).toBeVisible()
  await expectEverything(page, 'what is coming')
  await page.goto('/profile')
  await expect(page.getByText('visitor23456789@fairslot.example')).toBeVisible()
  await expectEverything(page, 'the profile')
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
