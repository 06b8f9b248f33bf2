import type { Page } from '@playwright/test'
import { askForMeeting, askForTour, makeNewcomer, makePlaces, openDesk, type Newcomer } from './desk.ts'
import { expect, expectAccessible, openBrowser, signIn, signInAsAdmin, test } from './fixtures.ts'
import { cell, choosePlace } from './steps.ts'
import { DESK } from './widths.ts'
import { readOf } from './reads.ts'

const LATER = '2026-11-22'
const WAIT = '자리가 나면 신청하기'

let made: Promise<Awaited<ReturnType<typeof makePlaces>>> | undefined

/** One docent and one room for all tests of this file, each of which takes times of its own. */
async function openPlaces(app: Parameters<typeof openDesk>[0]) {
  const desk = await openDesk(app)
  made ??= makePlaces(desk, LATER)
  return { desk, places: await made }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const taken = (page: Page, time: string) => cell(page, time).and(page.getByRole('button', { name: /예약됨/ }))
const card = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })

/** Puts a member in the line of a tour, whose other calls the screen of the test does not show. */
async function waitForTour(who: Newcomer, at: Awaited<ReturnType<typeof makePlaces>>, time: string) {
  const { date, docent_id, event_date_id } = at
  const path = `/api/user/available-tours/?date=${date}&docent_id=${docent_id}`
  const slots = await who.get<{ id: number; time: string }[]>(path)
  const available_tour_id = slots.find((slot) => slot.time === time)!.id
  const visitor = { company: '누리상사', name: who.name, phone: '010-2345-6789', count: 1 }
  await who.post('/api/user/waitlist/tour/', { available_tour_id, event_date_id, visitor, note: '' })
}

/** From a taken time to the form that goes to its line. */
async function askToWait(page: Page, time: string) {
  await expect(taken(page, time).getByText('예약됨')).toBeInViewport({ ratio: 1 })
  await expect(taken(page, time)).toHaveAccessibleName(new RegExp(WAIT))
  await taken(page, time).click()
  await page.getByRole('alertdialog').getByRole('button', { name: WAIT }).click()
}

async function lookAtTours(page: Page, who: Newcomer) {
  await signIn(page, who)
  await choosePlace(page, 'VIP 투어', '정해인')
}

async function seeOwn(page: Page) {
  await page.getByRole('navigation').getByRole('link', { name: '예약내역' }).click()
}

test('a VIP who comes later is served before, the other moves up and leaves; where nobody waits a taken time is as it was', async ({
  page,
  app,
}) => {
  await test.step('where nobody is put in line, a taken time is as it was', async () => {
    const { desk, places } = await openPlaces(app)
    await askForTour(await makeNewcomer(app), places, '19:00')
    const settings = await desk.get<{ max_waitlist_entries: number }>('/api/admin/waitlist/settings/')
    await desk.put('/api/admin/waitlist/settings/', { max_waitlist_entries: 0 })
    await lookAtTours(page, await makeNewcomer(app))
    const known = page.waitForResponse(readOf('waitlist'))
    await page.reload()
    await known
    await expect(taken(page, '19:00')).toHaveAttribute('aria-disabled', 'true')
    await expect(taken(page, '19:00')).not.toHaveAccessibleName(new RegExp(WAIT))
    await expect(taken(page, '19:00')).toHaveText(/예약됨/)
    const { max_waitlist_entries } = settings
    await desk.put('/api/admin/waitlist/settings/', { max_waitlist_entries })
  })

  await test.step('a VIP who comes later is served before, and the other moves up and leaves', async () => {
    const { desk, places } = await openPlaces(app)
    const first = await makeNewcomer(app)
    const tour = await askForTour(first, places, '17:30')
    const visitor = await makeNewcomer(app, { company_name: '한빛전자' })
    const vip = await makeNewcomer(app, { company_name: '누리상사' })
    await desk.put(`/api/admin/users/${vip.member.id}/`, { ...vip.member, is_vip: true, is_vvip: false })

    await lookAtTours(page, visitor)
    // Another time that is chosen already makes no difference.
    await cell(page, '17:00').click()
    await askToWait(page, '17:30')
    await expect(page).toHaveURL('/reserve-tour')
    await page.getByLabel('요청 사항').fill('휠체어로 방문합니다.')
    await button(page, WAIT).click()
    await expect(page.getByText(/^대기 1번째로 등록되었습니다/)).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
    await expect(cell(page, '17:30')).toHaveAccessibleName(/대기 1번째/)

    await waitForTour(vip, places, '17:30')

    await cell(page, '17:30').click()
    await expect(page).toHaveURL('/reservations?tab=tours')
    const waiting = card(page, '17:30 ~ 18:00')
    // Sooner than with the poll, which comes each half minute.
    await expect(waiting).toContainText('대기 2번째', { timeout: 15_000 })
    await expect(page.getByRole('tab', { name: /투어/ })).toContainText('자리 대기 1')

    await desk.decide(tour, 'reject', '운영 사정')
    await expect(waiting).toContainText('대기 1번째', { timeout: 15_000 })
    const { tours } = await vip.get<{ tours: { status: string }[] }>('/api/user/my-reservations/')
    expect(tours.map(({ status }) => status)).toEqual(['PENDING'])

    await waiting.getByRole('button', { name: '자리 대기 취소' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '자리 대기 취소' }).click()
    await expect(page.getByText('자리 대기를 취소했습니다.')).toBeVisible()
    await expect(waiting).toBeHidden()
    await expect(page.getByText('예약된 투어가 없습니다')).toBeVisible()
  })
})

test('a time that is lost while its form is filled can be waited for with it; one that becomes free is booked at once', async ({
  page,
  app,
}) => {
  await test.step('a time that becomes free while its form is filled is booked at once', async () => {
    const { desk, places } = await openPlaces(app)
    const tour = await askForTour(await makeNewcomer(app), places, '18:30')
    await lookAtTours(page, await makeNewcomer(app))
    await askToWait(page, '18:30')
    await page.getByLabel('회사명').fill('가나다 상사')
    await desk.decide(tour, 'reject', '운영 사정')
    await expect(page.getByText(/^방금 자리가 났습니다/)).toBeVisible()
    await expectAccessible(page)
    await button(page, '예약 신청').click()
    await expect(page.getByText(/^투어 예약이 신청되었습니다/)).toBeVisible()
  })

  await test.step('a time that somebody else gets first can be waited for with the same form', async () => {
    const { places } = await openPlaces(app)
    const visitor = await makeNewcomer(app)
    // Its loss is to be heard from the service's refusal.
    await page.route('**/api/public/changes/**', (route) => route.abort())
    await lookAtTours(page, visitor)
    await cell(page, '18:00').click()
    await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
    await page.getByLabel('회사명').fill('가나다 상사')
    await askForTour(await makeNewcomer(app), places, '18:00')
    await button(page, '예약 신청').click()
    const lost = page.getByText('이미 예약되었거나 예약할 수 없는 시간입니다.')
    await expect(lost).toBeVisible()
    await page.getByLabel('방문자명').fill('')
    await button(page, WAIT).click()
    await expect(page.getByText('방문자명을 입력해주세요.')).toBeVisible()
    await page.getByLabel('방문자명').fill('이하늘')
    await expectAccessible(page)
    await button(page, WAIT).click()
    await expect(page.getByText(/^대기 1번째로 등록되었습니다/)).toBeVisible()
    const { entries } = await visitor.get<{ entries: { visitor: object }[] }>('/api/user/waitlist/')
    expect(entries.map((entry) => entry.visitor)).toMatchObject([{ company: '가나다 상사', name: '이하늘' }])
  })
})

test('a refused press to wait does not turn a booking of another time into a wait @release', async ({
  page,
  app,
}) => {
  const { desk, places } = await openPlaces(app)
  await page.route('**/api/public/changes/**', (route) => route.abort())
  await lookAtTours(page, await makeNewcomer(app))
  await cell(page, '17:00').click()
  await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
  await page.getByLabel('회사명').fill('가나다 상사')
  const faster = await askForTour(await makeNewcomer(app), places, '17:00')
  await button(page, '예약 신청').click()
  await page.getByLabel('방문자명').fill('')
  await button(page, WAIT).click()
  await expect(page.getByText('방문자명을 입력해주세요.')).toBeVisible()
  await page
    .getByRole('button', { name: /^\d\d:\d\d ~ .* · / })
    .filter({ hasNotText: '정해인' })
    .first()
    .click()
  await page.getByLabel('방문자명').fill('이하늘')
  await button(page, '예약 신청').click()
  await expect(page.getByText(/^투어 예약이 신청되었습니다/)).toBeVisible()
  await desk.decide(faster, 'reject', '운영 사정')
})

test('of a room one waits for a run of taken and free times, in the grid, step by step and by the time', async ({
  page,
  app,
}) => {
  const { desk, places } = await openPlaces(app)
  const first = await askForMeeting(await makeNewcomer(app), places, '17:10', '먼저 온 회의')
  const visitor = await makeNewcomer(app)
  await signIn(page, visitor)
  await choosePlace(page, '미팅룸', '미팅룸 하늘')
  await cell(page, '17:00').click()
  await taken(page, '17:10').click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('선택한 범위 내에 예약할 수 없는 시간이 포함되어 있습니다.')
  await expect(dialog).toContainText('17:00 ~ 17:20')
  await dialog.getByRole('combobox', { name: '이용 시간' }).selectOption({ label: '30분 (17:30까지)' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: WAIT }).click()
  await expect(page.getByText('총 30분')).toBeVisible()
  await page.getByLabel('미팅명').fill('두 번째 회의')
  await page.getByLabel('현장 미팅 담당자명').fill('김도윤')
  await button(page, WAIT).click()
  await expect(page.getByText(/^대기 1번째로 등록되었습니다/)).toBeVisible()
  await seeOwn(page)
  await page.getByRole('tab', { name: /미팅/ }).click()
  await expect(card(page, '두 번째 회의')).toContainText('17:00 ~ 17:30')

  await test.step('once it is served the line leads to the reservation', async () => {
    await desk.decide(first, 'reject', '운영 사정')
    const served = card(page, '예약 신청됨')
    await served.getByRole('button', { name: '예약 보기' }).click()
    await expect(page.getByRole('dialog', { name: '미팅 예약 상세' })).toContainText('두 번째 회의')
  })
})

test('who waits sees at once that an administrator has ended it with a reason, or deleted the time', async ({
  page,
  app,
  browser,
}) => {
  const { places } = await openPlaces(app)
  for (const time of ['17:00', '20:00']) await askForTour(await makeNewcomer(app), places, time)
  const visitor = await makeNewcomer(app, { name: '남궁민수' })
  for (const time of ['17:00', '20:00']) await waitForTour(visitor, places, time)
  await signIn(page, visitor, '/reservations')
  await expect(card(page, '17:00 ~ 17:30')).toContainText('대기 1번째')

  await test.step('taken off the line with a reason', async () => {
    const office = await openBrowser(browser, page, app.url)
    const admin = await office.newPage()
    await signInAsAdmin(admin, `/admin/reservation?date=${LATER}`)
    await admin.getByRole('button', { name: /20:00.*자리 대기 1명|자리 대기 1명.*20:00/ }).click()
    const details = admin.getByRole('dialog', { name: '예약 상세' })
    await expect(details.getByRole('listitem').filter({ hasText: '남궁민수' })).toContainText('20:00 ~ 20:30')
    await expectAccessible(admin)
    await details.getByRole('button', { name: /^자리 대기 종료.*남궁민수$/ }).click()
    await admin.getByLabel('사유').fill('단체 방문 일정과 겹칩니다.')
    await expectAccessible(admin)
    const asked = admin.getByRole('dialog', { name: '자리 대기 종료' })
    const end = asked.getByRole('button', { name: '자리 대기 종료' })
    await admin.setViewportSize(DESK.viewport)
    const heightOf = async () =>
      (await end.boundingBox())!.y - (await asked.getByRole('heading').boundingBox())!.y
    expect(await heightOf(), 'at a desk it is no taller than what it asks').toBeLessThan(400)
    await end.click()
    // A name from right to left before the times would show the end first.
    await expect(admin.getByText('20:00 ~ 20:30 남궁민수 · 자리 대기를 종료했습니다.')).toBeVisible()
    await expect(details.getByRole('listitem').filter({ hasText: '남궁민수' })).toHaveCount(0)
    await office.close()

    const ended = card(page, '20:00 ~ 20:30')
    await expect(ended).toContainText('관리자가 자리 대기를 종료함', { timeout: 15_000 })
    await expect(ended).toContainText('사유: 단체 방문 일정과 겹칩니다.')
  })

  await test.step('a deleted time ends the wait, which is mailed too', async () => {
    const entry = card(page, '17:00 ~ 17:30')
    const office = await openBrowser(browser, page, app.url, DESK)
    const admin = await office.newPage()
    await signInAsAdmin(admin, `/admin/schedule?tab=tour-slots&date=${LATER}`)
    await admin.getByRole('button', { name: /^17:00 .*자리 대기 1명/ }).click()
    await admin.getByRole('button', { name: '선택 잠금 해제', exact: true }).click()
    const opening = admin.getByRole('alertdialog', { name: '가용 시간 잠금 해제' })
    await expect(opening).toContainText('기다리던 회원이 있으면 그 회원의 예약으로 신청됩니다.')
    await opening.getByRole('button', { name: '닫기' }).click()
    await admin.getByRole('button', { name: '선택 삭제 (1)' }).click()
    const question = admin.getByRole('alertdialog', { name: '가용 시간 삭제' })
    await expect(question).toContainText('이 시간을 기다리던 자리 대기도 끝나며')
    await expectAccessible(admin)
    await question.getByLabel('계속하려면 “삭제”를 입력해주세요.').fill('삭제')
    await question.getByRole('button', { name: '1개 삭제, 예약 1건 취소' }).click()
    await expect(admin.getByRole('button', { name: /^17:00 .*자리 대기/ })).toHaveCount(0)
    await office.close()

    await expect(entry).toContainText('시간이 삭제됨', { timeout: 15_000 })
    await expect(entry.getByRole('button', { name: '자리 대기 취소' })).toHaveCount(0)
    await app.mailbox.receive(visitor.email, '자리 대기가 종료되었습니다')
  })
})
