import { makeNewcomer } from './desk.ts'
import { expect, openBrowser, signIn, signInAsAdmin, test } from './fixtures.ts'
import { PHONE } from './widths.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 Chrome/125.0.0.0 Mobile Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'

const LINKS = [
  [IPHONE, '캘린더에서 열기', /^webcal:.*\.ics$/],
  [ANDROID, 'Google 캘린더에 추가', /^https:\/\/calendar\.google\.com\/.*webcal%3A%2F%2F.*\.ics$/],
] as const

test('the calendar is opened where an app answers, and added to Google on Android @release', async ({
  page,
  browser,
  app,
}) => {
  const member = await makeNewcomer(app)
  for (const [userAgent, name, address] of LINKS) {
    const context = await openBrowser(browser, page, app.url, { ...PHONE, userAgent })
    const phone = await context.newPage()
    await signIn(phone, member, '/profile')
    await phone
      .getByRole('button', { name: /캘린더/ })
      .first()
      .click()
    await phone.getByRole('button', { name: /주소 만들기/ }).click()
    await expect(phone.getByRole('link', { name })).toHaveAttribute('href', address)
    expect(await phone.locator('[href^="webcal:"]').count()).toBe(userAgent === ANDROID ? 0 : 1)
    await context.close()
  }
})

test('an administrator opens the calendar of the whole event in the same way @release', async ({
  page,
  browser,
  app,
}) => {
  for (const [userAgent, name, address] of LINKS) {
    const context = await openBrowser(browser, page, app.url, { ...PHONE, userAgent })
    const phone = await context.newPage()
    await signInAsAdmin(phone, '/admin/reservation/day-sheet')
    await phone.getByRole('button', { name: '캘린더 주소 만들기' }).click()
    const making = phone.getByRole('dialog', { name: '캘린더 주소 만들기' })
    await making.getByLabel('도슨트 · 미팅룸').selectOption('전체 일정 (모든 투어와 미팅)')
    await making.getByRole('button', { name: '캘린더 주소 만들기' }).click()
    const made = phone.getByRole('dialog', { name: '캘린더 주소를 만들었습니다' })
    await expect(made.getByText('전체 일정 캘린더 주소입니다.')).toBeVisible()
    await expect(made.getByRole('link', { name })).toHaveAttribute('href', address)
    await expect(made.getByRole('button', { name: '주소 복사' })).toBeVisible()
    await context.close()
  }
})
