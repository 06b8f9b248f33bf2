import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Takes the clock of a page into the hand. The page hears the service's answers as from a service whose clock was moved on
 * with it; the server's own stays, so that what then changes on screen changes by the page's clock.
 */
export async function controlTime(page: Page) {
  let ahead = 0
  await page.clock.install()
  await page.route('**/api/**', async (route) => {
    // A stream of changes has no end that could be waited for.
    if (route.request().url().includes('/changes/')) return route.continue()
    const response = await route.fetch().catch(() => null)
    // The page has gone, or the service: either way there is no answer.
    if (!response) return route.abort().catch(() => {})
    const headers = response.headers()
    const told = headers['x-service-time']
    if (told) headers['x-service-time'] = new Date(Date.parse(told) + ahead).toISOString()
    return route.fulfill({ response, headers }).catch(() => {})
  })
  const pass = async (ms: number) => {
    ahead += ms
    await page.clock.fastForward(ms)
  }
  return {
    pass,
    /** Stops it: from then on nothing is due but by what is passed. */
    async stop() {
      const jump = 5_000
      ahead += jump
      await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + jump)
    },
    /** Waits for what a stopped page shows, on the clock of whoever looks at it; its own moves by milliseconds. */
    async expectSoon(seen: Locator, timeout: number) {
      const look = async () => {
        await page.clock.runFor(1)
        return seen.isVisible()
      }
      await expect.poll(look, { timeout, intervals: [20] }).toBe(true)
    },
    /** Moves it on to a moment on the service's clock. */
    async passUntil(iso: string) {
      const answer = await page.request.get('/api/public/info/')
      await pass(Date.parse(iso) - Date.parse(answer.headers()['x-service-time']!) - ahead)
    },
  }
}
