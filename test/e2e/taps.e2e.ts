import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// A tap has to hit what is still on its way in, as on a visitor's phone.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// This member has an approved tour and an approved meeting ahead, so that the popup of upcoming reservations comes too.
const RETURNING = { phone: '010-2345-6789', name: '박지민' }

async function logIn(page: Page) {
  await page.goto('/')
  await page.getByLabel('전화번호').fill(RETURNING.phone)
  await page.getByLabel('이름').fill(RETURNING.name)
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(page).toHaveURL('/dashboard')
}

async function login(page: Page) {
  await logIn(page)
  await expect(page.getByRole('dialog', { name: '다가오는 예약' })).toBeVisible()
}

async function forgetLogin(page: Page) {
  await page.context().clearCookies()
  await page.evaluate('sessionStorage.clear()')
}

/** Taps that are counted; typing and scrolling are not. */
function countTaps() {
  let taps = 0
  const tap = (target: Locator) => {
    taps += 1
    return target.tap()
  }
  return { tap, taps: () => taps }
}

const aFreeTime = (page: Page) => page.getByRole('button', { name: /예약 가능/ }).first()

test('from the login to a requested tour are three taps, and to a requested meeting four', async ({
  page,
}) => {
  await test.step('a tour', async () => {
    await login(page)
    const { tap, taps } = countTaps()
    await tap(aFreeTime(page))
    await expect(page.getByRole('dialog', { name: '다가오는 예약' })).toBeHidden()
    await tap(page.getByRole('main').getByRole('button', { name: '예약하기' }))
    await tap(page.getByRole('button', { name: '예약 신청' }))
    await expect(
      page.getByText('투어 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.'),
    ).toBeVisible()
    expect(taps()).toBe(3)
  })

  await test.step('a meeting', async () => {
    await forgetLogin(page)
    await login(page)
    const { tap, taps } = countTaps()
    await tap(page.getByRole('tab', { name: '미팅룸' }))
    await tap(aFreeTime(page))
    await tap(page.getByRole('main').getByRole('button', { name: '예약하기' }))
    await page.getByLabel('미팅명').fill('네 번의 터치')
    await page.getByLabel('현장 미팅 담당자명').fill('김도윤')
    await tap(page.getByRole('button', { name: '예약 신청' }))
    await expect(
      page.getByText('미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.'),
    ).toBeVisible()
    expect(taps()).toBe(4)
  })
})

test('the second half of a double press sends nothing that the first half has opened', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  const rest = page.waitForResponse(/after-load/)
  await login(page)
  await rest
  await aFreeTime(page).click()
  const book = (await page.getByRole('main').getByRole('button', { name: '예약하기' }).boundingBox())!
  const [x, y] = [book.x + book.width / 2, book.y + book.height / 2]
  const press = async (clickCount: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
  }
  await press(1)
  const send = page.getByRole('button', { name: '예약 신청' })
  await expect(send).toBeInViewport({ ratio: 1 })
  await expect
    .poll(() => page.evaluate(`document.elementFromPoint(${x}, ${y}).textContent`))
    .toMatch(/^예약 신청/)
  await press(2)
  await expect(send).not.toHaveAttribute('aria-busy')
  await press(1)
  await expect(page.getByText(/^투어 예약이 신청되었습니다/)).toBeVisible()
  expect(sent.filter((url) => url.includes('reserve-tour'))).toHaveLength(1)
})

test('what is coming is told once after the login, also when it could not be fetched at first; Back or a press closes it', async ({
  page,
}) => {
  await test.step('what could not be fetched is told when the network is back', async () => {
    const code = /\/assets\/upcoming-popup-.*\.js/
    await page.route(code, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('upcoming-popup'))
    await logIn(page)
    await failed
    await page.unroute(code)
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await expect(page.getByRole('dialog', { name: '다가오는 예약' })).toBeVisible()
  })

  await test.step('it is told once, and closes or leads to all of it', async () => {
    await forgetLogin(page)
    await login(page)
    const upcoming = page.getByRole('dialog', { name: '다가오는 예약' })
    await expect(upcoming.getByText('VIP 투어')).toBeVisible()
    await expect(upcoming.getByRole('heading', { name: '다가오는 예약' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(upcoming).toBeHidden()
    // The dialog's entry is left, and the one beneath has heard of it.
    await expect.poll(() => page.evaluate('history.state.dialogs ?? history.state.from_login')).toBe(false)
    await page.reload()
    await expect(page.getByRole('tab', { name: '미팅룸' })).toBeVisible()
    // The mark of the login is gone from the entry: nothing that is still loading can bring it back.
    expect(await page.evaluate('history.state.from_login')).toBe(false)

    await forgetLogin(page)
    await login(page)
    await upcoming.getByRole('button', { name: '전체 보기' }).click()
    await expect(page).toHaveURL('/reservations')
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
    await expect(upcoming).toBeHidden()
  })

  await test.step('Back closes it, stays on the dashboard, and leaves no entry behind', async () => {
    await forgetLogin(page)
    await login(page)
    const upcoming = page.getByRole('dialog', { name: '다가오는 예약' })
    const entry = () =>
      page.evaluate<unknown>('(({ from_login, dialogs }) => ({ from_login, dialogs }))(history.state ?? {})')
    await expect.poll(entry).toEqual({ from_login: true, dialogs: 1 })
    await page.goBack()
    await expect(upcoming).toBeHidden()
    await expect(page).toHaveURL('/dashboard')
    await expect.poll(entry).toEqual({ from_login: false })

    // A press beside it that leads elsewhere is not taken back, and one Back undoes it.
    await forgetLogin(page)
    await login(page)
    await expect.poll(entry).toEqual({ from_login: true, dialogs: 1 })
    await page.getByRole('navigation').getByRole('link', { name: '예약내역' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page).toHaveURL('/reservations')
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
    await expect.poll(entry).toEqual({ from_login: false })
    await expect(upcoming).toBeHidden()
  })
})

test.describe('beside the button that books', () => {
  // Its place is looked at, and not how it comes.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('what is coming never covers it, at any width and text size, in any view @release', async ({
    page,
  }) => {
    for (const view of ['single', 'overview']) {
      await page.goto('/healthz')
      await forgetLogin(page)
      await page.evaluate(`localStorage.setItem('day_view', '${view}')`)
      await login(page)
      const upcoming = page.getByRole('dialog', { name: '다가오는 예약' })
      const button = page.getByRole('main').getByRole('button', { name: '예약하기' })
      for (const [width, height] of [
        [320, 640],
        [390, 844],
        [844, 390],
        [1024, 768],
        [1440, 900],
      ] as const)
        for (const text of ['100%', '200%']) {
          await page.setViewportSize({ width, height })
          await page.evaluate(`document.documentElement.style.fontSize = '${text}'`)
          await expect(async () => {
            await expect(upcoming).toBeVisible()
            const [popup, book] = [(await upcoming.boundingBox())!, (await button.boundingBox())!]
            const isBeside =
              popup.x + popup.width <= book.x ||
              popup.x >= book.x + book.width ||
              popup.y + popup.height <= book.y ||
              popup.y >= book.y + book.height
            expect(isBeside, JSON.stringify({ width, text, popup, book })).toBe(true)
            expect(popup.y, 'nor does it leave the screen').toBeGreaterThanOrEqual(0)
            expect(popup.y + popup.height).toBeLessThanOrEqual(height)
            expect(popup.height, 'and it can be read').toBeGreaterThan(100)
          }).toPass({ timeout: 5_000 })
        }
      // The press that closes it also acts.
      await button.click()
      await expect(upcoming).toBeHidden()
      await expect(page.getByRole('alertdialog', { name: '예약 안내' })).toBeVisible()
    }
  })
})
