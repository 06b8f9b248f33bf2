import { isDeepStrictEqual } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { cell, choosePlace } from './steps.ts'
import { DESK, SMALL } from './widths.ts'

// The focus may be on its way behind a bar; the test of less motion asks for that itself.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const VIP = { phone: '010-6789-3452', name: '한소희' }

// This member has an approved tour and an approved meeting ahead.
const RETURNING = { phone: '010-2345-6789', name: '박지민' }

// Each script below runs in the page and answers its findings as a text; an empty text is as it should be.

/** Animations that take time; under reduced motion each is done as soon as it begins. */
const MOTION = `document.getAnimations()
  .filter((each) => each.playState === 'running' && each.effect.getComputedTiming().endTime > 0)
  .map((each) => each.animationName ?? each.transitionProperty)
  .join(', ')`

/** The text of the focused element where another element covers it. */
const HIDDEN_FOCUS = `(() => {
  const focused = document.activeElement
  if (focused === document.body) return 'nothing has the focus'
  const { left, top, width, height } = focused.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return focused.contains(hit) ? '' : focused.textContent
})()`

const findIn = (page: Page, what: string) => page.evaluate<string>(what)

test('who wants no motion gets none, and who has colours of their own can tell what is chosen', async ({
  page,
}) => {
  await test.step('no motion, while waiting too', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, VIP)
    await page.route('**/api/user/**', () => {})
    for (const path of ['/dashboard', '/reservations', '/profile']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await findIn(page, MOTION), path).toBe('')
    }
    await page.getByRole('navigation').getByRole('button', { name: '로그아웃' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect(await findIn(page, MOTION)).toBe('')
  })

  await test.step("what is chosen can be told in a person's own colours", async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.emulateMedia({ reducedMotion: 'no-preference', forcedColors: 'active' })
    await signIn(page, VIP)
    await choosePlace(page, '미팅룸', 'VIP 라운지')
    await cell(page, '16:40').click()
    const parts = {
      tab: page.getByRole('tab', { name: '미팅룸' }),
      day: page.locator('label').filter({ hasText: '11.22 (일)' }),
      time: cell(page, '16:40'),
    }
    const look = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(parts).map(async ([name, part]) => [
            name,
            (await part.screenshot()).toString('base64'),
          ]),
        ),
      ) as Record<string, string>
    // The control: what does not change looks the same, as soon as it has come to rest.
    let chosen = await look()
    const isAtRest = async () => {
      const before = chosen
      chosen = await look()
      return isDeepStrictEqual(chosen, before)
    }
    await expect.poll(isAtRest).toBe(true)
    await cell(page, '16:40').click()
    const { time } = await look()
    expect(time).not.toBe(chosen['time'])
    await page.getByText('11.21 (토)', { exact: true }).click()
    await expect(cell(page, '16:40')).toBeVisible()
    const { day } = await look()
    expect(day).not.toBe(chosen['day'])
    await page.getByRole('tab', { name: 'VIP 투어' }).click()
    await expect(cell(page, '16:30')).toBeVisible()
    expect((await parts.tab.screenshot()).toString('base64')).not.toBe(chosen['tab'])
  })
})

// The bars stand elsewhere on a desk, and on a small phone they leave the least between them.
test('what has the focus is never behind a bar, nor behind what is coming', async ({ page }) => {
  for (const { viewport } of [SMALL, DESK]) {
    await page.setViewportSize(viewport)
    await test.step(`never behind a bar, ${viewport.width} pixels wide`, async () => {
      await signIn(page, VIP)
      await choosePlace(page, '미팅룸', 'VIP 라운지')
      await cell(page, '09:00').focus()
      for (let row = 0; row < 12; row += 1) {
        expect(await findIn(page, HIDDEN_FOCUS)).toBe('')
        await page.keyboard.press('ArrowDown')
      }
      await expect(cell(page, '17:00')).toBeFocused()
      for (let row = 0; row < 12; row += 1) {
        expect(await findIn(page, HIDDEN_FOCUS)).toBe('')
        await page.keyboard.press('ArrowUp')
      }
      await page.goto('/reservations')
      await expect(page.getByRole('article').first()).toBeVisible()
      const last = page.getByRole('article').last().locator('button, a').last()
      // Beyond the last one the focus leaves the page.
      for (let isLast = false; !isLast; isLast = await last.evaluate((each) => each.matches(':focus'))) {
        await page.keyboard.press('Tab')
        expect(await findIn(page, HIDDEN_FOCUS)).toBe('')
      }
    })
    await test.step('nor behind what is coming, and what closes that leaves the focus somewhere', async () => {
      await page.context().clearCookies()
      await page.evaluate('sessionStorage.clear(), localStorage.clear()')
      const upcoming = page.getByRole('dialog', { name: '다가오는 예약' })
      const login = async () => {
        await page.goto('/')
        await page.getByLabel('전화번호').fill(RETURNING.phone)
        await page.getByLabel('이름').fill(RETURNING.name)
        await page.getByRole('button', { name: '로그인' }).click()
        await expect(upcoming.getByRole('heading')).toBeFocused()
      }
      await login()
      for (const stop of ['닫기', '다가오는 예약', /VIP 투어/, /신제품 공급 협의/, '닫기', '전체 보기']) {
        await page.keyboard.press('Tab')
        await expect(page.locator(':focus')).toHaveAccessibleName(stop)
      }
      await upcoming.getByRole('heading').focus()
      await page.keyboard.press('Shift+Tab')
      const tickets = page.getByRole('region', { name: '오늘 예약' }).getByRole('link')
      await expect(tickets.last()).toBeFocused()
      expect(await findIn(page, HIDDEN_FOCUS)).toBe('')
      await expect(upcoming).toBeHidden()

      await page.context().clearCookies()
      await page.evaluate('sessionStorage.clear()')
      await login()
      await page.keyboard.press('Escape')
      await expect(upcoming).toBeHidden()
      await expect(page.getByRole('main')).toBeFocused()
      for (const ticket of [tickets.first(), tickets.last()]) {
        await page.keyboard.press('Tab')
        await expect(ticket).toBeFocused()
      }
      await page.keyboard.press('Tab')
      const days = page.getByRole('group', { name: '행사 날짜' })
      await expect(days.getByRole('radio', { checked: true })).toBeFocused()
    })
  }
})
