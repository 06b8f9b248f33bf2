import type { Locator, Page } from '@playwright/test'
import { askForMeeting, askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import {
  expect,
  expectAccessible,
  openBrowser,
  signIn,
  signInAsAdmin,
  test,
  watchConsole,
} from './fixtures.ts'
import { cell } from './steps.ts'
import { DESK } from './widths.ts'

const DAY = '2026-11-22'

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const details = (page: Page) => page.getByRole('dialog', { name: /예약 상세/ })

type App = Parameters<typeof openDesk>[0]

/** A member with an approved tour at 17:00, signed in. */
async function withTour(page: Page, app: App) {
  const desk = await openDesk(app)
  const places = await makePlaces(desk, DAY)
  const who = await makeNewcomer(app)
  const old = await askForTour(who, places, '17:00')
  await desk.decide(old, 'approve')
  await signIn(page, who)
  return { desk, places, who, old }
}

test('a visitor asks for another time; once it is approved, it takes the place of the former one', async ({
  page,
  browser,
  app,
}) => {
  test.slow()
  const said = watchConsole(page)
  const { who, old, desk, places } = await withTour(page, app)
  await page.goto(`/reservations?open=${old.id}`)

  await test.step('three taps from the details to the request', async () => {
    await button(details(page), '시간 변경 요청').tap()
    await expect(page).toHaveURL(`/reservations/change?id=${old.id}`)
    await expect(page.getByRole('combobox', { name: '도슨트' })).toContainText('정해인')
    await expect(cell(page, '17:00')).toHaveAccessibleName(/내 예약/)
    await expect(page.getByText('승인될 때까지 유지되므로 다시 선택할 수 없습니다.')).toBeVisible()
    await expect(button(page, '시간 변경 요청')).toBeDisabled()
    await expectAccessible(page)
    await cell(page, '18:30').tap()
    await expect(page.getByText('11.22 (일) 17:00 ~ 17:30 → 18:30 ~ 19:00')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByText('→ 18:30 ~ 19:00'), 'what is chosen survives a reload').toBeVisible()
    await button(page, '시간 변경 요청').tap()
    await expect(
      page.getByText('투어 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.'),
    ).toBeVisible()
  })

  await test.step('the new time waits, and a card says that the former one is kept meanwhile', async () => {
    await expect(page).toHaveURL('/dashboard')
    await expect(cell(page, '18:30')).toHaveAccessibleName(/대기중/)
    await expect(page.getByRole('region', { name: '신청 안내' })).toContainText('지금 예약이 유지되며')
    await expectAccessible(page)
    await button(page, '예약내역 보기').tap()
    const request = page.getByRole('article').filter({ hasText: '18:30 ~ 19:00' })
    await button(request, '상세 보기').tap()
  })

  const docent = { name: '도슨트 정해인', language: '한국어', start_point: '3층 입구', is_vvip: false }
  const keep = (is_vip: boolean) => desk.put(`/api/admin/docents/${places.docent_id}/`, { ...docent, is_vip })
  await test.step('the request names the former one with its tier, which says that it may change', async () => {
    await keep(true)
    await page.reload()
    await expect(details(page)).toContainText('18:30 ~ 19:00')
    const former = '11.22 (일) 17:00 ~ 17:30 · [VIP 전용] 도슨트 정해인 (승인될 때까지 유지)'
    await expect(details(page)).toContainText(former)
    await expect(details(page).getByText('contact@fairslot.example')).toBeVisible()
    await expect(button(details(page), '시간 변경 요청')).toBeHidden()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const request = page.getByRole('article').filter({ hasText: '18:30 ~ 19:00' })
    await expect(request).toContainText(`기존 예약: ${former}`)
    await button(page.getByRole('article').filter({ hasText: '예약됨' }), '상세 보기').tap()
    await expect(details(page)).toContainText(
      '시간 변경 요청 중: 11.22 (일) 18:30 ~ 19:00 · [VIP 전용] 도슨트 정해인',
    )
    await keep(false)
    await expect(button(details(page), '시간 변경 요청')).toBeHidden()
    await expectAccessible(page)
    await page.goto(`/reservations/change?id=${old.id}`)
    await expect(page.getByText('이미 시간 변경을 요청하신 예약입니다.')).toBeVisible()
    await expectAccessible(page)
    await button(page, '예약내역 보기').tap()
    await expect(details(page)).toContainText('시간 변경 요청 중')
  })

  await test.step('an administrator sees what changes, and approves it for good', async () => {
    const desk = await openBrowser(browser, page, app.url, DESK)
    const admin = await desk.newPage()
    await signInAsAdmin(admin, '/admin/dashboard')
    const row = admin.getByRole('button', { name: /18:30 ~ 19:00/ })
    await expect(row).toContainText('시간 변경 · 기존 11.22 (일) 17:00 ~ 17:30')
    await admin.goto(`/admin/reservation?date=${DAY}`)
    const block = admin.getByRole('button', { name: /18:30 ~ 19:00, 대기중, 시간 변경 · 기존 11.22/ })
    await block.click()
    const box = admin.getByRole('dialog', { name: '예약 상세' })
    await expect(box.getByText('시간 변경 · 기존 11.22 (일) 17:00 ~ 17:30')).toBeVisible()
    await expectAccessible(admin)
    await Promise.all([
      expect(admin.getByText('예약이 승인되었습니다.').first()).toBeVisible(),
      button(box, '승인').click(),
    ])
    await expect(admin.getByRole('button', { name: /되돌리기/ })).toBeHidden()
    await desk.close()
  })

  await test.step('one mail has both times, and the visitor sees the new one', async () => {
    const mail = await app.mailbox.receive(who.email, '변경')
    expect(mail.text).toContain('17:00')
    expect(mail.text).toContain('18:30')
    await page.goto('/reservations')
    const card = (time: string) => page.getByRole('article').filter({ hasText: time })
    await expect(card('18:30 ~ 19:00').getByText('예약됨')).toBeVisible()
    await expect(card('17:00 ~ 17:30').getByText('취소됨')).toBeVisible()
  })
  expect(said).toEqual([])
})

test('a meeting: a range of times in rooms of its size; a time that was just taken is chosen anew, and a press in doubt asks once', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const places = await makePlaces(desk, DAY)
  const small = { name: '미팅룸 작은', floor: 3, size: 1, is_vip: false, is_vvip: false }
  const { room } = await desk.post('/api/admin/rooms/', small)
  const times = { event_date_id: places.event_date_id, start_time: '17:00', end_time: '18:00' }
  await desk.post('/api/admin/available-rooms/', {
    ...times,
    room_id: room!.id,
    interval_minutes: 10,
    duration: 10,
  })
  const [who, rival] = [await makeNewcomer(app), await makeNewcomer(app)]
  const old = await askForMeeting(who, places, '17:00', '시간을 바꿀 미팅')
  await desk.decide(old, 'approve')
  const { meetings: own } = await who.get<{ meetings: { visitor: object }[] }>('/api/user/my-reservations/')
  // Unlike visitors, administrators may write a number that is no mobile one.
  const visitor = { ...own[0]!.visitor, phone: '02-123-4567' }
  await desk.patch(`/api/admin/reservations/${old.id}/visitor/`, { type: old.type, visitor })
  await signIn(page, who)
  await page.goto(`/reservations/change?id=${old.id}`)
  const rooms = page.getByRole('combobox', { name: '미팅룸' })
  await expect(rooms).toContainText('미팅룸 하늘')
  await expect(rooms, 'two people do not fit there').not.toContainText('미팅룸 작은')

  const days = page.getByRole('combobox', { name: '날짜' })
  await days.selectOption('11.23 (월)')
  await expect(page.getByText('다른 날짜나 장소를 선택해주세요.')).toBeVisible()
  await expectAccessible(page)
  await days.selectOption('11.22 (일)')
  await cell(page, '18:00').tap()
  await cell(page, '18:20').tap()
  await expect(page.getByText('→ 18:00 ~ 18:30')).toBeVisible()
  await page.route('**/api/public/changes/**', (route) => route.abort())
  await askForMeeting(rival, places, '18:10', '먼저 온 미팅')
  await button(page, '시간 변경 요청').tap()
  await expect(page.getByRole('main')).toContainText('시간 변경 요청에 실패했습니다.')
  await expect(cell(page, '18:10')).toHaveAccessibleName(/예약됨/)
  await expectAccessible(page)

  await cell(page, '19:00').tap()
  await cell(page, '19:10').tap()
  // The service writes it, and its answer is lost.
  let lost = 0
  await page.route('**/api/user/reserve-meeting/', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await button(page, '시간 변경 요청').tap()
  await expect(page).toHaveURL('/dashboard')
  for (const time of ['19:00', '19:10']) await expect(cell(page, time)).toHaveAccessibleName(/대기중/)
  const { meetings } = await who.get<{ meetings: unknown[] }>('/api/user/my-reservations/')
  expect(meetings).toHaveLength(2)
})

test('what cannot be changed says so and leads back, also after the session has ended', async ({
  page,
  app,
}) => {
  const { who, old, desk } = await withTour(page, app)
  for (const id of ['', '0', '999999', 'x']) {
    await page.goto(`/reservations/change?id=${id}`)
    await expect(page.getByText('예약을 찾을 수 없습니다.')).toBeVisible()
  }
  await expectAccessible(page)
  await page.goto(`/reservations/change?id=${old.id}`)
  await cell(page, '18:00').tap()
  await page.route('**/api/user/reserve-tour/', async (route) => {
    await page.context().clearCookies()
    await route.fulfill({ status: 401, json: { code: 'not_authenticated', error: '', message: '' } })
  })
  await button(page, '시간 변경 요청').tap()
  await page.getByLabel('전화번호').fill(who.phone)
  await page.getByLabel('이름').fill(who.name)
  await button(page, '로그인').tap()
  await expect(page).toHaveURL(`/reservations/change?id=${old.id}`)
  await expect(page.getByText('→ 18:00 ~ 18:30'), 'what was chosen is there').toBeVisible()

  await desk.decide(old, 'cancel', '전시장 사정')
  await page.reload()
  await expect(page.getByText('지금은 시간을 변경할 수 없는 예약입니다.')).toBeVisible()
  await button(page, '예약내역 보기').tap()
  await expect(details(page)).toContainText('전시장 사정')
  await expect(button(details(page), '시간 변경 요청')).toBeHidden()
})
