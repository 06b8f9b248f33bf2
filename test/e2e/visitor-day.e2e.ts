import type { Page } from '@playwright/test'
import { askForMeeting, makeNewcomer, makePlaces, openDesk, type Answer, skipUndoTime } from './desk.ts'
import { expect, test, watchConsole } from './fixtures.ts'
import { calendarOf, cell, choosePlace, fillMeeting } from './steps.ts'

test.use({ serviceWorkers: 'allow' })

const DAY = '2026-11-22'
const DOCENT = '도슨트 정해인'
const ROOM = '미팅룸 하늘'

const bookButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: '예약하기', exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('navigation').getByRole('link', { name })
const card = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })

async function logInHere(page: Page, phone: string, name: string) {
  await page.getByLabel('전화번호').fill(phone)
  await page.getByLabel('이름').fill(name)
  await page.getByRole('button', { name: '로그인', exact: true }).click()
}

test("a visitor's day, from the link in a mail to a logout without a network", async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(180_000)
  const said = watchConsole(page)
  const desk = await openDesk(app)
  const [who, rival] = [await makeNewcomer(app), await makeNewcomer(app)]
  const places = await makePlaces(desk, DAY)
  const newest = async (kind: 'tours' | 'meetings') =>
    (await who.get<Record<typeof kind, Answer[]>>('/api/user/my-reservations/'))[kind].toSorted(
      (a, b) => b.id - a.id,
    )[0]!

  await test.step('a link leads to the login, which takes a number as it is written abroad, and on to its screen', async () => {
    await page.goto('/reservations')
    await expect(page).toHaveURL('/')
    await logInHere(page, `+82 ${who.phone.slice(1)}`, who.name)
    await expect(page).toHaveURL('/reservations')
    await expect(page.getByText('예약된 투어가 없습니다')).toBeVisible()
  })

  await test.step('a tour is chosen, put away, chosen again and asked for', async () => {
    await link(page, '예약하기').click()
    await choosePlace(page, 'VIP 투어', DOCENT)
    await cell(page, '17:30').click()
    await page.getByRole('button', { name: '선택 해제' }).click()
    await expect(cell(page, '17:30')).toHaveAttribute('aria-pressed', 'false')
    await cell(page, '17:30').click()
    await bookButton(page).click()
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(
      page.getByText('투어 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.'),
    ).toBeVisible()
    await expect(cell(page, '17:30')).toHaveAccessibleName(/^17:30 대기중/)
    await page.goBack()
    const status = page.getByRole('region', { name: '시간 선택' }).getByRole('status')
    await expect(status, 'nobody loses to himself').toHaveText('시간을 선택해주세요')
  })

  await test.step('it is approved, and its meeting point moves: the card and the mail say so', async () => {
    await link(page, '예약내역').click()
    await expect(card(page, DOCENT)).toContainText('3층 입구')
    await desk.decide(await newest('tours'), 'approve')
    await expect(card(page, DOCENT)).toContainText('예약됨')
    const tier = { is_vip: false, is_vvip: false }
    const moved = { name: DOCENT, language: '한국어', start_point: '1층 분수대', ...tier }
    await desk.put(`/api/admin/docents/${places.docent_id}/`, moved)
    await expect(card(page, DOCENT)).toContainText('1층 분수대')
    await skipUndoTime(app)
    const mail = await app.mailbox.receive(who.email, '예약 안내가 변경되었습니다')
    expect(mail.text).toContain('3층 입구 → 1층 분수대')
    expect(calendarOf(mail)).toContain('LOCATION:1층 분수대')
    expect(calendarOf(mail)).toContain('DTSTART;TZID=Europe/Madrid:20261122T173000')
  })

  await test.step("the card opens its details, and the phone's back button closes them and nothing else", async () => {
    await card(page, DOCENT).getByRole('button', { name: /상세/ }).click()
    await expect(page.getByRole('dialog', { name: '투어 예약 상세' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL('/reservations')
  })

  await test.step('a session that ends under the form for a meeting costs a login, and no word', async () => {
    await link(page, '예약하기').click()
    await choosePlace(page, '미팅룸', ROOM)
    await cell(page, '17:30').click()
    await bookButton(page).click()
    await expect(page.getByText(/같은 시간에 다른 예약이 있습니다: .*17:30/)).toBeVisible()
    await fillMeeting(page, '끊긴 회의')
    await context.request.post('/api/user/logout/')
    const ended = page.getByText('로그인이 만료되었습니다. 다시 로그인해주세요.')
    // A read may learn that the session has ended before the press does.
    await page.getByRole('button', { name: '예약 신청' }).or(ended).first().click()
    await expect(ended).toBeVisible()
    await logInHere(page, who.phone, who.name)
    await expect(page.getByLabel('미팅명')).toHaveValue('끊긴 회의')
  })

  await test.step('the time is taken by somebody else: the form hears of it, and offers others', async () => {
    await askForMeeting(rival, places, '17:30', '먼저 온 회의')
    await expect(
      page.getByText('선택하신 시간이 방금 마감되었습니다. 다른 시간을 선택해주세요.'),
    ).toBeVisible()
    await expect(page.getByLabel('미팅명')).toHaveValue('끊긴 회의')
    await page
      .getByRole('button', { name: new RegExp(`17:40 ~ 17:50 · ${ROOM}`) })
      .first()
      .click()
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(
      page.getByText('미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.'),
    ).toBeVisible()
  })

  await test.step('the meeting is refused, and the mail leads to the same room', async () => {
    await desk.decide(await newest('meetings'), 'reject', '시설 점검')
    const mail = await app.mailbox.receive(who.email, '거절')
    // The server of a test does not know its own address.
    await page.goto(/\/reserve-room\?\S*/.exec(mail.text!)![0])
    await expect(page.getByRole('heading', { name: '시간대를 선택해주세요' })).toBeVisible()
    await expect(page.getByText(new RegExp(`11.22 \\(일\\) · ${ROOM}`))).toBeVisible()
    await page.getByText('18시').click()
    await cell(page, '18:00').click()
    await page.getByRole('button', { name: '다음' }).click()
    await fillMeeting(page, '다시 잡은 회의')
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('the profile counts, and its counters lead to what they count', async () => {
    await link(page, who.name).click()
    await page.getByRole('link', { name: /대기중 1/ }).click()
    await expect(card(page, '다시 잡은 회의')).toContainText('대기중')
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  await test.step('a logout without a network is a logout as soon as there is one', async () => {
    const cookies = await context.cookies()
    await context.setOffline(true)
    await page.getByRole('navigation').getByRole('button', { name: '로그아웃' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL('/')
    await context.setOffline(false)
    const headers = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    const status = async () => (await fetch(`${app.url}/api/user/my-info/`, { headers })).status
    await expect.poll(status, 'the session of before').toBe(401)
  })
  expect(said.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
