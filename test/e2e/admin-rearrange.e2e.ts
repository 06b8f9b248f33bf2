import type { Locator, Page } from '@playwright/test'
import { ADMIN_PASSWORD } from '../server-process.ts'
import { addColleague, makeNewcomer, openDesk, type Answer, type Desk, type Newcomer } from './desk.ts'
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

const DAY = '2026-11-21'
const LAST_DAY = '2026-11-23'

test.slow()

const dialog = (page: Page) => page.getByRole('dialog', { name: '오늘의 변경' })
const outcomes = (page: Page) => dialog(page).getByRole('region', { name: '예약별 결과' })
const open = (page: Page) => page.getByRole('button', { name: '오늘의 변경' })

/** Each press, choice and typed field is one interaction. */
function countInteractions() {
  let count = 0
  const counted =
    <Rest extends unknown[]>(act: (on: Locator, ...rest: Rest) => Promise<unknown>) =>
    (on: Locator, ...rest: Rest) => {
      count += 1
      return act(on, ...rest)
    }
  return {
    press: counted((on) => on.click()),
    choose: counted((on, label: string | RegExp) => choose(on, label)),
    count: () => count,
  }
}

async function choose(select: Locator, label: string | RegExp) {
  const option = select.getByRole('option', { name: label }).first()
  await select.selectOption(await option.getAttribute('value'))
}

type Docent = { id: number; name: string; slots: { id: number; time: string }[] }

/** Docents of the test's own with 16 tours each from 12:00, every 20 minutes. */
async function makeDocents(desk: Desk, date: string, ...names: string[]): Promise<Docent[]> {
  const days = await desk.get<{ id: number; date: string }[]>('/api/admin/event-dates/')
  const event_date_id = days.find((day) => day.date === date)!.id
  const times = { event_date_id, start_time: '12:00', end_time: '17:00', interval_minutes: 20, duration: 20 }
  const made: Docent[] = []
  for (const name of names) {
    const facts = { name, language: '한국어', start_point: '3층 입구', is_vip: false, is_vvip: false }
    const { docent } = await desk.post('/api/admin/docents/', facts)
    const { id } = docent!
    await desk.post('/api/admin/available-tours/', { docent_id: id, ...times })
    const slots = await desk.get<Docent['slots']>(`/api/admin/available-tours/?date=${date}&docent_id=${id}`)
    made.push({ id, name, slots })
  }
  return made
}

async function book(desk: Desk, who: Newcomer, date: string, slots: Docent['slots']): Promise<Answer[]> {
  const days = await desk.get<{ id: number; date: string }[]>('/api/admin/event-dates/')
  const event_date_id = days.find((day) => day.date === date)!.id
  const visitor = { company: who.member.company_name, name: who.name, phone: '010-2345-6789', count: 2 }
  const made: Answer[] = []
  for (const { id } of slots) {
    const body = { available_tour_id: id, event_date_id, user_id: who.member.id, visitor }
    made.push((await desk.post<{ reservation: Answer }>('/api/admin/reserve-tour/', body)).reservation)
  }
  return made
}

type Tour = { status: string; available_tour: { time: string; docent: { name: string } } }

const toursOf = async (who: Newcomer) =>
  (await who.get<{ tours: Tour[] }>('/api/user/my-reservations/')).tours
    .map(({ status, available_tour: { time, docent } }) => `${time} ${docent.name} ${status}`)
    .sort()

test('an ill docent: sixteen tours are resolved in seven interactions, and grid, mails and visitor agree', async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  const desk = await openDesk(app)
  const [ill, first, second] = await makeDocents(desk, DAY, '도슨트 정해인', '도슨트 한가람', '도슨트 오세린')
  const guest = await makeNewcomer(app, { company_name: '새벽전자' })
  const other = await makeNewcomer(app)
  await book(desk, guest, DAY, ill!.slots)
  await book(desk, other, DAY, first!.slots.slice(0, 2))
  await signInAsAdmin(page, '/admin/users')
  const day = `/admin/reservation?date=${DAY}`
  await page.goto(day)

  await test.step('Back closes it, but asks before it discards what is typed; it leads to no closed dialog', async () => {
    const question = page.getByRole('alertdialog', { name: '입력한 내용을 버릴까요?' })
    const reason = dialog(page).getByLabel('변경 사유')
    const whose = dialog(page).getByLabel('도슨트', { exact: true })
    await open(page).click()
    await expect(whose).toBeVisible()
    await page.goBack()
    await expect(dialog(page)).toBeHidden()
    await open(page).click()
    await choose(whose, ill!.name)
    await choose(dialog(page).getByLabel('대신할 도슨트'), first!.name)
    await reason.fill('장비 고장')
    for (const answer of ['계속 입력', '버리기']) {
      await expect(reason).toHaveValue('장비 고장')
      await page.goBack()
      await question.getByRole('button', { name: answer }).click()
      await expect(question).toBeHidden()
    }
    await expect(dialog(page)).toBeHidden()
    await open(page).click()
    await dialog(page).getByRole('button', { name: '닫기' }).first().click()
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL(day)
    await page.goBack()
    await expect(page).toHaveURL('/admin/users')
  })

  await page.goto(day)

  const { press, choose: pick, count } = countInteractions()
  await press(open(page))
  await pick(dialog(page).getByLabel('도슨트', { exact: true }), ill!.name)
  await pick(dialog(page).getByLabel('대신할 도슨트'), first!.name)
  await expect(dialog(page).getByText('16건 중 14건을 변경할 수 있습니다.')).toBeVisible()
  await expect(outcomes(page)).toContainText(`12:00 ~ 12:20 · ${ill!.name}`)
  await expect(outcomes(page).getByText('예약됨 또는 잠김')).toHaveCount(2)
  await expectAccessible(page)
  await press(dialog(page).getByRole('button', { name: '가능한 14건만 변경' }))
  await expect(dialog(page).getByText('14건을 변경했습니다.')).toBeVisible()
  await expect(dialog(page).getByText('2건 중 0건을 변경할 수 있습니다.')).toBeVisible()
  await expect(dialog(page).getByLabel('대신할 도슨트')).toBeFocused()
  await pick(dialog(page).getByLabel('대신할 도슨트'), second!.name)
  await expect(dialog(page).getByLabel('변경 사유')).toHaveValue(/담당 도슨트의 사정으로/)
  await press(dialog(page).getByRole('button', { name: '2건 변경' }))
  await expect(dialog(page)).toBeHidden()
  expect(count()).toBeLessThanOrEqual(7)

  await test.step('afterwards all agree, and nobody books the ill docent', async () => {
    await expect(open(page)).toBeFocused()
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
    await expect(row(first!.name)).toContainText('새벽전자')
    await expect(row(ill!.name)).not.toContainText('새벽전자')
    const expected = ill!.slots.map(({ time }, at) => `${time} ${(at < 2 ? second! : first!).name} APPROVED`)
    expect(await toursOf(guest)).toEqual(expected)
    for (const { time } of ill!.slots) {
      const mail = await app.mailbox.receive(guest.email, `변경되었습니다 · 11월 21일 (토) ${time}`)
      expect(mail.text).toContain('담당 도슨트의 사정으로 예정대로 진행하기 어렵습니다.')
      expect(mail.text).toContain(ill!.name)
    }
    const left = await desk.get<{ is_locked: boolean }[]>(
      `/api/admin/available-tours/?date=${DAY}&docent_id=${ill!.id}`,
    )
    expect(left.every(({ is_locked }) => is_locked)).toBe(true)
    await signIn(page, guest, '/reservations?tab=tours')
    await expect(page.getByText(second!.name).first()).toBeVisible()
    await expect(page.getByText(ill!.name)).toBeHidden()
  })
  expect(said).toEqual([])
})

test('the day begins 30 minutes later in five interactions, on a phone', async ({
  browser,
  page: desktop,
  app,
}) => {
  const desk = await openDesk(app)
  const [docent] = await makeDocents(desk, LAST_DAY, '도슨트 윤서')
  const guest = await makeNewcomer(app)
  await book(desk, guest, LAST_DAY, docent!.slots.slice(0, 3))
  const phone = await openBrowser(browser, desktop, app.url, PHONE)
  const page = await phone.newPage()
  await signInAsAdmin(page, `/admin/reservation/timeline?date=${LAST_DAY}`)
  // It moves the page when it comes, even below a press.
  await expect(page.getByRole('complementary', { name: '리허설 안내' })).toBeVisible()

  const { press, count } = countInteractions()
  await press(open(page))
  await press(dialog(page).getByRole('radio', { name: '시간 늦추기/당기기' }))
  await press(dialog(page).getByRole('radio', { name: '+30분' }))
  await expect(outcomes(page)).toContainText('→ 12:30 ~ 12:50')
  await press(dialog(page).getByRole('button', { name: /^\d+건 변경$/ }))
  await expect(dialog(page)).toBeHidden()
  expect(count()).toBeLessThanOrEqual(5)

  expect(await toursOf(guest)).toEqual(
    ['12:30', '12:50', '13:10'].map((time) => `${time} ${docent!.name} APPROVED`),
  )
  for (const time of ['12:30', '12:50', '13:10']) {
    const mail = await app.mailbox.receive(guest.email, `변경되었습니다 · 11월 23일 (월) ${time}`)
    expect(mail.text).toContain('행사 진행 상황에 따라 시간이 조정되었습니다.')
    expect(mail.text).toContain('변경 전: ')
  }
  const slots = await desk.get<{ time: string }[]>(
    `/api/admin/available-tours/?date=${LAST_DAY}&docent_id=${docent!.id}`,
  )
  expect(
    slots.map(({ time }) => time),
    'free times move along',
  ).toEqual(expect.arrayContaining(['12:30', '17:30']))
  await signIn(page, guest, '/reservations?tab=tours')
  await expect(page.getByText('12:30 ~ 12:50').first()).toBeVisible()
  await phone.close()
})

test('a link fills it in; what is typed stays through a colleague, a lost network and an ended session @release', async ({
  page,
  browser,
  app,
}) => {
  const desk = await openDesk(app)
  const [docent, substitute] = await makeDocents(desk, '2026-11-22', '도슨트 나윤', '도슨트 이든')
  const guest = await makeNewcomer(app)
  const [booked] = await book(desk, guest, '2026-11-22', docent!.slots.slice(0, 3))
  const link = { date: '2026-11-22', change: 'docent', docent: `${docent!.id}`, from: '12:00', to: '12:40' }
  const query = new URLSearchParams(link)
  await signInAsAdmin(page, `/admin/schedule?${String(query)}`)
  const reason = dialog(page).getByLabel('변경 사유')

  await test.step('the link: two of three are in its hours', async () => {
    await expect(dialog(page).getByLabel('종료 (비우면 끝까지)')).toHaveValue('12:40')
    await choose(dialog(page).getByLabel('대신할 도슨트'), substitute!.name)
    await expect(dialog(page).getByText('2건 중 2건을 변경할 수 있습니다.')).toBeVisible()
    const until = dialog(page).getByLabel('종료 (비우면 끝까지)')
    await until.press('Backspace')
    await dialog(page).getByRole('button', { name: '3건 변경' }).click()
    await expect(
      dialog(page).getByText('시간을 끝까지 입력해주세요.'),
      'half-typed is not “to the end”',
    ).toBeVisible()
    await until.fill('12:40')
    await expect(dialog(page).getByText('2건 중 2건을 변경할 수 있습니다.')).toBeVisible()
    await expect(reason).toHaveValue('담당 도슨트의 사정으로 예정대로 진행하기 어렵습니다.')
    await reason.fill('도슨트 사정으로 변경합니다. 죄송합니다.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '계속 입력' }).click()
  })

  await test.step('without a network it says so, and asks again by itself', async () => {
    await page.context().setOffline(true)
    await choose(dialog(page).getByLabel('대신할 도슨트'), '옮기지 않고 예약 취소')
    // A call that has begun hangs until it is given up.
    await expect(dialog(page).getByText('예상 결과를 확인하지 못했습니다.')).toBeVisible({ timeout: 45_000 })
    await page.context().setOffline(false)
    await expect(dialog(page).getByRole('button', { name: '2건 취소' })).toBeEnabled()
    await choose(dialog(page).getByLabel('대신할 도슨트'), substitute!.name)
    await expect(dialog(page).getByRole('button', { name: '2건 변경' })).toBeEnabled()
  })

  await test.step('a colleague was faster: the new outcome, and everything typed', async () => {
    await desk.decide(booked!, 'cancel', '먼저 취소합니다.')
    await dialog(page).getByRole('button', { name: '2건 변경' }).click()
    await expect(dialog(page).getByText('다른 관리자가 먼저 변경했습니다.')).toBeVisible()
    await expect(dialog(page).getByText('1건 중 1건을 변경할 수 있습니다.')).toBeVisible()
    await expect(reason).toHaveValue('도슨트 사정으로 변경합니다. 죄송합니다.')
  })

  await test.step('the session has ended: the same administrator goes on', async () => {
    await page.context().clearCookies()
    // The login may be there before the press: the screen also asks by itself.
    await dialog(page).getByRole('button', { name: '1건 변경' }).dispatchEvent('click')
    const again = page.getByRole('alertdialog', { name: '다시 로그인' })
    await again.getByLabel('아이디').fill('admin')
    await again.getByLabel('비밀번호').fill(ADMIN_PASSWORD)
    await again.getByRole('button', { name: '로그인' }).click()
    await expect(again).toBeHidden()
    await dialog(page).getByRole('button', { name: '1건 변경' }).click()
    await expect(dialog(page)).toBeHidden()
    expect(new Set(await toursOf(guest))).toContain(`12:20 ${substitute!.name} APPROVED`)
    await page.reload()
    await expect(page.getByRole('heading', { name: '일정 관리' })).toBeVisible()
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('the desk has no such button', async () => {
    const colleague = await addColleague(app, '안내 하나', 'desk')
    const context = await openBrowser(browser, page, app.url)
    const theirs = await context.newPage()
    await signInAsAdmin(theirs, '/admin/reservation', '안내 하나')
    await expect(theirs.getByText('안내 데스크')).toBeVisible()
    await expect(open(theirs)).toBeHidden()
    await context.close()
    await colleague.leave()
  })
})
