import { rmSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { shortKoreanDate } from '../../domain/madrid-time.ts'
import { startPushService } from '../push-service.ts'
import { makeDataDir, startServer } from '../server-process.ts'
import {
  askForTour,
  makeNewcomer,
  makePlaces,
  openDesk,
  type Desk,
  type Newcomer,
  skipUndoTime,
} from './desk.ts'
import { expect, expectAccessible, signIn, test as base, watchConsole } from './fixtures.ts'
import { startMailbox } from './mailbox.ts'
import { cell } from './steps.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>

/** A service that is in no rehearsal, which would ring on nobody's phone, and a push service on this machine. */
const test = base.extend<{ push: PushService }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern.
  push: async ({}, use) => {
    const push = await startPushService()
    await use(push)
    await push.stop()
  },
  app: async ({ push }, use) => {
    const mailbox = await startMailbox()
    const dataDir = makeDataDir()
    const server = await startServer({
      DATA_DIR: dataDir,
      SMTP_URL: mailbox.url,
      CLOCK_START: '',
      PUSH_SERVICES: push.origin,
    })
    await use({ url: server.url, mailbox, server, dataDir })
    await server.stop()
    await mailbox.stop()
    rmSync(dataDir, { recursive: true })
  },
})

test.use({ serviceWorkers: 'allow' })

/**
 * Gives the browser a subscription at the push service on this machine, and a visitor who says yes when they are asked:
 * browsers without a window refuse all notifications, and the push service of their maker cannot be reached from a test.
 */
async function subscribeHere(page: Page, push: PushService) {
  const subscription = push.subscribe('phone')
  await page.addInitScript(`{
    const made = ${JSON.stringify(subscription)}
    const phone = () => localStorage.getItem('subscribed') === null ? null : {
      endpoint: made.endpoint,
      options: { applicationServerKey: Uint8Array.from(localStorage.getItem('subscribed').split(',')).buffer },
      toJSON: () => made,
      unsubscribe: async () => { localStorage.removeItem('subscribed'); return true },
    }
    PushManager.prototype.getSubscription = async () => phone()
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      localStorage.setItem('subscribed', String(applicationServerKey))
      return phone()
    }
    Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem('answer') ?? 'default' })
    Notification.requestPermission = async () => {
      localStorage.setItem('answer', 'granted')
      return 'granted'
    }
  }`)
}

/** The app's own service worker, which notes what it would show and open. */
async function watchWorker(context: BrowserContext) {
  await expect.poll(() => context.serviceWorkers().length).toBe(1)
  const worker = context.serviceWorkers()[0]!
  await worker.evaluate(`{
    self.shown = []
    self.opened = []
    self.registration.showNotification = async (title, { body, tag, data }) => {
      self.shown.push({ title, body, tag, path: data.path })
    }
    self.clients.openWindow = async (address) => void self.opened.push(address)
  }`)
  return {
    shown: () => worker.evaluate<unknown>('self.shown'),
    opened: () => worker.evaluate<string[]>('self.opened'),
    /** A press on a notification with this address. */
    press: (path: string) =>
      worker.evaluate(`{
        const press = new ExtendableEvent('notificationclick')
        press.notification = { close() {}, data: { path: ${JSON.stringify(path)} } }
        self.dispatchEvent(press)
      }`),
  }
}

/** Hands the service worker a message as the browser does when it has come and is decrypted. */
async function arrive(page: Page, app: { url: string }, data: string) {
  const browser = await page.context().newCDPSession(page)
  const { origin } = new URL(app.url)
  const found = Promise.withResolvers<string>()
  browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
    if (own) found.resolve(own.registrationId)
  })
  await browser.send('ServiceWorker.enable')
  const registrationId = await found.promise
  await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

const lastDay = async (desk: Desk) =>
  (await desk.get<{ date: string }[]>('/api/admin/event-dates/'))
    .map(({ date }) => date)
    .toSorted()
    .at(-1)!

const devices = async (desk: Desk) =>
  (await desk.get<{ devices: number }>('/api/admin/push/settings/')).devices

/** The same member on another device, where nothing was allowed. */
async function again(who: Newcomer): Promise<Newcomer> {
  await who.post('/api/user/login/', { phone: who.phone, name: who.name })
  return who
}

test('a visitor is offered push notifications once, gets one of the approval, and opens the reservation from it', async ({
  page,
  context,
  app,
  push,
}) => {
  const said = watchConsole(page)
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const places = await makePlaces(desk, await lastDay(desk))
  await subscribeHere(page, push)
  await test.step('after the first booking the phone is offered once to tell its outcome', async () => {
    await signIn(page, who)
    await page.getByRole('tab', { name: 'VIP 투어' }).click()
    await page.getByText(shortKoreanDate(places.date)).click()
    const docent = page.getByRole('option', { name: /정해인/ })
    await page
      .getByRole('combobox', { name: '도슨트' })
      .selectOption({ label: (await docent.textContent())!.trim() })
    await cell(page, '19:00').click()
    await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page).toHaveURL('/dashboard')
    const offer = page.getByText('예약 결과를 이 휴대폰 알림으로도 받으시겠어요?')
    await expect(offer).toBeVisible()
    await page.getByRole('button', { name: '알림 받기' }).click()
    await expect(page.getByText('이 휴대폰으로 알림을 받습니다.')).toBeVisible()
    await expect(offer).toBeHidden()

    await page.getByRole('link', { name: who.name }).click()
    await page.getByRole('button', { name: '알림 · 캘린더' }).click()
    const choice = page.getByRole('checkbox', { name: '이 휴대폰으로 알림 받기' })
    await expect(choice).toBeChecked()
    await choice.uncheck()
    await expect(page.getByText('예약이 승인·거절되거나')).toBeVisible()
    expect(await devices(desk)).toBe(0)
  })

  await test.step('who allows it is told of the approval on the phone, and sees the reservation from there', async () => {
    const dialog = page.getByRole('dialog', { name: '알림 · 캘린더' })
    const choice = dialog.getByRole('checkbox', { name: '이 휴대폰으로 알림 받기' })
    await expect(choice).not.toBeChecked()
    await choice.check()
    await expect(dialog.getByText('이 휴대폰으로 알림을 받고 있습니다.')).toBeVisible()
    await expectAccessible(page)

    const tour = await askForTour(who, places, '17:00')
    await desk.decide(tour, 'approve')
    await skipUndoTime(app)
    await expect.poll(() => push.delivered.length).toBe(1)
    const { payload } = push.delivered[0]!
    expect(payload).toMatchObject({ title: '투어 예약이 승인되었습니다', tag: `reservation-${tour.id}` })
    expect(JSON.stringify(payload)).not.toContain(who.name)
    const worker = await watchWorker(context)
    await arrive(page, app, JSON.stringify(payload))
    await expect.poll(() => worker.shown()).toEqual([payload])

    await worker.press('https://elsewhere.example/')
    await worker.press(payload.path)
    await expect.poll(() => worker.opened()).toEqual([`${new URL(app.url).origin}${payload.path}`])
    await page.goto(payload.path)
    const details = page.getByRole('dialog', { name: '예약 상세' })
    await expect(details.getByText('도슨트 정해인').first()).toBeVisible()
    await expect(page).toHaveURL('/reservations?tab=tours')
    await details.getByRole('button', { name: '닫기' }).first().click()
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(details).toBeHidden()

    await page.getByRole('navigation').getByRole('button', { name: '로그아웃' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL('/')
    await expect.poll(() => devices(desk)).toBe(0)
    await desk.decide(await askForTour(await again(who), places, '18:00'), 'reject', '전시장 사정')
    expect(push.delivered).toHaveLength(1)
  })

  expect(said).toEqual([])
})
