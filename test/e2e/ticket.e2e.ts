import type { Page } from '@playwright/test'
import { spacedCode } from '../../domain/arrival.ts'
import { askForMeeting, askForTour, makeNewcomer, makePlaces, openDesk, skipUndoTime } from './desk.ts'
import { expect, expectAccessible, logIn, signIn, test } from './fixtures.ts'
import { expectFits, expectFitsEnlarged } from './fits.ts'
import { controlTime } from './page-time.ts'
import { PHONE, SMALL } from './widths.ts'

const TODAY = '2026-11-20'
const SIDEWAYS = { width: 844, height: 390 }

const today = (page: Page) => page.getByRole('region', { name: '오늘 예약' })
const details = (page: Page) => page.getByRole('dialog', { name: /예약 상세/ })
const ticket = (page: Page) => page.getByRole('group', { name: '입장권' })
const qrCode = (page: Page) => page.getByRole('img', { name: '입장 QR 코드' })

type App = Parameters<typeof openDesk>[0]
type Owned = { meetings: { arrival_code: string }[] }

/** A member with an approved meeting at 17:00 and an approved tour at 17:30 of today. */
async function withTickets(app: App) {
  const desk = await openDesk(app)
  const places = await makePlaces(desk, TODAY)
  const who = await makeNewcomer(app)
  const tour = await askForTour(who, places, '17:30')
  const meeting = await askForMeeting(who, places, '17:00', '입장권 미팅')
  for (const one of [tour, meeting]) await desk.decide(one, 'approve')
  const { meetings } = await who.get<Owned>('/api/user/my-reservations/')
  return { desk, who, tour, meeting, code: spacedCode(meetings[0]!.arrival_code) }
}

/** Without scrolling. */
async function expectInSight(page: Page, code: string) {
  await expect(qrCode(page)).toBeInViewport({ ratio: 1 })
  await expect(ticket(page).getByText(code)).toBeInViewport({ ratio: 1 })
}

test('home begins with the next reservation of today, and one press shows its code; then comes the next', async ({
  page,
  app,
}) => {
  test.slow()
  const { desk, who, meeting, tour, code } = await withTickets(app)
  await desk.post('/api/admin/event-dates/', { date: '2026-11-29' })
  const time = await controlTime(page)
  await time.passUntil(`${TODAY}T16:37:00+01:00`)
  await signIn(page, who)
  const [first, second] = [today(page).getByRole('link').first(), today(page).getByRole('link').last()]

  await test.step('the next one first, the other one below it', async () => {
    await expect(first).toContainText(/2[23]분 후/)
    await expect(first).toContainText(/17:00.*~ 17:10.*미팅룸 하늘.*3층/)
    await expect(first.getByText('17:00', { exact: true })).toHaveCSS('font-size', '30px')
    await expect(second).toContainText(/17:30 ~ 18:00.*투어 도슨트 정해인/)
    const dates = (await page.getByRole('group', { name: '행사 날짜' }).boundingBox())!
    expect((await second.boundingBox())!.y, 'above the dates').toBeLessThan(dates.y)
    await expectFits(page, 'home with two tickets')
    await expectFitsEnlarged(page, 'home with two tickets')
  })

  await test.step('small phones show it first too', async () => {
    await page.setViewportSize(SMALL.viewport)
    await page.reload()
    await expect(page.getByRole('button', { name: /예약 가능/ }).first()).toBeVisible()
    await expect(first).toBeInViewport({ ratio: 1 })
    await page.setViewportSize(PHONE.viewport)
  })

  await test.step('one press shows code and picture, and Back leads home', async () => {
    await first.click()
    await expectInSight(page, code)
    await expect(details(page).getByRole('link', { name: '일정 추가' })).toBeVisible()
    await expect(ticket(page)).toContainText('2명')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
    await second.click()
    await expect(ticket(page)).toContainText('시작 위치 3층 입구')
    await page.keyboard.press('Escape')
    await page.goBack()
  })

  await test.step('while it runs it says so, an arrival is stamped, and afterwards the other one comes first', async () => {
    await time.passUntil(`${TODAY}T17:00:01+01:00`)
    await expect(first).toContainText('이용 중')
    await desk.post(`/api/admin/reservations/${meeting.id}/arrival/`, { type: meeting.type })
    await expect(first.getByText(/^\d\d:\d\d 도착$/)).toBeVisible()
    await expectFitsEnlarged(page, 'home with a stamped ticket')
    await first.click()
    await expect(ticket(page).getByText(/^\d\d:\d\d 도착$/)).toBeInViewport({ ratio: 1 })
    await expect(details(page).getByText(/\d\d:\d\d 도착$/)).toHaveCount(1)
    await expectFits(page, 'a stamped ticket')
    await page.keyboard.press('Escape')
    await page.goBack()
    await time.passUntil(`${TODAY}T17:10:01+01:00`)
    await expect(first).toContainText(/17:30.*20분 후/)
    await expect(today(page).getByRole('link')).toHaveCount(1)
  })

  await test.step('what an administrator cancels disappears, also where no times are shown', async () => {
    await page.getByText(/^11\.29/).click()
    await expect(page.getByRole('button', { name: /예약 가능/ })).toHaveCount(0)
    await desk.decide(tour, 'cancel', '안내자 사정')
    await expect(today(page)).toBeHidden()
    await desk.remove('/api/admin/event-dates/', { date: '2026-11-29' })
  })
})

test('a ticket opens from the card and from the mail, and fills a phone that is held sideways @release', async ({
  page,
  app,
}) => {
  const { desk, who, code } = await withTickets(app)
  await test.step('from the card', async () => {
    await signIn(page, who, '/reservations?tab=meetings')
    await page.getByRole('article').getByText('입장권 미팅').click()
    await expectInSight(page, code)
    await page.keyboard.press('Escape')
  })

  await test.step('from the mail', async () => {
    await skipUndoTime(app)
    const mail = await app.mailbox.receive(who.email, '미팅 예약이 승인되었습니다')
    const link = new URL(/예약내역 보기: (\S+)/.exec(mail.text!)![1]!)
    await page.goto(link.pathname + link.search)
    await expectInSight(page, code)
  })

  for (const viewport of [SIDEWAYS, { width: 667, height: 375 }, SMALL.viewport])
    await test.step(`${viewport.width} x ${viewport.height}`, async () => {
      await page.setViewportSize(viewport)
      await expectInSight(page, code)
    })

  await test.step('sideways code and picture stand beside each other, and the ticket is as wide as the phone', async () => {
    await page.setViewportSize(SIDEWAYS)
    await expectInSight(page, code)
    const [picture, signs, whole] = await Promise.all(
      [qrCode(page), ticket(page).getByText(code), ticket(page)].map(
        async (one) => (await one.boundingBox())!,
      ),
    )
    expect(signs!.x + signs!.width).toBeLessThan(picture!.x)
    expect(signs!.y).toBeGreaterThan(picture!.y)
    expect(signs!.y + signs!.height).toBeLessThan(picture!.y + picture!.height)
    expect(picture!.height).toBeGreaterThan(SIDEWAYS.height / 2)
    expect(whole!.width).toBeGreaterThan(SIDEWAYS.width * 0.85)
    await expect(ticket(page).getByText('17:00 ~ 17:10')).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
  })

  await test.step('while arrivals are off, home promises no ticket', async () => {
    await page.goto('/dashboard')
    const first = today(page).getByRole('link').first()
    await expect(first).toContainText('입장권')
    await desk.put('/api/admin/arrivals/settings/', { arrivals: false })
    await page.reload()
    await expect(first).toContainText('17:00')
    await expect(first).not.toContainText('입장권')
    await desk.put('/api/admin/arrivals/settings/', { arrivals: true })
  })
})

test('a reservation of today that the ticket shows is one line in what is told after the login', async ({
  page,
  app,
}) => {
  const { desk, who } = await withTickets(app)
  const later = await askForMeeting(who, await makePlaces(desk, '2026-11-22'), '17:00', '모레의 미팅')
  await desk.decide(later, 'approve')
  await page.goto('/')
  await page.getByLabel('전화번호').fill(who.phone)
  await page.getByLabel('이름').fill(who.name)
  await page.getByRole('button', { name: '로그인' }).click()
  const upcoming = page.getByRole('dialog', { name: '다가오는 예약' })
  await expect(upcoming.getByRole('link')).toHaveText([
    '입장권 미팅 · 17:00 ~ 17:10',
    'VIP 투어 · 17:30 ~ 18:00',
    /2026년 11월 22일 .*17:00 ~ 17:10.*모레의 미팅 · 미팅룸 하늘 · 3층/,
  ])
  await expect(today(page).getByRole('link')).toHaveCount(2)
})

test('without a ticket the first time is high up, and each screen names the event', async ({ page, app }) => {
  const who = await makeNewcomer(app)
  await logIn(page, who)
  const free = page.getByRole('button', { name: /예약 가능/ }).first()
  await expect(free).toBeVisible()
  await expect(today(page)).toBeHidden()
  const { y, height } = (await free.locator('.slot__time').boundingBox())!
  expect(y + height, 'the upper third').toBeLessThanOrEqual(PHONE.viewport.height / 3)
  for (const path of ['/dashboard', '/reserve-tour', '/reservations', '/profile']) {
    await page.goto(path)
    const event = page.getByRole('banner').getByText('2025 바르셀로나 트레이드쇼')
    await expect(event).toBeInViewport({ ratio: 1 })
    const { y, height } = (await event.boundingBox())!
    const content = page.getByRole('main').locator(':scope *:not(.visually-hidden)').first()
    const below = (await content.boundingBox())!.y
    expect(below, `${path}: nothing is behind it`).toBeGreaterThanOrEqual(y + height - 1)
  }
})
