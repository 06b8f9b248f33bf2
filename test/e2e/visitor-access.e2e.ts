import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { findSmallTargets } from './small-targets.ts'
import { cell, choosePlace } from './steps.ts'

const VIP = { phone: '010-6789-3452', name: '한소희' }

// Has an approved tour and an approved meeting ahead.
const RETURNING = { phone: '010-2345-6789', name: '박지민' }

const SIGN_UP = { step: 3, email: 'a.very.long.address@example-company.com', resend_at: 0, code: 'ABCDEF' }

/** Every screen of a visitor in turn, each with something on it. */
async function* everyScreen(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(page.getByText('이름을 입력해주세요.')).toBeVisible()
  yield 'the login with its errors'
  for (const [step, heading] of ['이메일을', '인증번호를', '회원 정보를'].entries()) {
    await page.evaluate(
      `sessionStorage.setItem('sign_up', ${JSON.stringify(JSON.stringify({ ...SIGN_UP, step: step + 1 }))})`,
    )
    await page.goto('/register')
    await expect(page.getByRole('heading', { name: `${heading} 입력해주세요` })).toBeVisible()
    yield `step ${step + 1} of the sign-up`
  }
  await signIn(page, VIP)
  await choosePlace(page, '미팅룸', 'VIP 라운지')
  await cell(page, '15:30').click()
  await cell(page, '16:10').click()
  await expect(page.getByText('총 50분')).toBeVisible()
  yield 'the dashboard with a range'
  await cell(page, '15:50').click()
  yield 'the dashboard with an alert'
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
  await expect(page.getByText('contact@fairslot.example')).toBeVisible()
  yield 'the booking'
  await page.goto('/reservations')
  await expect(page.getByRole('article').first()).toBeVisible()
  yield 'the reservations'
  await page
    .getByRole('button', { name: /상세 보기/ })
    .first()
    .click()
  yield 'the details of a reservation'
  await page.keyboard.press('Escape')
  await page.goto('/profile')
  await expect(page.getByText('가온에너지')).toBeVisible()
  yield 'the profile'
  await page.route('**/api/user/**', (route) => route.abort())
  await page.goto('/reservations')
  await expect(offlineNote(page)).toBeVisible()
  yield 'the reservations without a network'
}

const offlineNote = (page: Page) => page.getByText(/ 기준 · 연결되지 않아 다시 시도 중입니다$/)

// What these find in the page, they find as a text; an empty one is as it should be.

/** Texts that are cut off, or stick out of what holds them; a name and a preview of a reason may end in dots. */
const LOST_TEXTS = `[...document.querySelectorAll('body *')]
  .filter((each) => !each.closest('.visually-hidden, svg, option') && each.checkVisibility())
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .filter((each) => {
    if (each.matches('.visitor__label[data-name], .reservation__reason')) return false
    const style = getComputedStyle(each)
    if (style.position === 'absolute') return false
    if (style.overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 1) return true
    const range = document.createRange()
    range.selectNodeContents(each)
    const holder = each.closest('button, a, p, li, dd, dt, h1, h2, label, article, header') ?? each
    const { left, right } = holder.getBoundingClientRect()
    return [...range.getClientRects()].some((line) => line.left < left - 1 || line.right > right + 1)
  })
  .map((each) => each.textContent)
  .join(', ')`

/** Fields whose frame is less than three times as dark or as light as what it stands on. */
const FAINT_FRAMES = `[...document.querySelectorAll('input, select, textarea')]
  .filter((each) => each.checkVisibility() && !each.matches('[type=radio], [type=checkbox]'))
  .filter((each) => {
    const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0)
    const { borderTopColor, backgroundColor } = getComputedStyle(each)
    const [dark, bright] = [light(borderTopColor), light(backgroundColor)].sort((a, b) => a - b)
    return (bright + 0.05) / (dark + 0.05) < 3
  })
  .map((each) => each.name)
  .join(', ')`

const SIDEWAYS = `document.documentElement.scrollWidth > document.documentElement.clientWidth
  ? 'scrolls sideways by ' + (document.documentElement.scrollWidth - document.documentElement.clientWidth) : ''`

/** Chosen times that are joined to what is not beside them, or not to what is. */
const BROKEN_RANGES = `[...document.querySelectorAll('.slot[data-joined]')]
  .filter((each) => {
    const isJoined = getComputedStyle(each, '::after').content !== 'none'
    return isJoined !== (each.nextElementSibling.offsetTop === each.offsetTop)
  })
  .map((each) => each.textContent)
  .join(', ')`

/** Animations that take time; under reduced motion each is done as soon as it begins. */
const MOTION = `document.getAnimations()
  .filter((each) => each.playState === 'running' && each.effect.getComputedTiming().endTime > 0)
  .map((each) => each.animationName ?? each.transitionProperty)
  .join(', ')`

/** What has the focus and is behind something else. */
const HIDDEN_FOCUS = `(() => {
  const focused = document.activeElement
  if (focused === document.body) return 'nothing has the focus'
  const { left, top, width, height } = focused.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return focused.contains(hit) ? '' : focused.textContent
})()`

const findIn = (page: Page, what: string) => page.evaluate<string>(what)

test('everything that can be tapped is as large as a thumb, and every field has a frame to be seen', async ({
  page,
}, { project }) => {
  for await (const screen of everyScreen(page)) {
    // With a mouse, a link inside a sentence may be as low as its line.
    const found = project.name === 'desktop' ? '' : await findSmallTargets(page)
    expect(found, screen).toBe('')
    expect(await findIn(page, FAINT_FRAMES), screen).toBe('')
  }
})

test('at twice the text size nothing is lost and nothing scrolls sideways', async ({ page }) => {
  await page.addInitScript({
    content: `document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })`,
  })
  for await (const screen of everyScreen(page)) {
    expect(await findIn(page, SIDEWAYS), screen).toBe('')
    expect(await findIn(page, LOST_TEXTS), screen).toBe('')
    expect(await findIn(page, BROKEN_RANGES), screen).toBe('')
  }
  const note = (await offlineNote(page).boundingBox())!
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!
  expect(heading.y, 'nothing is behind the note').toBeGreaterThanOrEqual(note.y + note.height)
})

test('who wants no motion gets none, while waiting too', async ({ page }) => {
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

test('what has the focus is never behind a bar', async ({ page }) => {
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

test('nor behind what is coming, and what closes that leaves the focus somewhere', async ({ page }) => {
  const upcoming = page.getByRole('dialog', { name: '다가오는 예약' })
  const login = async () => {
    await page.goto('/')
    await page.getByLabel('전화번호').fill(RETURNING.phone)
    await page.getByLabel('이름').fill(RETURNING.name)
    await page.getByRole('button', { name: '로그인' }).click()
    await expect(upcoming.getByRole('heading')).toBeFocused()
  }
  await login()
  for (const stop of ['닫기', '다가오는 예약', '닫기', '전체 보기']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(stop)
  }
  await upcoming.getByRole('heading').focus()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('main').getByRole('button', { name: '예약하기' })).toBeFocused()
  expect(await findIn(page, HIDDEN_FOCUS)).toBe('')
  await expect(upcoming).toBeHidden()

  await page.evaluate('sessionStorage.clear()')
  await login()
  await page.keyboard.press('Escape')
  await expect(upcoming).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { checked: true })).toBeFocused()
})

test("what is chosen can be told in a person's own colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
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
  const chosen = await look()
  expect(await look(), 'control: what does not change looks the same').toEqual(chosen)
  await cell(page, '16:40').click()
  const { time } = await look()
  expect(time).not.toBe(chosen['time'])
  await page.getByText('11.21 (토)').click()
  await expect(cell(page, '16:40')).toBeVisible()
  const { day } = await look()
  expect(day).not.toBe(chosen['day'])
  await page.getByRole('tab', { name: 'VIP 투어' }).click()
  await expect(cell(page, '16:30')).toBeVisible()
  expect((await parts.tab.screenshot()).toString('base64')).not.toBe(chosen['tab'])
})
