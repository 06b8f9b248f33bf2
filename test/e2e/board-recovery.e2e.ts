import type { Page } from '@playwright/test'
import { LOGOS } from '../logo-files.ts'
import { openDesk } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { controlTime } from './page-time.ts'
import { fetchWhole } from './reads.ts'

type Time = Awaited<ReturnType<typeof controlTime>>

// The parts of the app are to come over the network, not from the phone.
test.use({ serviceWorkers: 'block' })

// A request sent just before a page closes finds no page to answer, which is no failure.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const LOST = '화면을 불러오지 못했습니다.'
const RETRY_MS = 20_000

/** The board of a room of the sample event; the room's name too. */
async function findBoard(page: Page) {
  const [room] = await (await page.request.get('/api/display/rooms/')).json()
  return { path: `/display/room/${room.id}`, name: room.name as string }
}

/** Lets that time pass again and again until `found` answers `expected`: a timer may only just have started. */
const passUntil = (time: Time, ms: number, found: () => unknown, expected: unknown) => {
  const look = async () => {
    await time.pass(ms)
    return found()
  }
  return expect.poll(look, { intervals: [250] }).toBe(expected)
}

test('a logo that could not be loaded is shown a minute later @release', async ({ page }) => {
  await page.clock.install()
  const path = '/api/public/image/logo/'
  await page.route('**/api/public/info/', async (route) => {
    const response = await fetchWhole(route)
    const { face, ...info } = await response.json()
    const logo = { path, hash: 'logo', width: 30, height: 12 }
    await route.fulfill({ response, json: { ...info, face: { ...face, logo } } })
  })
  let isDown = true
  await page.route(`**${path}`, (route) =>
    isDown
      ? route.fulfill({ status: 503 })
      : route.fulfill({ contentType: 'image/png', body: Buffer.from(LOGOS.png, 'base64') }),
  )
  const failed = page.waitForResponse(`**${path}`)
  await page.goto((await findBoard(page)).path)
  await failed
  const logo = page.locator('.face-plate img')
  await expect(logo).toBeHidden()
  isDown = false
  await page.clock.fastForward(60_000)
  await expect(logo).toHaveJSProperty('naturalWidth', 30)
})

test('a wall that cannot load its screen, or has crashed, stands again by itself', async ({ page }) => {
  const board = await findBoard(page)
  const time = await controlTime(page)
  await test.step('a wall that has crashed once stands again by itself', async () => {
    const isAnswer = '**/api/display/rooms/*/'
    await page.route(isAnswer, async (route) => {
      const response = await fetchWhole(route)
      await route.fulfill({ response, json: { ...(await response.json()), reservations: null } })
    })
    await page.goto(board.path)
    await expect(page.getByText(LOST)).toBeVisible()
    await page.unroute(isAnswer)
    await passUntil(time, RETRY_MS, () => page.getByRole('heading', { name: board.name }).isVisible(), true)
  })

  await test.step('a wall that cannot load its screen goes on trying, and needs no hand', async () => {
    const isPart = /\/assets\/board-screen-.*\.js/
    const isService = (url: URL) => url.pathname === '/'
    await page.route(isPart, (route) => route.abort())
    await page.goto(board.path)
    // The page has been loaded anew by then, as once for each build, and in vain.
    await expect(page.getByText(LOST)).toBeVisible()
    await expect
      .poll(() => page.evaluate('sessionStorage.getItem("reloaded_from_build") !== null'))
      .toBe(true)

    // While only a proxy answers, or nobody, a reload would leave a page without any code.
    await page.evaluate('window.isSamePage = true')
    for (const answer of [503, null]) {
      await page.route(isService, (route) => (answer ? route.fulfill({ status: answer }) : route.abort()))
      let isAsked = false
      page.on('request', (request) => {
        isAsked ||= isService(new URL(request.url()))
      })
      await passUntil(time, RETRY_MS, () => isAsked, true)
      await expect(page.getByText(LOST)).toBeVisible()
      await page.unroute(isService)
    }
    expect(await page.evaluate('window.isSamePage')).toBe(true)

    await page.unroute(isPart)
    await passUntil(time, RETRY_MS, () => page.getByRole('heading', { name: board.name }).isVisible(), true)
  })
})

const CHECK_IN = '**/api/public/screens/'
const STREAM = '**/api/public/changes/**'
const MINUTE = 60_000

/** The path of the set-up link of the sample event's first room. */
async function findSetUp(app: Parameters<typeof openDesk>[0]) {
  const desk = await openDesk(app)
  const { rooms } = await desk.get<{ rooms: { setup_url: string }[] }>('/api/admin/screens/')
  return new URL(rooms[0]!.setup_url)
}

test('a wall whose browser never tries a part again is loaded anew', async ({ page }) => {
  const { path, name } = await findBoard(page)
  const isPart = /\/assets\/change-stream-.*\.js/
  await page.route(isPart, (route) => route.abort())
  const time = await controlTime(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const loaded = page.waitForEvent('load')
  await time.pass(MINUTE)
  await loaded
  // The page has been loaded anew in vain, and is not loaded over and over again.
  await page.evaluate('window.isSamePage = true')
  await time.pass(MINUTE)
  await time.pass(MINUTE)
  let heard: number | undefined
  page.on('response', (response) => {
    if (response.url().includes('/changes/')) heard = response.status()
  })
  await page.unroute(isPart)
  await passUntil(time, MINUTE, () => heard, 200)
  expect(await page.evaluate('window.isSamePage')).toBe(true)
})

test('a wall whose first script is late says so, and is not loaded anew once it runs', async ({ page }) => {
  const { path, name } = await findBoard(page)
  const isEntry = /\/assets\/index-[^/]*\.js$/
  const arrived = Promise.withResolvers<void>()
  await page.route(isEntry, (route) => arrived.promise.then(() => route.continue()))
  const time = await controlTime(page)
  await page.goto(path, { waitUntil: 'commit' })
  const late = page.getByText('화면을 불러오지 못했습니다. 네트워크를 확인해주세요.')
  await passUntil(time, 20_000, () => late.isVisible(), true)
  arrived.resolve()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(late).toBeHidden()
  let asks = 0
  page.on('request', (request) => {
    if (request.method() === 'HEAD') asks += 1
  })
  await time.pass(MINUTE)
  expect(asks, 'to load it anew').toBe(0)
})

test('a wall whose browser forbids storage shows its room', async ({ page }) => {
  const board = await findBoard(page)
  await page.addInitScript(`for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('forbidden', 'SecurityError') } })`)
  await page.goto(board.path)
  await expect(page.getByRole('heading', { name: board.name })).toBeVisible()
})

test('a set-up link that is pasted makes an open board a screen, which says that it is there also when the network was away', async ({
  page,
  app,
}) => {
  await test.step('a pasted link makes an open board a screen', async () => {
    const link = await findSetUp(app)
    const { name } = await findBoard(page)
    const desk = await openDesk(app)
    const countScreens = async () => {
      const { rooms } = await desk.get<{ rooms: { screens: unknown[] }[] }>('/api/admin/screens/')
      return rooms[0]!.screens.length
    }
    const before = await countScreens()
    const told: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/public/screens/')) told.push(request.postData()!)
    })
    await page.goto(link.pathname)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    expect(told).toEqual([])
    const answer = page.waitForResponse(CHECK_IN)
    // Its stream begins anew to hear of orders too, and half a second later it asks for one that it may have missed.
    const again = page.waitForRequest(() => told.length > 1)
    await page.goto(link.pathname + link.hash)
    expect((await answer).status()).toBe(200)
    await again
    expect(new Set(told).size, 'it says the same each time').toBe(1)
    expect(await countScreens(), 'it is one screen, however often it says so').toBe(before + 1)
  })

  await test.step('it says that it is there and listens, also when the network was away at first', async () => {
    const link = await findSetUp(app)
    const isPart = /\/assets\/(check-in|change-stream)-.*\.js/
    const missed = [page.waitForEvent('requestfailed', (request) => request.url().includes('check-in'))]
    missed.push(page.waitForEvent('requestfailed', (request) => request.url().includes('change-stream')))
    await page.route(isPart, (route) => route.abort())
    const time = await controlTime(page)
    await page.goto('/healthz')
    await page.goto(link.pathname + link.hash)
    await Promise.all(missed)
    await page.evaluate('window.isSamePage = true')
    await page.unroute(isPart)
    const heard = [page.waitForResponse(CHECK_IN), page.waitForResponse(STREAM)]
    await time.pass(MINUTE)
    for (const answer of await Promise.all(heard)) expect(answer.status()).toBe(200)
    expect(await page.evaluate('window.isSamePage')).toBe(true)
  })
})
