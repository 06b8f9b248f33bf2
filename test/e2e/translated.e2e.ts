import { findCode } from '../../server/mail/templates/member-mails.ts'
import { askForMeeting, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, signInAsAdmin, test, watchConsole } from './fixtures.ts'
import { controlTime } from './page-time.ts'
import { cell, choosePlace } from './steps.ts'
import { translatePages } from './translator.ts'

const VISITOR = { phone: '010-7777-4501', name: 'José O’Connor', email: 'jose@example.com' }
const DAY = '2026-11-22'

test('on pages that the browser translates every time is true and nothing breaks, from the sign-up to the wall', async ({
  page,
  app,
}) => {
  await translatePages(page.context())
  const said = watchConsole(page)
  const desk = await openDesk(app)
  const places = await makePlaces(desk, DAY)
  const main = page.getByRole('main')
  const bookFrom = async (path: string) => {
    await expect(page).toHaveURL(path)
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(main.getByText('11.22 (일)', { exact: true })).toBeVisible()
  }

  const changed = async () => {
    await expect(page.locator('font').first()).toBeAttached()
    const texts = await page.locator('font font').allTextContents()
    return texts.filter((text) =>
      /José|한빛전자|정해인|하늘|\d월 \d|\d\d:\d\d|\d(?:명|곳|개|건|회|시$)|^\s*\d+\s*$/.test(text),
    )
  }

  await test.step('signing up and in', async () => {
    await page.goto('/register')
    await page.getByLabel('이메일').fill(VISITOR.email)
    await page.getByRole('button', { name: '인증번호 받기' }).click()
    await page
      .getByLabel('인증번호')
      .fill(findCode((await app.mailbox.receive(VISITOR.email, '인증번호')).text!)!)
    await page.getByLabel('이름').fill(VISITOR.name)
    await page.getByLabel('회사명').fill('한빛전자')
    await page.getByLabel('직책').fill('과장')
    await page.getByLabel('전화번호').fill(VISITOR.phone)
    await page.getByRole('button', { name: '가입하기' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('button', { name: '로그인' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('the free times of a day are looked through', async () => {
    await page.getByText('11.22 (일)', { exact: true }).click()
    await page.getByRole('button', { name: '시간 먼저' }).click()
    await expect(page.getByRole('button', { name: /^17:30 \d명 가능$/ })).toBeVisible()
    expect(await changed()).toEqual([])
    await page.getByRole('button', { name: /^17:30 / }).click()
    await expect(page.getByRole('heading', { name: /^17:30 · \d명 가능$/ })).toBeVisible()
    await expect(page.getByText('18:00까지')).toBeVisible()
    expect(await changed()).toEqual([])
    await page.getByRole('button', { name: '도슨트 먼저' }).click()
  })

  await test.step('a time is chosen and changed, and booked', async () => {
    await choosePlace(page, 'VIP 투어', '정해인')
    await cell(page, '17:30').click()
    await expect(main.getByText('17:30 ~ 18:00')).toBeVisible()
    await cell(page, '18:30').click()
    await expect(main.getByText('18:30 ~ 19:00')).toBeVisible()
    await expect(main.getByText('17:30 ~')).toBeHidden()
    await main.getByRole('button', { name: '예약하기' }).click()
    await bookFrom('/reserve-tour')
  })

  await test.step('names, dates, times and counts stay as they are', async () => {
    await page.goto('/reservations')
    await expect(page.getByRole('article')).toContainText('정해인')
    expect(await changed()).toEqual([])
    await page.getByRole('button', { name: '상세 보기' }).click()
    await expect(page.getByRole('dialog')).toContainText('한빛전자')
    expect(await changed()).toEqual([])
    await page.goto('/profile')
    await expect(main.getByRole('heading', { name: VISITOR.name })).toBeVisible()
    expect(await changed()).toEqual([])
    await page.route('**/api/user/my-reservations/', (route) => route.abort())
    await page.reload()
    await expect(page.getByText(/^\d\d:\d\d 기준 · 연결되지 않아/)).toBeVisible()
    expect(await changed()).toEqual([])
    await page.unroute('**/api/user/my-reservations/')
  })

  await test.step('an administrator moves it while it is on the screen', async () => {
    await page.goto('/reservations')
    const card = page.getByRole('article')
    await expect(card).toContainText('18:30 ~ 19:00')
    await card.getByRole('button', { name: '상세 보기' }).click()
    const slots = await desk.get<{ id: number; time: string; docent: { id: number } }[]>(
      `/api/admin/available-tours/?date=${DAY}&docent_id=${places.docent_id}`,
    )
    const { tours } = await desk.get<{ tours: { id: number; user: { name: string } }[] }>(
      `/api/admin/reservations/?date=${DAY}&search=José`,
    )
    const { id } = tours.find(({ user }) => user.name === VISITOR.name)!
    const available_tour_id = slots.find(({ time }) => time === '17:00')!.id
    const { event_date_id } = places
    await desk.post(`/api/admin/reservations/${id}/move/`, {
      type: 'VIP_TOUR',
      available_tour_id,
      event_date_id,
    })
    await expect(card).toContainText('17:00 ~ 17:30')
    await expect(card).not.toContainText('18:30')
    const before = page.getByRole('dialog').getByText('18:30 ~ 19:00')
    await expect(before).toHaveCSS('text-decoration-line', 'line-through')
    expect(await changed()).toEqual([])
    await page.keyboard.press('Escape')
    await desk.decide({ id, type: 'VIP_TOUR' }, 'approve')
    await expect(card).toContainText('예약됨')
  })

  await test.step('another time is asked for', async () => {
    await page.getByRole('article').getByRole('button', { name: '상세 보기' }).click()
    await page.getByRole('button', { name: '시간 변경 요청' }).click()
    await expect(page.getByRole('combobox', { name: '도슨트' })).toContainText('정해인')
    expect(await changed()).toEqual([])
    await cell(page, '17:30').click()
    await page.getByRole('button', { name: '시간 변경 요청' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/reservations')
    await expect(page.getByRole('article').filter({ hasText: '대기중' })).toContainText(/기존 예약: .*유지/)
    expect(await changed()).toEqual([])
  })

  await test.step('step by step', async () => {
    await page.goto('/reserve-room')
    for (const name of ['2026년 11월 22일 (일)', '미팅룸 하늘'])
      await page.getByText(name, { exact: true }).last().click()
    await expect(page.getByRole('radio', { name: '18시 6개 가능' })).toBeAttached()
    expect(await changed()).toEqual([])
    await page.getByText('18시', { exact: true }).click()
    await cell(page, '18:10').click()
    await cell(page, '18:30').click()
    await expect(main.getByText('18:10 ~ 18:40')).toBeVisible()
    await page.getByRole('button', { name: '다음' }).click()
    await expect(page.getByLabel('방문 인원')).toHaveAccessibleDescription('최대 8명')
    expect(await changed()).toEqual([])
  })

  await test.step('a wall follows the day', async () => {
    const today = await makePlaces(desk, '2026-11-20')
    await desk.decide(await askForMeeting(await makeNewcomer(app), today, '17:10', '연간 계약'), 'approve')
    const wall = await page.context().newPage()
    const heard = watchConsole(wall)
    const time = await controlTime(wall)
    await wall.goto(`/display/room/${today.room_id}`)
    const now = wall.getByRole('region', { name: '현재 상태' })
    for (const [clock, text] of [
      ['17:05:30', 'Starting Soon'],
      ['17:11:00', '17:10 ~ 17:20'],
      ['17:16:00', '4분 남음'],
      ['17:20:30', 'Available'],
    ] as const) {
      await time.passUntil(`2026-11-20T${clock}+01:00`)
      await expect(now, clock).toContainText(text)
    }
    await expect(now).not.toContainText('17:10')
    expect(heard).toEqual([])
  })
  expect(said).toEqual([])
})

test('on a translated page an administrator reads the very word to type, and dates stay as they are', async ({
  page,
}) => {
  await translatePages(page.context())
  const translated = page.getByRole('dialog').or(page.getByRole('alertdialog')).locator('font font')
  await signInAsAdmin(page, '/admin/schedule')
  await page.getByRole('button', { name: '전체 삭제' }).click()
  const label = page.locator('label').filter({ hasText: '계속하려면' })
  await expect(label).toHaveText('계속하려면 “삭제”를 입력해주세요.')
  await expect(translated.filter({ hasText: '계속하려면' })).toHaveCount(1)
  await expect(label.locator('font').filter({ hasText: '삭제' })).toHaveCount(0)
  await page.getByLabel('계속하려면').fill('삭제')
  await expect(page.getByRole('button', { name: /개 삭제/ })).toBeEnabled()
  await page.goto('/admin/schedule?tab=tour-slots')
  await page.getByRole('button', { name: '시간 한꺼번에 만들기' }).click()
  await expect(page.getByLabel('11.20 (금)', { exact: true })).toBeVisible()
  await expect(translated.filter({ hasText: '날짜' })).not.toHaveCount(0)
  await expect(translated.filter({ hasText: /\d\.\d/ })).toHaveCount(0)
  const outlook = page.getByRole('dialog').getByRole('status').locator('font font')
  await expect(outlook.filter({ hasText: '가 추가됩니다.' })).toHaveCount(1)
  await expect(outlook.filter({ hasText: /\d/ })).toHaveCount(0)
})
