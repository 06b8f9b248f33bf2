import type { Page } from '@playwright/test'
import { ADMIN_PASSWORD } from '../server-process.ts'
import { expect, expectAccessible, openBrowser, test } from './fixtures.ts'

const NEEDED =
  '이 서비스를 이용하려면 브라우저 설정에서 쿠키와 사이트 데이터 저장을 허용하고 저장 공간을 확보해주세요.'

const needed = (page: Page) => page.getByRole('heading', { name: NEEDED })

/** As with "block all cookies", and as in web views without DOM storage. */
const THROWS = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError') } })`
/** As when it is full, and as in the private windows of older browsers. */
const refusesWrites = (name: string) => `{
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = function (...item) {
    if (this === window.${name}) throw new DOMException('full', 'QuotaExceededError')
    setItem.apply(this, item)
  }
}`
const isNull = (name: string) => `Object.defineProperty(window, '${name}', { get: () => null })`

for (const [way, script] of [
  ['whose storage may not be read', THROWS],
  ['whose local storage is null @release', isNull('localStorage')],
  ['whose session storage is null @release', isNull('sessionStorage')],
  ['whose local storage takes nothing @release', refusesWrites('localStorage')],
  ['whose session storage takes nothing', refusesWrites('sessionStorage')],
] as const)
  test(`a browser ${way} shows the walls, and names what visitors and administrators need`, async ({
    page,
  }) => {
    const failures: Error[] = []
    page.on('pageerror', (failure) => failures.push(failure))
    await page.addInitScript(script)
    await page.goto('/display')
    await expect(page.getByText('미팅룸 2').first()).toBeVisible()
    await page.goto('/display/room/2')
    await expect(page.getByText('미팅룸 2').first()).toBeVisible()
    for (const path of [
      '/',
      '/dashboard',
      '/reservations',
      '/register',
      '/admin',
      '/admin/arrivals',
      '/no/such',
    ]) {
      await page.goto(path)
      await expect(needed(page), path).toBeVisible()
    }
    await expectAccessible(page)
    expect(failures).toEqual([])
  })

test('a login that cannot be stored says what is needed, for visitors and administrators', async ({
  page,
  browser,
  app,
}) => {
  for (const script of [
    `Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })`,
    `Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} })`,
  ])
    await test.step(`cookies are off: ${script}`, async () => {
      const off = await openBrowser(browser, page, app.url)
      const tab = await off.newPage()
      await tab.addInitScript(script)
      await tab.goto('/')
      await expect(needed(tab)).toBeVisible()
      await off.close()
    })

  await test.step('the storage takes no more since the page was opened', async () => {
    const full = await openBrowser(browser, page, app.url)
    const tab = await full.newPage()
    await tab.goto('/')
    await tab.getByLabel('전화번호').fill('010-5678-2341')
    await tab.getByLabel('이름').fill('오세훈')
    await tab.evaluate(refusesWrites('localStorage'))
    await tab.evaluate(refusesWrites('sessionStorage'))
    await tab.getByRole('button', { name: '로그인', exact: true }).click()
    await expect(needed(tab)).toBeVisible()
    await full.close()
  })

  await test.step('an administrator’s cookie is dropped on the way', async () => {
    await page.route('**/api/*/login/', async (route) => {
      const response = await route.fetch()
      const { 'set-cookie': _, ...headers } = response.headers()
      await page.context().clearCookies()
      await route.fulfill({ response, headers })
      await page.context().clearCookies()
    })
    await page.goto('/admin')
    await page.getByLabel('아이디').fill('admin')
    await page.getByLabel('비밀번호').fill(ADMIN_PASSWORD)
    await page.getByRole('button', { name: '로그인' }).click()
    await expect(needed(page)).toBeVisible()
  })
})
