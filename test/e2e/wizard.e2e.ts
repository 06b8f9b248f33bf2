import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test, visitAfresh, watchConsole } from './fixtures.ts'
import { cell } from './steps.ts'
import { DESK, PHONE, SMALL } from './widths.ts'
import { fetchWhole } from './reads.ts'

const NORMAL = { phone: '010-5456-1029', name: '송하윤' }
const VIP = { phone: '010-6789-3452', name: '한소희' }

const LAST_DAY = '2026년 11월 23일 (월)'

const next = (page: Page) => page.getByRole('button', { name: '다음' })
const back = (page: Page) => page.getByRole('button', { name: '이전' })
const choice = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })
const atStep = (page: Page, step: number) =>
  expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(step))

/** Taps a choice of the present step, which goes on by itself. */
async function take(page: Page, name: string) {
  await expect(next(page)).toBeDisabled()
  await page.getByText(name, { exact: true }).click()
}

test('a tour is booked in five steps, from the date of the dashboard on, and a reload on the way loses nothing', async ({
  page,
}) => {
  const said = watchConsole(page)
  await test.step('it begins with the date of the dashboard, which is still there to change', async () => {
    await signIn(page, NORMAL)
    await page.getByText('11.23 (월)', { exact: true }).click()
    await page.getByRole('link', { name: '단계별로' }).click()
    await atStep(page, 2)
    await expect(page).toHaveURL('/reserve-tour')
    await expect(page.getByText('11.23 (월)')).toBeVisible()
    await back(page).click()
    await atStep(page, 1)
    await expect(choice(page, LAST_DAY)).toBeChecked()
    // A tap on the choice that stands already goes on too.
    await page.getByText(LAST_DAY).click()
    await atStep(page, 2)
    await page.goBack()
    await atStep(page, 1)
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('the room and the times chosen on the dashboard are chosen here too', async () => {
    await page.getByRole('tab', { name: '미팅룸' }).click()
    await page.getByRole('combobox', { name: '미팅룸' }).selectOption({ index: 2 })
    const free = page.getByRole('button', { name: /예약 가능/ })
    const first = (await free.first().getAttribute('aria-label')) ?? (await free.first().textContent())!
    const time = /\d\d:\d\d/.exec(first)![0]
    await cell(page, time).click()
    await page.getByRole('link', { name: '단계별로' }).click()
    await atStep(page, 4)
    await expect(cell(page, time)).toHaveAccessibleName(/선택됨/)
    await back(page).click()
    await atStep(page, 3)
    await expect(choice(page, new RegExp(`^${Number(time.slice(0, 2))}시`))).toBeChecked()
    await back(page).click()
    await atStep(page, 2)
  })

  await test.step('a tour is booked in five steps', async () => {
    await page.goto('/reserve-tour')
    await take(page, LAST_DAY)

    await expect(page.getByRole('heading', { name: '도슨트를 선택해주세요' })).toBeFocused()
    await expect(choice(page, /^\[VVIP 전용\] 이서연.*VVIP 회원만 예약할 수 있습니다\.$/)).toBeDisabled()
    await expect(choice(page, /^\[VIP 전용\] Lucía Martín.* VIP 회원만 예약할 수 있습니다\.$/)).toBeDisabled()
    await expectAccessible(page)
    await take(page, 'Emma Wilson')

    await expect(page.getByRole('heading', { name: '시간대를 선택해주세요' })).toBeFocused()
    await choice(page, /^11시/).press('Space')
    await page.reload()
    await atStep(page, 3)
    await expect(page.getByText('11.23 (월) · Emma Wilson')).toBeVisible()
    await expect(choice(page, /^11시/)).toBeChecked()
    await next(page).click()

    await expect(page.getByRole('heading', { name: '시간을 선택해주세요' })).toBeFocused()
    await expect(next(page)).toBeDisabled()
    await expect(cell(page, '12:00')).toBeHidden()
    await cell(page, '11:30').click()

    await atStep(page, 5)
    await expect(page.getByText('11:30 ~ 11:55')).toBeVisible()
    await expect(page.getByRole('heading', { name: '방문자 정보를 입력해주세요' })).toBeFocused()
    await expect(page.getByText('contact@fairslot.example')).toBeVisible()
    await page.getByLabel('회사명').fill('다온물류 유럽')
    await page.reload()
    await expect(page.getByLabel('회사명')).toHaveValue('다온물류 유럽')
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/reservations')
    await expect(page.getByRole('article').filter({ hasText: '11:30 ~ 11:55' })).toContainText('Emma Wilson')
  })

  expect(said).toEqual([])
})

test('a meeting is booked in five steps, over the full hour, without gaps', async ({ page }) => {
  const said = watchConsole(page)
  await signIn(page, NORMAL, '/reserve-room')
  await test.step('a double tap goes on once, not through two steps', async () => {
    await take(page, LAST_DAY)
    await expect(choice(page, /미팅룸 1/)).toBeVisible()
    await back(page).click()
    await page.getByText(LAST_DAY, { exact: true }).dblclick()
    await atStep(page, 2)
    // The second half has fallen on a room, which is chosen and can be changed.
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
    await expect(next(page)).toBeEnabled()
    await atStep(page, 2)
    await page.getByText('미팅룸 1', { exact: true }).click()
  })
  await expect(choice(page, '12시 3개 가능')).toBeEnabled()
  await take(page, '10시')

  await cell(page, '10:50').click()
  await cell(page, '12:30').click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('선택한 범위 내에 예약할 수 없는 시간이 포함되어 있습니다.')
  await alert.getByRole('button', { name: '확인' }).click()
  await cell(page, '11:10').click()
  await expect(page.getByText('10:50 ~ 11:20')).toBeVisible()
  await expect(page.getByText('총 30분')).toBeVisible()
  await cell(page, '11:00').click()
  await expect(alert).toContainText('중간 시간은 해제할 수 없습니다.')
  await alert.getByRole('button', { name: '확인' }).click()
  await expect(page.getByText('10:50 ~ 11:20')).toBeVisible()

  // The last row of times comes out from behind the buttons.
  for (const { viewport } of [SMALL, DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await cell(page, '17:00').click({ trial: true })
  }
  await next(page).click()

  await atStep(page, 5)
  await page.getByLabel('미팅명').fill('물류 견적')
  await page.getByLabel('현장 미팅 담당자명').fill('김도윤')
  await page.getByRole('button', { name: '예약 신청' }).click()
  await expect(
    page.getByText('미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.'),
  ).toBeVisible()
  await page.goto('/reservations')
  await page.getByRole('tab', { name: /미팅/ }).click()
  await expect(page.getByRole('article').filter({ hasText: '10:50 ~ 11:20' })).toContainText('물류 견적')
  expect(said).toEqual([])
})

test("the keyboard goes on only when it says so; going back, by the wizard's button or the browser's, clears that step's choice", async ({
  page,
}) => {
  await test.step('who uses the keyboard, or a screen reader, goes on only when they say so', async () => {
    await signIn(page, VIP, '/reserve-tour')
    await choice(page, '2026년 11월 21일 (토)').press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(choice(page, LAST_DAY)).toBeChecked()
    await atStep(page, 1)
    await page.keyboard.press('Enter')
    await atStep(page, 2)
    // A screen reader's press comes as a click without a pointer.
    await choice(page, /Emma Wilson/).evaluate((radio) => (radio as unknown as { click(): void }).click())
    await expect(choice(page, /Emma Wilson/)).toBeChecked()
    await expect(next(page)).toBeEnabled()
    await atStep(page, 2)
    await next(page).press('Enter')
    await choice(page, /^13시/).press('Space')
    await next(page).press('Enter')
    await atStep(page, 4)
    await cell(page, '13:30').press('Enter')
    await expect(cell(page, '13:30')).toHaveAccessibleName(/선택됨/)
    await atStep(page, 4)
    await next(page).press('Enter')
    await atStep(page, 5)
  })

  await test.step("going back clears that step's choice and no other", async () => {
    await page.goto('/dashboard')
    await page.goto('/reserve-tour')
    await take(page, LAST_DAY)
    await take(page, '[VIP 전용] Lucía Martín')
    await take(page, '14시')
    await cell(page, '14:30').click()
    await atStep(page, 5)

    await back(page).click()
    await atStep(page, 4)
    await expect(cell(page, '14:30')).toHaveAccessibleName(/선택됨/)
    await cell(page, '14:30').click()
    await atStep(page, 5)
    await back(page).click()
    await back(page).click()
    await atStep(page, 3)
    await expect(choice(page, /^14시/)).toBeChecked()
    await next(page).click()
    await expect(cell(page, '14:30')).toHaveAccessibleName(/예약 가능/)
    await expect(next(page)).toBeDisabled()

    await page.goBack()
    await atStep(page, 3)
    await page.goBack()
    await atStep(page, 2)
    await expect(choice(page, /Lucía Martín/)).toBeChecked()
    await next(page).click()
    await expect(choice(page, /^14시/)).not.toBeChecked()
    await expect(next(page)).toBeDisabled()

    await back(page).click()
    await back(page).click()
    await atStep(page, 1)
    await expect(choice(page, LAST_DAY)).toBeChecked()
    await back(page).click()
    await expect(page).toHaveURL('/dashboard')
  })
})

test('an address leads to the hours of a docent or room; what is over or cannot be loaded is said', async ({
  page,
}) => {
  await test.step('an address leads to the hours, step by step as if chosen', async () => {
    await signIn(page, NORMAL)
    const answer = await page.request.get('/api/user/docents/')
    const docents = (await answer.json()) as { id: number; name: string }[]
    const idOf = (name: string) => docents.find((each) => each.name === name)!.id

    await page.goto(`/reserve-tour?docent_id=${idOf('Emma Wilson')}&date=2026-11-23`)
    await atStep(page, 3)
    await expect(page.getByText('11.23 (월) · Emma Wilson')).toBeVisible()
    await page.reload()
    await atStep(page, 3)
    await back(page).click()
    await atStep(page, 2)
    await expect(choice(page, /Emma Wilson/)).toBeChecked()
    await back(page).click()
    await expect(choice(page, LAST_DAY)).toBeChecked()

    // Without a date that can be booked the docent waits for one.
    for (const query of ['', '&date=2026-01-02', '&date=2026-02-31']) {
      await page.goto(`/reserve-tour?docent_id=${idOf('Emma Wilson')}${query}`)
      const note = page.getByText('요청하신 날짜는 지났거나 행사 기간이 아닙니다.')
      await expect(choice(page, LAST_DAY)).toBeEnabled()
      await expect(note).toBeVisible({ visible: query !== '' })
      await take(page, LAST_DAY)
      await atStep(page, 3)
      await expect(page.getByText('11.23 (월) · Emma Wilson')).toBeVisible()
      await back(page).click()
      await atStep(page, 2)
    }

    await page.goto('/reserve-tour?docent_id=987654&date=2026-11-23')
    await atStep(page, 2)
    await expect(page.getByText('요청하신 도슨트 정보를 찾을 수 없습니다.')).toBeVisible()
    await page.goto(`/reserve-tour?docent_id=${idOf('이서연')}&date=2026-11-23`)
    await atStep(page, 2)
    await expect(
      page.getByText('[VVIP 전용] 이서연: VVIP 회원만 예약할 수 있습니다. 다른 도슨트를 선택해주세요.'),
    ).toBeVisible()
    await expectAccessible(page)
    await take(page, 'Emma Wilson')
    await atStep(page, 3)

    for (const query of ['?docent_id=Emma&date=soon', '?room_id=', '?docent_id=-1&x=%E0%A4%A', '?date']) {
      await page.goto(`/reserve-tour${query}`)
      await expect(choice(page, LAST_DAY)).toBeEnabled()
      await atStep(page, 1)
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
      await expect(next(page)).toBeDisabled()
      await expect(page.getByText('요청하신')).toBeHidden()
    }
  })

  await test.step('what cannot be loaded is said, with a retry', async () => {
    let isDown = true
    // A screen that begins to listen for changes asks once more, which would be the second try.
    await page.route('**/api/public/changes/**', (route) => route.abort())
    await page.route(/\/api\/user\/(event-dates|docents|rooms|available-tours|available-rooms)\//, (route) =>
      isDown
        ? route.fulfill({ status: 429, json: { code: 'too_many_requests', error: '', message: '' } })
        : route.continue(),
    )
    const failsWith = async (text: string) => {
      await expect(page.getByText(text)).toBeVisible()
      await expect(next(page)).toBeDisabled()
      isDown = false
      await page.getByRole('button', { name: '다시 시도' }).click()
      await expect(page.getByText(text)).toBeHidden()
      isDown = true
    }
    await visitAfresh(page, '/reserve-room')
    await failsWith('데이터를 불러오는데 실패했습니다.')
    await take(page, LAST_DAY)
    await failsWith('데이터를 불러오는데 실패했습니다.')
    await take(page, '미팅룸 1')
    await failsWith('가용 시간을 불러오는데 실패했습니다.')
    await expect(choice(page, /^15시/)).toBeEnabled()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('hours that are over are disabled, and those without a free time say so and can be waited for', async () => {
    // Of this docent's tours at ten, one has begun five minutes ago and one is booked.
    await page.route('**/api/user/**', async (route) => {
      const response = await fetchWhole(route)
      const headers = { ...response.headers(), 'x-service-time': '2026-11-20T10:05:00+01:00' }
      await route.fulfill({ response, headers })
    })
    await page.goto('/reserve-tour')
    await take(page, '2026년 11월 20일 (금)')
    await take(page, '김하늘')
    await expect(choice(page, '9시 지난 시간')).toBeDisabled()
    await expect(choice(page, '10시 예약 마감 자리 대기 가능')).toBeEnabled()
    await expect(choice(page, '11시 1개 가능')).toBeEnabled()
    await take(page, '10시')
    await expect(page.getByRole('button', { name: /^10:30 예약됨/ }).getByText('예약됨')).toBeInViewport()
  })
})
