import type { Browser, Page } from '@playwright/test'
import { askForTour, makeNewcomer, makePlaces, openDesk, type Answer } from './desk.ts'
import {
  expect,
  expectAccessible,
  openBrowser,
  signIn,
  signInAsAdmin,
  test,
  watchConsole,
} from './fixtures.ts'
import { PHONE } from './widths.ts'

const DATE = '2026-11-23'
/** The milliseconds after which a phone has polled again. */
const POLLED = 40_000
const EXPIRED = '만료되었거나 사용할 수 없는 링크입니다.'

type App = Parameters<typeof openDesk>[0]
type Slot = { id: number; time: string }

/** A docent of our own with two approved tours on the last day, the second of which its visitor wants to cancel. */
async function makeDocentsDay(app: App) {
  const name = '윤하람'
  const desk = await openDesk(app)
  const tier = { is_vip: false, is_vvip: false }
  const { docent } = await desk.post('/api/admin/docents/', {
    name,
    language: '한국어',
    start_point: '3층 입구',
    ...tier,
  })
  const days = await desk.get<{ id: number; date: string }[]>('/api/admin/event-dates/')
  const event_date_id = days.find(({ date }) => date === DATE)!.id
  const times = { start_time: '10:00', end_time: '10:30', interval_minutes: 30, duration: 25 }
  await desk.post('/api/admin/available-tours/', { docent_id: docent!.id, event_date_id, ...times })
  const guest = await makeNewcomer(app)
  const slots = await guest.get<Slot[]>(`/api/user/available-tours/?date=${DATE}&docent_id=${docent!.id}`)
  const visitor = { company: '한빛전자', name: '오세린', phone: '010-7700-1234', count: 3 }
  for (const slot of slots) {
    const body = { available_tour_id: slot.id, event_date_id, visitor, note: '휠체어를 이용합니다.' }
    const { reservation } = await guest.post<{ reservation: { id: number; type: string } }>(
      '/api/user/reserve-tour/',
      body,
    )
    await desk.decide(reservation, 'approve')
    if (slot.time === '10:30')
      await guest.post(`/api/user/cancel-reservation/${reservation.id}/`, {
        reservation_type: 'VIP_TOUR',
        cancel_note: '일정 변경',
      })
  }
  return { id: docent!.id, name }
}

const sheet = (page: Page, name: string) => page.getByRole('region', { name: `${name} 데이 시트` })
const open = (page: Page, id: number) =>
  page.goto(`/admin/reservation/day-sheet?date=${DATE}&place=docent:${id}`)

async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: '링크 만들기' }).click()
  const dialog = page.getByRole('dialog', { name: '링크 만들기' })
  await dialog.getByRole('button', { name: '링크 만들기' }).click()
  const done = page.getByRole('dialog', { name: '링크를 만들었습니다' })
  const url = await done.getByLabel('주소').inputValue()
  await done.getByRole('button', { name: '닫기' }).last().click()
  return url
}

/** The docent's own phone, on which nobody has signed in. The address may name the port that the service was given. */
async function openPhone(browser: Browser, page: Page, base: string, url: string) {
  const context = await openBrowser(browser, page, base, PHONE)
  const phone = await context.newPage()
  await phone.clock.install()
  await phone.goto(new URL(url).pathname)
  return { phone, close: () => context.close() }
}

// A journey has the steps of several tests.
test.slow()

test.beforeEach(({ page }) => signInAsAdmin(page))

test('a docent reads the own day on a phone without an account, also without a network, until the link is revoked; and on paper', async ({
  page,
  browser,
  app,
}) => {
  const console = watchConsole(page)
  const docent = await makeDocentsDay(app)
  await open(page, docent.id)
  await expect(sheet(page, docent.name).getByText('010-7700-1234').first()).toBeVisible()
  const url = await makeLink(page)
  const link = page.getByRole('row').filter({ hasText: docent.name }).last()
  await expect(link).toContainText('사용한 적 없음')

  const { phone, close } = await openPhone(browser, page, app.url, url)
  const rows = sheet(phone, docent.name).getByRole('row').filter({ hasText: '오세린' })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('10:00 ~ 10:25')
  await expect(rows.first()).toContainText('다음')
  await expect(rows.first()).toContainText('휠체어를 이용합니다.')
  await expect(rows.last()).toContainText('취소 요청')
  await expect(rows.first().getByRole('link')).toHaveAttribute('href', 'tel:01077001234')
  await expectAccessible(phone)

  await test.step('without a network the day stays on screen, and says from when it is', async () => {
    await phone.context().setOffline(true)
    // A read that had begun before succeeds, and postpones the poll.
    await expect(async () => {
      await phone.clock.fastForward(POLLED)
      await expect(phone.getByText(/\d\d:\d\d 기준/)).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(rows.first()).toContainText('10:00 ~ 10:25')
    await phone.context().setOffline(false)
  })

  await test.step('it follows what is decided, until the link is revoked', async () => {
    const desk = await openDesk(app)
    const { tours } = await desk.get<{ tours: Answer[] }>(
      `/api/admin/reservations/?date=${DATE}&search=${encodeURIComponent(docent.name)}`,
    )
    await desk.decide(tours[0]!, 'complete')
    await phone.reload()
    await expect(rows.first()).toContainText('시작 전 종료')

    await page.getByRole('button', { name: `${docent.name} 링크 해지` }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: '링크 해지' }).click()
    await expect(page.getByText(`${docent.name} 데이 시트 링크를 해지했습니다.`)).toBeVisible()
    await expect(page.getByRole('button', { name: `${docent.name} 링크 해지` })).toBeHidden()
    await phone.reload()
    await expect(phone.getByText(EXPIRED)).toBeVisible()
    await expect(phone.getByText('오세린')).toBeHidden()
    await expectAccessible(phone)
    await close()
  })

  await test.step('on paper there are the sheets alone, each docent on a page of its own', async () => {
    await page.goto(`/admin/reservation/day-sheet?date=${DATE}&place=tour`)
    await expect(sheet(page, docent.name)).toBeVisible()
    await expect(sheet(page, docent.name).getByText(/인쇄$/)).toBeHidden()
    const docents = await page.getByRole('region', { name: /데이 시트$/ }).count()
    await page.emulateMedia({ media: 'print' })
    await expect(sheet(page, docent.name)).toBeVisible()
    for (const away of ['banner', 'navigation'] as const)
      await expect(page.getByRole(away).first()).toBeHidden()
    for (const away of ['인쇄', '링크 만들기'])
      await expect(page.getByRole('button', { name: away })).toBeHidden()
    for (const state of ['시작 전 종료', '취소 요청'])
      await expect(sheet(page, docent.name).getByText(state), state).toBeVisible()
    await expect(sheet(page, docent.name)).toContainText('2026년 11월 23일')
    await expect(sheet(page, docent.name).getByText(/^11\.20 \(금\) \d\d:\d\d 인쇄$/)).toBeVisible()
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(docents)
  })
  expect(console).toEqual([])
})

test('a docent and a visitor subscribe to their calendars, and both follow what happens @release', async ({
  page,
  browser,
  app,
}) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const places = await makePlaces(desk, DATE)
  const tour = await askForTour(who, places, '17:00')

  await open(page, places.docent_id)
  await page.getByRole('button', { name: '캘린더 주소 만들기' }).click()
  const making = page.getByRole('dialog', { name: '캘린더 주소 만들기' })
  await making.getByRole('button', { name: '캘린더 주소 만들기' }).click()
  const made = page.getByRole('dialog', { name: '캘린더 주소를 만들었습니다' })
  const docentsUrl = new URL(await made.getByLabel('주소').inputValue())
  await made.getByRole('button', { name: '닫기' }).last().click()
  await expect(page.getByRole('region', { name: /캘린더 구독/ }).getByText('도슨트 정해인')).toBeVisible()
  await expectAccessible(page)

  const context = await openBrowser(browser, page, app.url, PHONE)
  const phone = await context.newPage()
  // The last decision is pushed to the phone, which may then meet the end of its session before the button is pressed.
  await phone.route('**/api/public/changes/**', (route) => route.abort())
  await signIn(phone, who, '/profile')
  await phone.getByRole('button', { name: '알림 · 캘린더' }).click()
  const dialog = phone.getByRole('dialog', { name: '알림 · 캘린더' })
  await dialog.getByRole('button', { name: '구독 주소 만들기' }).click()
  const ownUrl = new URL(await dialog.getByLabel('구독 주소').inputValue())
  await expect(dialog.getByRole('link', { name: '캘린더에서 열기' })).toHaveAttribute(
    'href',
    /^webcal:.*\.ics$/,
  )
  await expectAccessible(phone)

  /** The calendar as a program without any account gets it. */
  const read = async ({ pathname }: URL) => (await fetch(app.url + pathname)).text()
  expect(await read(ownUrl)).toContain('STATUS:TENTATIVE')
  expect(await read(docentsUrl)).not.toContain('BEGIN:VEVENT')
  await desk.decide(tour, 'approve')
  expect(await read(ownUrl)).toContain('STATUS:CONFIRMED')
  expect(await read(docentsUrl)).toContain('DTSTART;TZID=Europe/Madrid:20261123T170000')
  await desk.decide(tour, 'cancel', '전시장 사정')
  for (const url of [ownUrl, docentsUrl]) expect(await read(url)).not.toContain('BEGIN:VEVENT')

  await dialog.getByRole('button', { name: '구독 해지' }).click()
  await expect(phone.getByText('캘린더 구독 주소를 해지했습니다.')).toBeVisible()
  await page.getByRole('button', { name: '도슨트 정해인 캘린더 주소 해지' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '캘린더 주소 해지' }).click()
  await expect(page.getByText('사용 중인 캘린더 주소가 없습니다.')).toBeVisible()
  for (const { pathname } of [ownUrl, docentsUrl]) expect((await fetch(app.url + pathname)).status).toBe(404)

  // The login says that the session has ended, and nothing speaks of the network.
  await phone.context().clearCookies()
  await dialog.getByRole('button', { name: '구독 주소 만들기' }).click()
  await expect(phone.getByText('로그인이 만료되었습니다. 다시 로그인해주세요.')).toBeVisible()
  await expect(phone.getByText(/처리하지 못했습니다/)).toBeHidden()
  await context.close()
})

test('a docent who falls ill reports it with one press; the desk finds it first, and the docent sees that it is dealt with', async ({
  page,
  browser,
  app,
}) => {
  const console = watchConsole(page)
  const docent = await makeDocentsDay(app)
  await open(page, docent.id)
  const { phone, close } = await openPhone(browser, page, app.url, await makeLink(page))
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: '대시보드' })).toBeVisible()

  await phone.getByRole('button', { name: '진행이 어려워요' }).click()
  const form = phone.getByRole('dialog', { name: '진행이 어려워요' })
  await expect(form.getByLabel('시작 시각')).toHaveValue('10:00')
  await expect(form.getByLabel('종료 시각')).toHaveValue('10:55')
  await expectAccessible(phone)
  await form.getByRole('button', { name: '건강 문제' }).click()
  const send = form.getByRole('button', { name: '안내 데스크에 알리기' })
  await phone.context().setOffline(true)
  await send.click()
  await phone.clock.fastForward(60_000)
  await expect(form.getByText('연결되지 않아 보내지 못했습니다. 다시 눌러주세요.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: '사유' })).toHaveValue('건강 문제')
  await phone.context().setOffline(false)
  await send.click()
  const sent = phone.getByRole('status').filter({ hasText: '전달됨' })
  await expect(sent).toContainText('10:00 ~ 10:55')
  await phone.getByRole('button', { name: '정정' }).click()
  await expect(phone.getByRole('dialog', { name: '진행 불가 알림 정정' })).toBeVisible()
  await phone.keyboard.press('Escape')
  const mail = await app.mailbox.receive('contact@fairslot.example', '진행 불가 알림')
  expect(mail.text).toContain('10:00 ~ 10:55')

  const report = page.getByRole('list', { name: '진행 불가 알림' }).getByRole('listitem')
  await expect(report).toContainText('11.23 (월) 10:00 ~ 10:55')
  await expect(report).toContainText('건강 문제')
  await expect(page.getByRole('link', { name: '진행 불가 알림 1건' })).toBeVisible()
  await expectAccessible(page)
  const address = await report.getByRole('link', { name: '예약 옮기기·취소' }).getAttribute('href')
  expect(Object.fromEntries(new URL(address!, app.url).searchParams)).toEqual({
    date: DATE,
    change: 'docent',
    docent: String(docent.id),
    from: '10:00',
    to: '10:55',
  })
  await report.getByRole('link', { name: '예약 옮기기·취소' }).click()
  const change = page.getByRole('dialog', { name: '오늘의 변경' })
  await expect(change.getByLabel('시작')).toHaveValue('10:00')
  await expect(change.getByRole('combobox', { name: '도슨트', exact: true })).toHaveValue(
    `docent ${docent.id}`,
  )
  await change.getByRole('combobox', { name: '도슨트', exact: true }).selectOption({ index: 1 })
  const substitutes = change.getByLabel('대신할 도슨트').getByRole('option')
  await expect(substitutes.nth(-2), 'the last docent').toHaveText(`${docent.name} (부재)`)
  // Choices alone are not worth a question.
  await change.getByRole('button', { name: '닫기' }).last().click()
  await expect(change).toBeHidden()
  await expect(page.getByRole('heading', { name: '대시보드' })).toBeVisible()
  await expect(report).toContainText('남은 예약 2건')
  await report.getByRole('button', { name: '처리 완료' }).click()
  const question = page.getByRole('alertdialog', { name: '진행 불가 알림 처리 완료' })
  await expect(question).toContainText('예약 2건이 남아 있습니다.')
  await question.getByRole('button', { name: '처리 완료' }).click()
  await expect(report).toBeHidden()
  await expect(phone.getByRole('status').filter({ hasText: '처리 완료' })).toBeVisible()
  await close()
  expect(console).toEqual([])
})
