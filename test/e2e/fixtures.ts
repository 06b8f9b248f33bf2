import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { ADMIN_PASSWORD, makeDataDir, startServer, type RunningServer } from '../server-process.ts'
import { withLastEvents } from './last-events.ts'
import { startMailbox, type Mailbox } from './mailbox.ts'
import { giveOpenedEvent, MORNING } from './opened-event.ts'

/** A site that may frame the public pages. */
export const ORGANISER = 'http://localhost:1'

type App = { url: string; mailbox: Mailbox; server: RunningServer; dataDir: string }

async function openApp() {
  const mailbox = await startMailbox()
  const dataDir = makeDataDir()
  giveOpenedEvent(dataDir)
  const server = await startServer({
    DATA_DIR: dataDir,
    SMTP_URL: mailbox.url,
    CLOCK_START: MORNING,
    WEBHOOK_ALLOW: '127.0.0.0/8',
    EMBED_ORIGINS: ORGANISER,
  })
  const app: App = { url: server.url, mailbox, server, dataDir }
  const close = async () => {
    await server.stop()
    await mailbox.stop()
    rmSync(dataDir, { recursive: true })
  }
  return { app, close }
}

type Apps = { of(file: string): Promise<App> }

/** A real server with the sample event and a real mail server, for each file: bookings of one leave the others free. */
export const test = base.extend<{ app: App; baseURL: string }, { apps: Apps }>({
  apps: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern.
    async ({}, use) => {
      let current: (Awaited<ReturnType<typeof openApp>> & { file: string }) | undefined
      await use({
        async of(file) {
          if (current?.file === file) return current.app
          await current?.close()
          current = undefined
          current = { ...(await openApp()), file }
          return current.app
        },
      })
      await current?.close()
    },
    { scope: 'worker' },
  ],
  app: async ({ apps }, use, { file }) => use(await apps.of(file)),
  baseURL: async ({ app }, use) => use(app.url),
  page: async ({ page }, use, info) => {
    // The service closes idle connections after four seconds. Retry a request that met the closing.
    const { request } = page
    const fetch = request.fetch.bind(request)
    request.fetch = (to, options) => fetch(to, { maxRetries: 1, ...options })
    // A closed dialog's history entry is left a moment later, which cancels a navigation that has begun.
    for (const name of ['goto', 'reload'] as const) {
      const go = page[name].bind(page) as Page['goto']
      page[name] = (...args: Parameters<Page['goto']>) =>
        go(...args).catch((error: Error) => {
          if (error.message.includes('ERR_ABORTED')) return go(...args)
          throw error
        })
    }
    await withLastEvents(page, info, () => use(page))
    // A request may still be in a test's handler when the test is over, in any of its tabs.
    const tabs = page.context().pages()
    await Promise.all(tabs.map((tab) => tab.unrouteAll({ behavior: 'ignoreErrors' })))
  },
})

/** The errors on the console of the browser, which a test expects to be none, as they come. */
export function watchConsole(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    // A refused request is the browser's own line about an answer that the screen shows.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(String(error)))
  return said
}

// The readable build of it takes a browser three times as long to read.
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Every rule is checked; the list of all that passed would take most of the time. */
const violations = (
  rules = '',
) => `axe.run(document, { resultTypes: ['violations'], ${rules} }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`

async function expectNoViolations(page: Page, rules?: string) {
  // A fade may begin while it looks: a real violation persists.
  await expect.poll(() => page.evaluate<string[]>(violations(rules)), { timeout: 20_000 }).toEqual([])
}

/** Runs after `expectAccessible`: of all rules only this one depends on the theme. */
export const expectContrast = (page: Page) => expectNoViolations(page, `runOnly: ['color-contrast']`)

/** axe finds nothing wrong, and nothing sticks out of the screen sideways. */
export async function expectAccessible(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Half-way through a fade every colour is too pale.
  await page.evaluate(`Promise.allSettled(
    document.getAnimations().filter((each) => each.effect.getTiming().iterations < Infinity).map((each) => each.finished),
  )`)
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  await expectNoViolations(page)
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow, 'the page does not scroll sideways').toBeLessThanOrEqual(0)
}

/** A second person's browser, of the same size unless another is given. */
export async function openBrowser(
  browser: Browser,
  like: Page,
  url: string,
  width: BrowserContextOptions = { viewport: like.viewportSize() },
): Promise<BrowserContext> {
  return browser.newContext({ baseURL: url, locale: 'ko-KR', timezoneId: 'Asia/Seoul', ...width })
}

type Person = { phone: string; name: string }

/** Signs in through the login. */
export async function logIn(page: Page, { phone, name }: Person) {
  // The popup opens over the dashboard as soon as the reservations have come, if one of them is approved and ahead.
  const upcoming = page.getByRole('dialog', { name: '다가오는 예약' })
  // The click is sent as an event, because a dialog may be open over the button by then.
  await page.addLocatorHandler(upcoming, () =>
    upcoming.getByRole('button', { name: '닫기' }).last().dispatchEvent('click'),
  )
  await page.goto('/')
  await page.getByLabel('전화번호').fill(phone)
  await page.getByLabel('이름').fill(name)
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(page).toHaveURL('/dashboard')
}

/** Opens a screen as a member who has signed in before: with the cookie and the storage of a login. */
export async function signIn(page: Page, { phone, name }: Person, path = '/dashboard') {
  const answer = await page.request.post('/api/user/login/', { data: { phone, name } })
  expect(answer.status(), await answer.text()).toBe(200)
  const { user_data } = (await answer.json()) as { user_data: { id: number } }
  const left = { user_id: String(user_data.id), user_data: JSON.stringify(user_data) }
  // A screen that is open is another member's. This page is none.
  if (page.url() !== 'about:blank') await page.goto('/healthz')
  const storing = await page.addInitScript(`Object.assign(sessionStorage, ${JSON.stringify(left)})
    localStorage.setItem('signed_in', '${left.user_id}')`)
  await page.goto(path)
  await storing.dispose()
  await expect(page).toHaveURL(path)
}

/** Visits as on a phone that has no data yet: data seen once stay readable when they cannot be loaded. */
export async function visitAfresh(page: Page, path: string) {
  // This page is no screen, so no late answer of one would be kept.
  await page.goto('/healthz')
  await page.evaluate(`for (const name of Object.keys(sessionStorage))
    if (name.startsWith('answer:')) sessionStorage.removeItem(name)`)
  await page.goto(path)
}

/** Signs in through the login of administrators. */
export async function logInAsAdmin(page: Page, name = 'admin', password = ADMIN_PASSWORD) {
  await page.goto('/admin')
  await page.getByLabel('아이디').fill(name)
  await page.getByLabel('비밀번호').fill(password)
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
}

/** Makes an administrator who has signed in before, of which the browser keeps the cookies; opens a screen as such. */
export async function signInAsAdmin(page: Page, path?: string, name = 'admin') {
  const data = { name, password: ADMIN_PASSWORD }
  const answer = await page.request.post('/api/admin/login/', { data })
  expect(answer.status(), await answer.text()).toBe(200)
  if (path) await page.goto(path)
}

export { expect }
