import { askForMeeting, makeNewcomer, makePlaces, openDesk, skipUndoTime } from './desk.ts'
import { expect, test } from './fixtures.ts'

test('a mail about a meeting opens that meeting, also where one has to log in first', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const member = await makeNewcomer(app)
  const places = await makePlaces(desk, '2026-11-20')
  const asked = await askForMeeting(member, places, '17:00', '링크 미팅', '오세린')
  await desk.decide(asked, 'approve')
  await skipUndoTime(app)
  const mail = await app.mailbox.receive(member.email, '승인되었습니다')
  const link = new URL(/예약내역 보기: (\S+)/.exec(mail.text!)![1]!)
  const details = page.getByRole('dialog', { name: '미팅 예약 상세' })
  const meetings = page.getByRole('tab', { name: /미팅/ })

  await page.goto(link.pathname + link.search)
  await page.getByLabel('전화번호').fill(member.phone)
  await page.getByLabel('이름').fill(member.name)
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(details.getByText('링크 미팅')).toBeVisible()
  await details.getByRole('button', { name: '닫기' }).first().click()
  await expect(meetings).toHaveAttribute('aria-selected', 'true')

  await test.step('a link to somebody else’s reservation says so', async () => {
    await page.goto('/reservations?tab=tours&open=1')
    const told = page.getByRole('alertdialog', { name: '예약 안내' })
    await expect(told.getByText('이 계정에서 찾을 수 없는 예약입니다.', { exact: false })).toBeVisible()
    await told.getByRole('button', { name: '확인' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: '예약내역' })).toBeVisible()
    await expect(told).toBeHidden()
  })

  await test.step('the popup of upcoming reservations opens each of them', async () => {
    await page.evaluate('localStorage.clear()')
    await page.context().clearCookies()
    await page.goto('/')
    await page.getByLabel('전화번호').fill(member.phone)
    await page.getByLabel('이름').fill(member.name)
    await page.getByRole('button', { name: '로그인' }).click()
    const upcoming = page.getByRole('dialog', { name: '다가오는 예약' })
    await upcoming.getByRole('link', { name: /링크 미팅/ }).click()
    await expect(details.getByText('링크 미팅')).toBeVisible()
    await details.getByRole('button', { name: '닫기' }).first().click()
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
    await expect(upcoming).toBeHidden()
  })
})
