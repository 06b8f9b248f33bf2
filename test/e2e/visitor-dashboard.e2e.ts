import type { Locator, Page } from '@playwright/test'
import type { TourReservation } from '../../contract/reservation.ts'
import { askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, expectAccessible, signIn, test, visitAfresh, watchConsole } from './fixtures.ts'
import { controlTime } from './page-time.ts'
import { cell, choosePlace, setHidden, expectAlert } from './steps.ts'
import { DESK, PHONE, SMALL } from './widths.ts'
import { fetchWhole, readOf } from './reads.ts'

const NORMAL = { phone: '010-4345-9018', name: '서지우' }
// This member may book the VIP lounge, which no other test of a normal member can fill.
const VIP = { phone: '010-6789-3452', name: '한소희' }

const FAILURE = { code: 'invalid_input', error: '잘못된 요청입니다.', message: '잘못된 요청입니다.' }
const bookButton = (page: Page) => page.getByRole('main').getByRole('button', { name: '예약하기' })
const bar = (page: Page) => page.getByRole('region', { name: '시간 선택' }).getByRole('status')

test('times of a day are seen and chosen, each missing choice is asked for, and a choice stays while one looks elsewhere', async ({
  page,
}) => {
  await test.step('days, tabs and dropdown lead to a grid of four columns that says what each time is', async () => {
    const said = watchConsole(page)
    await signIn(page, VIP)
    const days = page.getByRole('group', { name: '행사 날짜' })
    // These are the sample event's days; other tests may have added days of their own.
    await expect(days.getByRole('radio', { name: /^11\.2[0-3] / })).toHaveCount(4)
    // The visible text is the whole accessible name: screen readers read the date once, voice control finds it.
    const today = days.getByRole('radio', { name: '11.20 (금) 오늘', exact: true })
    await expect(today).toBeChecked()
    const chip = days.locator('label').filter({ hasText: '오늘' })
    const date = chip.getByText('11.20 (금)')
    await expect(date).toHaveCSS('outline-style', 'none')
    // This member has a ticket for today above the dates.
    await page.getByRole('region', { name: '오늘 예약' }).getByRole('link').last().focus()
    await page.keyboard.press('Tab')
    await expect(today).toBeFocused()
    await expect(date).toHaveCSS('outline-style', 'solid')
    await expect(date, 'seen on the blue of the chip').toHaveCSS('outline-color', 'rgb(255, 255, 255)')
    await page.getByRole('tab', { name: '미팅룸' }).click()
    const rooms = page.getByRole('combobox', { name: '미팅룸' })
    await expect(rooms.getByRole('option')).toContainText([
      '미팅룸 선택',
      '미팅룸 1 · 1층 · 최대 4명',
      '미팅룸 2 · 1층 · 최대 6명',
      '미팅룸 3 · 1층 · 최대 8명',
      '컨퍼런스룸 · 2층 · 최대 16명',
      '[VIP 전용] VIP 라운지 · 2층 · 최대 10명',
      '[VVIP 전용] VVIP 스위트 · 2층 · 최대 12명',
    ])
    await rooms.selectOption({ label: '미팅룸 1 · 1층 · 최대 4명' })
    const past = cell(page, '09:00')
    await expect(past).toHaveAccessibleName('09:00 지난 시간 , 09:10까지, 미팅룸 1')
    await expect(past.getByText('09:00', { exact: true })).toHaveCSS('text-decoration-line', 'line-through')
    await expect(past).toBeDisabled()
    await expect(cell(page, '10:00')).toHaveAccessibleName(
      '10:00 예약됨 , 10:10까지, 미팅룸 1, 자리가 나면 신청하기',
    )
    await expect(cell(page, '12:00')).toHaveAccessibleName('12:00 예약 불가 , 12:10까지, 미팅룸 1')
    await expect(cell(page, '12:30')).toHaveAccessibleName(/^12:30 예약 가능, 12:40까지, 미팅룸 1$/)
    const left = async (time: string) => (await cell(page, time).boundingBox())!.x
    for (const { viewport } of [SMALL, DESK, PHONE]) {
      await page.setViewportSize(viewport)
      expect(await left('09:40')).toBe(await left('09:00'))
      expect(await left('09:30')).toBeGreaterThan(await left('09:20'))
    }
    await past.click({ force: true })
    await expect(bar(page)).toHaveText('시작 시간과 종료 시간을 선택해주세요')
    expect(said).toEqual([])
  })

  await test.step('each missing choice is asked for', async () => {
    await page.getByRole('tab', { name: 'VIP 투어' }).click()
    await bookButton(page).click()
    await expectAlert(page, '예약하실 시간을 선택해주세요.')
    await expect(bookButton(page)).toBeFocused()
    await page.getByRole('combobox', { name: '도슨트' }).selectOption({ label: '도슨트 선택' })
    await expect(bar(page), 'the first thing that is missing').toHaveText('도슨트를 선택해주세요.')
    await bookButton(page).click()
    await expectAlert(page, '도슨트를 선택해주세요.')
    await page.getByRole('tab', { name: '미팅룸' }).click()
    await page.getByRole('combobox', { name: '미팅룸' }).selectOption({ label: '미팅룸 선택' })
    await bookButton(page).click()
    await expectAlert(page, '미팅룸을 선택해주세요.')
  })

  await choosePlace(page, '미팅룸', 'VIP 라운지')
  await test.step('a choice is put away with one press, which keeps the place in the grid', async () => {
    const clear = page.getByRole('button', { name: '선택 해제' })
    await expect(cell(page, '15:00')).toBeVisible()
    await expect(clear).toBeHidden()
    await cell(page, '15:00').click()
    await cell(page, '15:20').click()
    await expect(bar(page)).toHaveText('15:00 ~ 15:30 총 30분')
    await clear.focus()
    await page.keyboard.press('Enter')
    await expect(bar(page)).toHaveText('시작 시간과 종료 시간을 선택해주세요')
    await expect(cell(page, '15:00')).toHaveAttribute('aria-pressed', 'false')
    await expect(cell(page, '15:20')).toBeFocused()
    await expect(clear).toBeHidden()
  })

  await test.step('a range is joined by its ends, counted in minutes, and never broken', async () => {
    await cell(page, '14:00').click()
    await expect(bar(page)).toHaveText('14:00 ~ 14:10 총 10분')
    await cell(page, '14:30').click()
    await expect(bar(page)).toHaveText('14:00 ~ 14:40 총 40분')
    for (const time of ['14:00', '14:10', '14:20', '14:30'])
      await expect(cell(page, time)).toHaveAttribute('aria-pressed', 'true')
    await cell(page, '14:20').click()
    await expectAlert(page, '연속된 시간으로만 예약이 가능합니다. 처음이나 마지막 시간만 취소할 수 있습니다.')
    await expect(cell(page, '14:20')).toBeFocused()
    await cell(page, '14:30').click()
    await expect(bar(page)).toHaveText('14:00 ~ 14:30 총 30분')
    await cell(page, '14:00').click()
    await expect(bar(page)).toHaveText('14:10 ~ 14:30 총 20분')
    await cell(page, '11:50').click()
    await expectAlert(page, '선택한 범위 내에 예약할 수 없는 시간이 포함되어 있습니다.')
    await page.reload()
    await expect(bar(page)).toHaveText('14:10 ~ 14:30 총 20분')
  })

  await test.step('the grid is walked with the arrow keys, and takes one stop of the tab key', async () => {
    await choosePlace(page, '미팅룸', '미팅룸 2')
    await page
      .getByRole('button', { name: /예약 가능/ })
      .first()
      .focus()
    await page.keyboard.press('End')
    await expect(cell(page, '17:00')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(cell(page, '16:20')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(cell(page, '16:30')).toBeFocused()
    // A screen reader moves the focus so, without a key that the page hears.
    await cell(page, '14:00').focus()
    await page.keyboard.press('ArrowRight')
    await expect(cell(page, '14:10')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(bookButton(page)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(cell(page, '14:10')).toBeFocused()
    await page.keyboard.press('Home')
    await expect(cell(page, '09:00')).toBeFocused()
  })

  await test.step('a dialog leaves the choice as it was, and leads nowhere when it is closed', async () => {
    await choosePlace(page, '미팅룸', 'VIP 라운지')
    await cell(page, '15:00').click()
    const nav = page.getByRole('navigation', { name: '메뉴' })
    await nav.getByRole('link', { name: '예약내역' }).click()
    await nav.getByRole('link', { name: '예약하기' }).click()
    await expect(bar(page)).toHaveText('15:00 ~ 15:10 총 10분')
    for (const key of ['Enter', 'Escape']) {
      await nav.getByRole('button', { name: '로그아웃' }).click()
      const cancel = page.getByRole('alertdialog').getByRole('button', { name: '취소' })
      await cancel.focus()
      await page.keyboard.press(key)
      await expect(cancel).toBeHidden()
      await expect(bar(page)).toHaveText('15:00 ~ 15:10 총 10분')
    }
    await cell(page, '15:20').click()
    await expect(bar(page)).toHaveText('15:00 ~ 15:30 총 30분')
    await expect(page.getByRole('radio', { name: /^11\.22 / })).toBeChecked()
    await expect(page).toHaveURL('/dashboard')
    await page.goBack()
    await expect(page).toHaveURL('/reservations')
  })

  await test.step('another tab of the navigation and back leave date, room and times as they were, for this session', async () => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: '선택 해제' }).click()
    await choosePlace(page, '미팅룸', 'VIP 라운지')
    await cell(page, '15:00').click()
    await cell(page, '15:20').click()
    const nav = page.getByRole('navigation', { name: '메뉴' })
    for (const elsewhere of ['예약내역', VIP.name]) {
      await nav.getByRole('link', { name: elsewhere }).click()
      await expect(page).not.toHaveURL('/dashboard')
      await nav.getByRole('link', { name: '예약하기' }).click()
      await expect(bar(page)).toHaveText('15:00 ~ 15:30 총 30분')
      await expect(page.getByRole('radio', { name: /^11\.22 / })).toBeChecked()
      await expect(page.getByRole('combobox', { name: '미팅룸' })).toHaveText(/VIP 라운지/)
    }
    // Once more on the screen itself: it does not begin anew.
    await nav.getByRole('link', { name: '예약하기' }).click()
    await cell(page, '15:20').click()
    await expect(bar(page)).toHaveText('15:00 ~ 15:20 총 20분')

    await nav.getByRole('button', { name: '로그아웃' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL('/')
    await signIn(page, NORMAL)
    await expect(page.getByRole('tab', { name: 'VIP 투어' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('radio', { name: /^11\.20 / })).toBeChecked()
    await expect(bar(page)).toHaveText('시간을 선택해주세요')
  })
})

test('a place above the tier says so wherever it is named, and takes a chosen time back', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const path = `/api/admin/users/${who.member.id}/`
  const time = await controlTime(page)
  await test.step('it says so before and after a tap', async () => {
    await signIn(page, who)
    const docents = page.getByRole('combobox', { name: '도슨트' })
    await docents.selectOption({ label: '[VVIP 전용] 이서연 · 한국어 · English' })
    await expect(page.getByText('VVIP 회원 전용 도슨트입니다.')).toBeVisible()
    for (const { viewport } of [DESK, SMALL, PHONE]) {
      await page.setViewportSize(viewport)
      const top = async (what: Locator) => (await what.boundingBox())!.y
      const banner = await top(page.getByText('VVIP 회원 전용 도슨트입니다.'))
      expect(banner, 'above the times').toBeLessThan(await top(page.getByRole('group', { name: /시간표$/ })))
    }
    const closed = cell(page, '16:30')
    await expect(closed).toHaveAccessibleName('16:30 예약 불가 , 16:55까지, 이서연')
    await expect(closed).toBeDisabled()
    await expect(page.getByRole('button', { name: /예약 가능/ })).toHaveCount(0)
    await expect(bar(page)).toHaveText('VVIP 회원만 예약할 수 있습니다.')
    await expect(bookButton(page)).toBeHidden()
    await closed.click({ force: true })
    await expectAlert(page, 'VVIP 회원만 예약할 수 있습니다.')
    await expect(closed).not.toHaveAttribute('aria-pressed')
    await docents.selectOption({ label: '[VIP 전용] Lucía Martín · Español' })
    await expect(page.getByText(/^VIP 회원 전용 도슨트입니다\./)).toBeVisible()
    await expect(cell(page, '16:30')).toHaveAccessibleName('16:30 예약 불가 , 16:55까지, Lucía Martín')
  })

  await test.step('a tier that is lowered under a chosen time takes it back, and says why', async () => {
    await desk.put(path, { ...who.member, is_vip: true })
    await signIn(page, who)
    await choosePlace(page, 'VIP 투어', 'Lucía Martín')
    await cell(page, '16:30').click()
    await expect(bar(page)).toHaveText('16:30 ~ 16:55 25분')
    await desk.put(path, who.member)
    await time.pass(10_000)
    await setHidden(page, true)
    await setHidden(page, false)
    await expect(bar(page)).toHaveText('VIP 회원만 예약할 수 있습니다.')
    await expect(cell(page, '16:30')).toHaveAccessibleName(/^16:30 예약 불가/)
    await expect(bookButton(page)).toBeHidden()
  })

  await test.step('the tier that a docent asks for stands before the name wherever it is named', async () => {
    await desk.put(path, { ...who.member, is_vip: true })
    const label = '[VIP 전용] Lucía Martín'
    await signIn(page, who)
    await page.goto('/reserve-tour?date=2026-11-22')
    await page.getByText(label).click()
    await expect(page.getByText(`11.22 (일) · ${label}`)).toBeVisible()
    await page.getByText('16시', { exact: true }).click()
    await cell(page, '16:00').click()
    await expect(page.getByRole('complementary')).toContainText(label)
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('region', { name: '신청 안내' })).toContainText(label)
    const { tours } = await who.get<{ tours: TourReservation[] }>('/api/user/my-reservations/')
    const { id, type, available_tour, visitor } = tours[0]!
    await desk.decide({ id, type }, 'approve')

    await page.context().clearCookies()
    await page.evaluate('sessionStorage.clear()')
    await page.goto('/')
    await page.getByLabel('전화번호').fill(who.phone)
    await page.getByLabel('이름').fill(who.name)
    await page.getByRole('button', { name: '로그인' }).click()
    await expect(page.getByRole('dialog', { name: '다가오는 예약' })).toContainText(label)
    await page.getByRole('button', { name: '전체 보기' }).click()
    await expect(page.getByRole('article', { name: label })).toBeVisible()
    await page.getByRole('button', { name: '예약 취소' }).click()
    await expect(page.getByRole('dialog')).toContainText(label)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '상세 보기' }).click()
    await expect(page.getByRole('dialog')).toContainText(label)
    const times = { available_tour_id: available_tour.id! + 1, event_date_id: available_tour.event_date.id }
    await who.post('/api/user/reserve-tour/', { ...times, visitor, replaces: id })
    await expect(page.getByRole('dialog').getByText('시간 변경 요청 중')).toContainText(label)
  })
})

test("a time of one's own leads to the reservation; when the last one of a docent goes, it leads to another who has one", async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const [who, rival] = [await makeNewcomer(app), await makeNewcomer(app)]
  const places = await makePlaces(desk, '2026-11-22')
  await test.step("a time of one's own says so, cannot be chosen, and leads to the reservation", async () => {
    const asked = await askForTour(who, places, '18:00')
    await signIn(page, who)
    await choosePlace(page, 'VIP 투어', '도슨트 정해인')
    const own = cell(page, '18:00')
    // Amber until it is decided, then green.
    await expect(own).toHaveAccessibleName('18:00 대기중 , 18:30까지, 도슨트 정해인, 예약내역 보기')
    await expect(own).toHaveCSS('color', 'rgb(138, 83, 0)')
    await desk.decide(asked, 'approve')
    await expect(own).toHaveAccessibleName('18:00 내 예약 , 18:30까지, 도슨트 정해인, 예약내역 보기')
    await expect(own).toHaveCSS('color', 'rgb(11, 107, 67)')
    await expect(own).not.toHaveAttribute('aria-pressed')
    await expectAccessible(page)
    await cell(page, '19:00').click()
    await own.click()
    await expect(page).toHaveURL('/reservations?tab=tours')
    await page.goBack()
    await expect(bar(page), 'what was chosen is still there').toHaveText('19:00 ~ 19:30 30분')
  })

  await test.step('when the last time of a docent goes, it leads to another who has one', async () => {
    await cell(page, '17:00').click()
    for (const time of ['17:00', '17:30', '18:30', '19:00', '19:30', '20:00'])
      await askForTour(rival, places, time)
    await expect(page.getByText('모두 예약되었습니다')).toBeVisible()
    await expect(bar(page)).toHaveText('선택하신 시간이 방금 마감되었습니다. 다른 시간을 선택해주세요.')
    await expect(bookButton(page)).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('button', { name: '11.22 (일) 09:00 김하늘 보기' }).click()
    await expect(page.getByRole('combobox', { name: '도슨트' })).toHaveText(/김하늘/)
    await expect(cell(page, '09:00')).toBeFocused()
    await desk.remove(`/api/admin/docents/${places.docent_id}/`)
    await desk.remove(`/api/admin/rooms/${places.room_id}/`)
  })
})

test('the screen follows the clock: what is past is struck through and folds away, and nothing moves meanwhile', async ({
  page,
}) => {
  const time = await controlTime(page)
  await test.step('every thirty seconds it asks again, and a time that passes is struck through', async () => {
    await signIn(page, NORMAL)
    await choosePlace(page, '미팅룸', '미팅룸 3')
    await page.getByText('11.20 (금)', { exact: true }).click()
    await expect(cell(page, '09:30')).toHaveAccessibleName(/^09:30 예약 가능/)
    const answers = [readOf('event-dates'), /\/schedule\//].map((address) => page.waitForResponse(address))
    await time.pass(30_000)
    await Promise.all(answers)
    await cell(page, '09:30').click()
    await expect(bar(page)).toHaveText('09:30 ~ 09:40 총 10분')
    await time.passUntil('2026-11-20T09:29:50+01:00')
    await expect(cell(page, '09:30')).toHaveAccessibleName(/^09:30 선택됨/)
    await time.pass(11_000)
    await expect(cell(page, '09:30')).toHaveAccessibleName(/^09:30 지난 시간/)
    await expect(bar(page)).toHaveText('선택하신 시간이 지났습니다. 다른 시간을 선택해주세요.')
    await expectAccessible(page)
  })

  await test.step('what is past folds into one row, which opens; nothing moves while time goes on', async () => {
    await page.getByRole('tab', { name: 'VIP 투어' }).click()
    await expect(cell(page, '16:30')).toBeVisible()
    await time.passUntil('2026-11-20T11:35:00+01:00')
    await page.getByRole('tab', { name: '미팅룸' }).click()
    await page.getByRole('combobox', { name: '미팅룸' }).selectOption({ label: '미팅룸 2 · 1층 · 최대 6명' })
    const fold = page.getByRole('button', { name: '지난 시간 16개' })
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await expect(cell(page, '11:30')).toBeHidden()
    await expect(cell(page, '11:40')).toHaveAccessibleName(/^11:40 예약 가능/)
    await expectAccessible(page)

    // The cell that has the focus passes, and stays.
    await cell(page, '11:40').focus()
    const place = await cell(page, '12:30').boundingBox()
    await time.passUntil('2026-11-20T12:25:10+01:00')
    await expect(cell(page, '11:40')).toHaveAccessibleName(/^11:40 지난 시간/)
    await expect(cell(page, '11:40')).toBeFocused()
    expect(await cell(page, '12:30').boundingBox()).toEqual(place)
    await setHidden(page, true)
    await setHidden(page, false)
    await expect(cell(page, '11:40'), 'the fold never takes the focus away').toBeFocused()

    await fold.focus()
    await page.keyboard.press('Enter')
    await expect(fold).toBeFocused()
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    await expect(cell(page, '09:00').getByText('09:00', { exact: true })).toHaveCSS(
      'text-decoration-line',
      'line-through',
    )
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Home')
    await expect(cell(page, '09:00')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(cell(page, '09:00')).toBeHidden()
    await page.keyboard.press('Tab')
    await expect(cell(page, '11:40'), 'the grid keeps its one stop of the tab key').toBeFocused()

    await page.getByRole('link', { name: '예약내역' }).focus()
    await setHidden(page, true)
    await setHidden(page, false)
    await expect(page.getByRole('button', { name: '지난 시간 20개' })).toBeVisible()
  })
})

/**
 * Loads the page anew with a clock that is eight hours ahead. Only the new page is told: any answer that still comes to the
 * old one teaches that the right time, and it keeps it.
 */
async function reloadAhead(page: Page) {
  await page.addInitScript(
    `sessionStorage.setItem('clock', Number(sessionStorage.getItem('clock')) + 8 * 3_600_000)`,
  )
  await page.reload()
}

test('a phone or desk whose clock was ahead hides no time that is still to come', async ({ page }) => {
  await test.step('a day at a glance', async () => {
    await page.setViewportSize(DESK.viewport)
    await signIn(page, NORMAL)
    await page.getByRole('button', { name: '한눈에 보기' }).click()
    await page.getByText('11.20 (금)', { exact: true }).click()
    const last = page.getByRole('button', { name: /^16:30 .*Emma Wilson/ })
    await expect(last).toBeVisible()
    const answered = Promise.withResolvers<void>()
    await page.route('/api/**', (route) => answered.promise.then(() => route.continue()))
    await reloadAhead(page)
    await expect(page.getByRole('button', { name: /^지난 시간 \d\d개/ })).toBeVisible()
    answered.resolve()
    await expect(last).toBeVisible()
    await expect(page.getByRole('button', { name: '지난 시간 1개' })).toBeVisible()
  })

  await test.step('one docent on a phone', async () => {
    await page.setViewportSize(PHONE.viewport)
    await choosePlace(page, 'VIP 투어', 'Emma Wilson')
    await page.getByText('11.20 (금)', { exact: true }).click()
    await expect(cell(page, '16:30')).toBeVisible()
    // The times that the phone has kept are drawn before the service tells how late it is.
    await page.reload()
    await expect(cell(page, '16:30')).toBeVisible()
    await expect(page.getByRole('button', { name: /^지난 시간/ })).toBeHidden()
    await expect(bookButton(page)).toBeVisible()
  })
})

test('when a day is over one press leads on to the next time, and when all is over it says so', async ({
  page,
}) => {
  const time = await controlTime(page)
  await signIn(page, NORMAL)
  await test.step('in the evening one press leads on to the next day that has a time', async () => {
    await page.getByText('11.21 (토)', { exact: true }).click()
    await time.passUntil('2026-11-20T17:35:00+01:00')
    // Of the days to come the first is closed, and the second has nothing for this member.
    const asked: string[] = []
    const ofLaterDays = /schedule\/\?date=2026-11-2[123]$/
    await page.route(ofLaterDays, async (route) => {
      const date = route.request().url().slice(-10)
      asked.push(date)
      if (date === '2026-11-21')
        return route.fulfill({ status: 404, json: { ...FAILURE, code: 'not_found' } })
      if (date === '2026-11-23') return route.fallback()
      const day = (await (await fetchWhole(route)).json()) as {
        tour_schedule: { docent: { is_vip: boolean } }[]
      }
      const tour_schedule = day.tour_schedule.filter(({ docent }) => docent.is_vip)
      return route.fulfill({ json: { ...day, tour_schedule } })
    })
    await page.getByText('11.20 (금)', { exact: true }).click()
    await visitAfresh(page, '/dashboard')
    await expect(page.getByText('오늘의 시간이 모두 지났습니다')).toBeVisible()
    await expect(page.getByRole('button', { name: '지난 시간 17개' })).toBeVisible()
    await expect(bookButton(page), 'there is nothing to act on').toBeHidden()
    await expectAccessible(page)
    const lead = page.getByRole('button', { name: '11.23 (월) 09:00 김하늘 보기' })
    await expect(lead).toBeVisible()
    expect([...new Set(asked)], 'one day after the other, and only as far as need be').toEqual([
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
    ])
    await lead.click()
    await expect(page.getByRole('radio', { name: /^11\.23 / })).toBeChecked()
    await expect(cell(page, '09:00')).toBeFocused()
    await expect(bar(page)).toHaveText('시간을 선택해주세요')
    await page.unroute(ofLaterDays)
  })

  await test.step('when all of the event is over it says so, with the address for questions', async () => {
    await expect(cell(page, '16:30')).toBeVisible()
    await time.passUntil('2026-11-23T17:35:00+01:00')
    await expect(page.getByText('오늘의 시간이 모두 지났습니다')).toBeVisible()
    await expect(page.getByText('행사의 투어 일정이 모두 끝났습니다.')).toBeVisible()
    await expect(page.getByRole('link', { name: '문의 contact@fairslot.example' })).toBeVisible()
    await expect(bookButton(page)).toBeHidden()
    await expectAccessible(page)
    await time.passUntil('2026-11-24T09:00:00+01:00')
    await expect(page.getByText('이 날짜의 시간이 모두 지났습니다')).toBeVisible()
    await expect(page.getByText('행사의 투어 일정이 모두 끝났습니다.')).toBeVisible()
  })
})

test('the day that one looks at is deleted: the screen says so and shows another', async ({ page, app }) => {
  const desk = await openDesk(app)
  await desk.post('/api/admin/event-dates/', { date: '2026-12-24' })
  await signIn(page, NORMAL)
  await page.getByText('12.24 (목)').click()
  await expect(page.getByRole('radio', { name: '12.24 (목)' })).toBeChecked()
  await desk.remove('/api/admin/event-dates/', { date: '2026-12-24' })
  await page.reload()
  await expect(page.getByText('선택하신 날짜가 삭제되어 다른 날짜를 보여드립니다.')).toBeVisible()
  await expect(page.getByRole('radio', { name: '12.24 (목)' })).toHaveCount(0)
  await page.getByText('11.21 (토)', { exact: true }).click()
  await expect(page.getByText('선택하신 날짜가 삭제되어')).toHaveCount(0)
})

test('days or times that cannot be loaded say so and come with a second try; a day without any is empty @release', async ({
  page,
}) => {
  // A screen that begins to listen for changes asks once more, which would be the second try.
  await page.route('**/api/public/changes/**', (route) => route.abort())
  await signIn(page, NORMAL)
  await test.step('days that cannot be loaded', async () => {
    await expect(page.getByRole('radio', { name: /^11\.20 \(금\)/ })).toBeChecked()
    await page.route(readOf('event-dates'), (route) => route.fulfill({ status: 400, json: FAILURE }))
    await visitAfresh(page, '/dashboard')
    const alert = page.getByRole('alert').filter({ hasText: '행사 일정을 불러오는데 실패했습니다.' })
    await expect(alert).toBeVisible()
    await page.unroute(readOf('event-dates'))
    await alert.getByRole('button', { name: '다시 시도' }).click()
    await expect(page.getByRole('radio', { name: /^11\.20 \(금\)/ })).toBeChecked()
  })

  await test.step('times that cannot be loaded; a day without any is empty, not broken', async () => {
    const ofTheLastDay = '**/api/user/schedule/?date=2026-11-23'
    // The first try is lost, the others are never answered.
    await page.route(ofTheLastDay, () => {})
    await page.route(ofTheLastDay, (route) => route.abort(), { times: 1 })
    await page.getByText('11.23 (월)', { exact: true }).click()
    await expect(page.getByText('연결이 불안정해 다시 시도 중입니다', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.route(ofTheLastDay, (route) => route.fulfill({ status: 400, json: FAILURE }))
    await page.reload()
    const alert = page.getByRole('alert').filter({ hasText: '예약 현황을 불러오는데 실패했습니다.' })
    await expect(alert).toBeVisible()
    await expectAccessible(page)
    await page.route(ofTheLastDay, (route) =>
      route.fulfill({ status: 404, json: { ...FAILURE, code: 'not_found' } }),
    )
    await alert.getByRole('button', { name: '다시 시도' }).click()
    await expect(page.getByText('이 날짜에는 예약할 수 있는 투어가 없습니다')).toBeVisible()
    await expectAccessible(page)
  })
})
