import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { controlTime } from './page-time.ts'

// The parts of the app are to come over the network, not from the phone.
test.use({ serviceWorkers: 'block' })

// What was asked just before a page goes is answered to nobody.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const LOST = '화면을 불러오지 못했습니다.'
const RETRY_MS = 20_000

/** The board of a room of the sample event; the room's name too. */
async function findBoard(page: Page) {
  const [room] = await (await page.request.get('/api/display/rooms/')).json()
  return { path: `/display/room/${room.id}`, name: room.name as string }
}

test('a wall that cannot load its screen goes on trying, and needs no hand', async ({ page }) => {
  const board = await findBoard(page)
  const isPart = '**/assets/board-screen-*.js'
  const isService = (url: URL) => url.pathname === '/'
  await page.route(isPart, (route) => route.abort())
  const time = await controlTime(page)
  await page.goto(board.path)
  // It has been loaded anew by then, as once for each build, and in vain.
  await expect(page.getByText(LOST)).toBeVisible()
  await expect.poll(() => page.evaluate('sessionStorage.getItem("reloaded_from_build") !== null')).toBe(true)

  // While only a proxy answers, or nobody, a reload would leave a page without any code.
  await page.evaluate('window.isSamePage = true')
  for (const answer of [503, null]) {
    await page.route(isService, (route) => (answer ? route.fulfill({ status: answer }) : route.abort()))
    const asked = page.waitForRequest((request) => isService(new URL(request.url())))
    await time.pass(RETRY_MS)
    await asked
    await expect(page.getByText(LOST)).toBeVisible()
    await page.unroute(isService)
  }
  expect(await page.evaluate('window.isSamePage')).toBe(true)

  await page.unroute(isPart)
  await time.pass(RETRY_MS)
  await expect(page.getByRole('heading', { name: board.name })).toBeVisible()
})

test('a wall that has crashed once stands again by itself', async ({ page }) => {
  const board = await findBoard(page)
  const isAnswer = '**/api/display/rooms/*/'
  const time = await controlTime(page)
  await page.route(isAnswer, (route) => route.fulfill({ json: { date: '2026-11-20' } }))
  await page.goto(board.path)
  await expect(page.getByText(LOST)).toBeVisible()
  await page.unroute(isAnswer)
  await time.pass(RETRY_MS)
  await expect(page.getByRole('heading', { name: board.name })).toBeVisible()
})
