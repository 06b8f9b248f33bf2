import { expect, type Locator, type Page } from '@playwright/test'
import { fetchWhole } from './reads.ts'

/** Sees what comes after a pause between tries or polls. The page's clock is installed, and the pause passes at once. */
export const asTimePasses = (page: Page, see: (soon: { timeout: number }) => Promise<unknown>) =>
  expect(async () => {
    await page.clock.fastForward(2_500)
    await see({ timeout: 250 })
  }).toPass({ timeout: 20_000, intervals: [50] })

/**
 * Takes control of a page's clock. The page gets the service's answers as from a service whose clock moves on with it;
 * the server's own clock stays, so that each change on screen comes from the page's clock.
 */
export async function controlTime(page: Page) {
  let ahead = 0
  let moved = Promise.resolve()
  const answering = new Set<Promise<void>>()
  await page.clock.install()
  await page.route('**/api/**', async (route) => {
    // A stream of changes has no end that could be waited for.
    if (route.request().url().includes('/changes/')) return route.continue()
    const response = await fetchWhole(route).catch(() => null)
    // The page has gone, or the service: either way there is no answer.
    if (!response) return route.abort().catch(() => {})
    await moved
    const headers = response.headers()
    const told = headers['x-service-time']
    if (told) headers['x-service-time'] = new Date(Date.parse(told) + ahead).toISOString()
    const answered = route.fulfill({ response, headers }).catch(() => {})
    answering.add(answered)
    await answered
    answering.delete(answered)
  })
  /** An answer that came between the two clocks would teach the page that it is wrong by as much as they move. */
  const move = async (ms: number, movePage: () => Promise<void>) => {
    const done = Promise.withResolvers<void>()
    moved = done.promise
    try {
      await Promise.all(answering)
      ahead += ms
      await movePage()
    } finally {
      done.resolve()
    }
  }
  const pass = (ms: number) => move(ms, () => page.clock.fastForward(ms))
  return {
    pass,
    /** Stops the clock: from then on a timer is due only when the test lets its time pass. */
    stop() {
      const jump = 5_000
      return move(jump, async () => page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + jump))
    },
    /** Lets a stopped clock go on. */
    goOn: () => page.clock.resume(),
    /** Waits in real time until a stopped page shows `seen`; the page's own clock moves by milliseconds. */
    async expectSoon(seen: Locator, timeout: number) {
      const look = async () => {
        await page.clock.runFor(1)
        return seen.isVisible()
      }
      await expect.poll(look, { timeout, intervals: [20] }).toBe(true)
    },
    /** Moves the clock on to a moment on the service's clock. */
    async passUntil(iso: string) {
      const answer = await page.request.get('/api/public/info/')
      await pass(Date.parse(iso) - Date.parse(answer.headers()['x-service-time']!) - ahead)
    },
  }
}
