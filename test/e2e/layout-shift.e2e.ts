import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { DESK, PHONE } from './widths.ts'

// As visitors have it: what it keeps need not come over the slow network again.
test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'no-preference' } })

const MEMBER = { phone: '010-3234-8907', name: '임도현' }
// This member has tickets for today.
const EXPECTED = { phone: '010-2345-6789', name: '박지민' }

/** The limit is less than an eye notices; browsers call 0.1 good. */
const MAX = 0.02

/** Simulates a hall's Wi-Fi, with nothing kept from an earlier visit. */
async function slowDown(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 250,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  })
}

/** The stream of changes never ends, so that with it a network is never idle. */
const cutChanges = (page: Page) => page.route('**/api/public/changes/**', (route) => route.abort())

/** Adds up the layout shifts; one within half a second after a tap is the visitor's own doing. */
const watchShifts = (page: Page) =>
  page.addInitScript({
    content: `
      window.shift = { sum: 0, what: [] }
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (entry.hadRecentInput) continue
          window.shift.sum += entry.value
          window.shift.what.push(...entry.sources.map(({ node, previousRect: from, currentRect: to }) =>
            (node?.className || node?.nodeName) + ' from ' + from.top + ' to ' + to.top))
        }
      }).observe({ type: 'layout-shift', buffered: true })`,
  })

async function expectStill(page: Page) {
  await page.waitForLoadState('networkidle')
  const { sum, what } = await page.evaluate<{ sum: number; what: string[] }>('window.shift')
  expect(sum, `${page.url()} moved: ${what.join(', ')}`).toBeLessThan(MAX)
}

// On a desk the parts of a screen stand beside each other.
for (const [where, width] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const)
  test.describe(`on ${where}`, () => {
    test.use(width)

    test('nothing moves while the screens come in over a slow network @release', async ({ page }) => {
      await test.step("a member's screens", async () => {
        await signIn(page, MEMBER)
        await cutChanges(page)
        await watchShifts(page)
        await slowDown(page)
        await page.goto('/reservations')
        await expect(
          page.getByRole('article').or(page.getByText('예약된 투어가 없습니다')).first(),
        ).toBeVisible()
        await expectStill(page)
        await page.goto('/profile')
        await expect(page.getByText('visitor32348907@fairslot.example')).toBeVisible()
        await expectStill(page)
        await page.goto('/dashboard')
        const free = page.getByRole('button', { name: /예약 가능/ }).first()
        await expect(free).toBeVisible()
        await expectStill(page)
        await page.getByText('11.23 (월)', { exact: true }).click()
        await expect(free).toBeVisible()
        await expectStill(page)
        await free.click()
        await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
        await expect(page.getByRole('button', { name: '예약 신청' })).toBeVisible()
        await expectStill(page)
        await page.reload()
        await expect(page.getByText('contact@fairslot.example')).toBeVisible()
        await expectStill(page)
      })

      await test.step('a home that begins with tickets, at first and when they are known', async () => {
        await page.evaluate('sessionStorage.clear(), localStorage.clear()')
        await signIn(page, EXPECTED)
        for (const _ of ['at first', 'known']) {
          await expect(page.getByRole('region', { name: '오늘 예약' })).toBeVisible()
          await expect(page.getByRole('button', { name: /예약 가능/ }).first()).toBeVisible()
          await expectStill(page)
          await page.reload()
        }
      })

      await test.step('the login and the sign-up', async () => {
        // This page is no screen, which would say that its session has ended.
        await page.goto('/healthz')
        await page.context().clearCookies()
        await page.evaluate('sessionStorage.clear(), localStorage.clear()')
        await page.goto('/')
        await expect(page.getByText('2025 바르셀로나 트레이드쇼')).toBeVisible()
        await expectStill(page)
        await page.goto('/register')
        await expect(page.getByLabel('이메일')).toBeVisible()
        await expectStill(page)
      })
    })
  })
