import type { Page } from '@playwright/test'
import { startDeployment, type Deployment } from './deployment.ts'
import { askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, signInAsAdmin, test as base, watchConsole } from './fixtures.ts'
import { controlTime } from './page-time.ts'
import { DESK } from './widths.ts'

const test = base.extend<{ site: Deployment }>({
  site: async ({ app }, use) => {
    const site = await startDeployment(app.url)
    await use(site)
    await site.stop()
  },
  baseURL: async ({ site }, use) => use(site.url),
})

test.use({ serviceWorkers: 'allow' })

const OLD = '처음 방문하셨나요?'
const NEW = '처음 오셨나요?'

/** The app, once it is kept on the phone. */
async function openKept(page: Page) {
  await page.goto('/')
  await expect(page.getByText(OLD)).toBeVisible()
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
}

test('the app can be put on the home screen, opens without a network, and after a deployment shows the new one at once @release', async ({
  page,
  site,
}) => {
  const said = watchConsole(page)
  await openKept(page)

  await test.step('it can be put on the home screen', async () => {
    const browser = await page.context().newCDPSession(page)
    const { errors, data } = await browser.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data!)).toMatchObject({ lang: 'ko', start_url: '/', display: 'standalone' })
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
      [],
    )
  })

  await test.step('when the network lets nothing through, the app comes from the phone', async () => {
    site.holdPages(true)
    await page.goto('/register')
    await expect(page.getByLabel('이메일')).toBeVisible()
    site.holdPages(false)
    await page.goto('/')
  })

  await test.step('after a deployment the next page load shows the new app at once', async () => {
    site.deploy(OLD, NEW)
    await page.reload()
    await expect(page.getByText(NEW)).toBeVisible()
    expect(said).toEqual([])
  })
})

/** The network was away and is back: the phone looks for a newer build, and takes it. */
async function takeNewBuild(page: Page) {
  await page.evaluate(`window.dispatchEvent(new Event('online'))`)
  await expect.poll(() => page.evaluate<string[]>('caches.keys()')).toHaveLength(2)
  await expect
    .poll(() =>
      page.evaluate(`navigator.serviceWorker.getRegistration().then(
        ({ waiting, installing, active }) => !waiting && !installing && active.state,
      )`),
    )
    .toBe('activated')
}

test('an approval can be undone on the next screen too, although a newer build waits @release', async ({
  page,
  site,
  app,
}) => {
  const places = await makePlaces(await openDesk(app), '2026-11-22')
  await askForTour(await makeNewcomer(app), places, '18:00')
  await page.setViewportSize(DESK.viewport)
  await openKept(page)
  const goTo = (name: string) =>
    page.getByRole('navigation', { name: '관리자 메뉴' }).getByRole('link', { name }).click()
  const isOld = () => page.evaluate('window.isTheOldPage ?? false')
  // Both screens have loaded.
  await signInAsAdmin(page, '/admin/users')
  await page.evaluate('window.isTheOldPage = true')
  await goTo('대시보드')
  await page
    .getByRole('region', { name: /^승인 대기/ })
    .getByText('도슨트 정해인')
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '승인', exact: true }).click()
  const said = page.getByText(/예약이 승인되었습니다/)
  await expect(said).toBeVisible()
  site.deploy(OLD, NEW)
  await takeNewBuild(page)
  await expect(said).toBeHidden()
  await goTo('회원 관리')
  await page.getByRole('button', { name: '되돌리기' }).click()
  const undone = page.getByText(/예약 승인을 되돌렸습니다/)
  await expect(undone).toBeVisible()
  expect(await isOld()).toBe(true)
  await expect(undone).toBeHidden()
  await goTo('설정')
  await expect.poll(isOld).toBe(false)
})

test('a page from before a deployment works on, and takes the new app with a change of screen @release', async ({
  page,
  site,
}) => {
  await openKept(page)
  site.deploy(OLD, NEW)
  await page.evaluate('window.isTheOldPage = true')
  await page.getByRole('button', { name: '회원가입' }).click()
  await page.getByLabel('이메일').fill('someone@example.com')
  expect(await page.evaluate('window.isTheOldPage')).toBe(true)

  const [old] = await page.evaluate<string[]>('caches.keys()')
  await takeNewBuild(page)
  await expect(page.getByLabel('이메일')).toHaveValue('someone@example.com')
  expect(await page.evaluate('window.isTheOldPage')).toBe(true)
  await page.getByRole('button', { name: '이전으로' }).click()
  await expect(page.getByText(NEW)).toBeVisible()

  // The next tab that opens the app finds nothing of the old build left. A tab that was closed still counts as open for
  // as long as the browser takes to end it: then it is the tab after that.
  const openAnother = async () => {
    const another = await page.context().newPage()
    await another.goto('/')
    await expect(another.getByText(NEW)).toBeVisible()
    const left = await another.evaluate<string[]>('caches.keys()')
    await another.close()
    return left
  }
  await page.close()
  await expect.poll(openAnother).not.toContain(old)
})

test.describe('in a hall without HTTPS, where browsers have no service workers', () => {
  test.use({ serviceWorkers: 'block' })

  test('a board takes a newer build by itself and only once, also when it first got the old one again @release', async ({
    page,
    site,
  }) => {
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    const before = '존재하지 않는 회의실입니다.'
    const after = '없는 회의실입니다.'
    const time = await controlTime(page)
    await page.goto('/display/room/999999')
    await expect(page.getByRole('heading', { name: before })).toBeVisible()
    // Two servers are behind the address: the one that is asked has the newer build, the one that is loaded from has
    // the older one.
    const isPage = (url: URL) => url.pathname === '/'
    await page.route(isPage, async (route) => {
      const html = await (await route.fetch({ maxRetries: 1 })).text()
      await route.fulfill({ body: html.replace(/(index-[\w-]+)\.js/, '$1_.js'), contentType: 'text/html' })
    })
    const lookIn = async (ms: number) => {
      const looked = page.waitForResponse((answer) => isPage(new URL(answer.url())))
      await time.pass(ms)
      await looked
      // The page reads the answer.
      await time.pass(1_000)
    }
    await time.pass(60_000)
    await expect.poll(() => loads).toBe(2)
    await expect(page.getByRole('heading', { name: before })).toBeVisible()
    await page.unroute(isPage)
    site.deploy(before, after)
    await lookIn(60_000)
    await lookIn(4 * 60_000)
    await expect(page.getByRole('heading', { name: before })).toBeVisible()
    expect(loads, 'it does not keep reloading').toBe(2)
    await time.pass(6 * 60_000)
    await expect(page.getByRole('heading', { name: after })).toBeVisible()
    await expect.poll(() => loads).toBe(3)

    const last = '그런 회의실이 없습니다.'
    site.deploy(after, last)
    await time.pass(60_000)
    await expect(page.getByRole('heading', { name: last })).toBeVisible()
    await expect.poll(() => loads).toBe(4)
    await lookIn(60_000)
    await expect(page.getByRole('heading', { name: last })).toBeVisible()
    expect(loads).toBe(4)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
