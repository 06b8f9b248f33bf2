import type { Page } from '@playwright/test'
import { addColleague, makeNewcomer, openDesk, skipUndoTime } from './desk.ts'
import { expect, expectAccessible, openBrowser, signInAsAdmin, test, watchConsole } from './fixtures.ts'

const search = (page: Page) => page.getByRole('dialog', { name: '전체 검색' })
/** The header names the event as soon as the frame hears keys. */
const expectFrame = (page: Page) =>
  expect(page.getByRole('banner')).toContainText('2025 바르셀로나 트레이드쇼')
const found = (page: Page, group: string) =>
  search(page).getByRole('region', { name: group }).getByRole('link')

test('everything is searched from every screen by keyboard alone, and the way back leads to the results', async ({
  page,
  browser,
  app,
}) => {
  test.slow()
  const said = watchConsole(page)
  await signInAsAdmin(page, '/admin/settings')
  await expect(page.getByLabel('행사 이름')).not.toHaveValue('')
  await expectFrame(page)

  await test.step('the slash belongs to the screen while one types, and to its own search field', async () => {
    await page.getByLabel('행사 이름').press('/')
    await expect(page.getByLabel('행사 이름')).toHaveValue(/^\//)
    await expect(search(page)).toBeHidden()
    await page.keyboard.press('Backspace')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('/')
    await expect(search(page).getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(search(page)).toBeHidden()
    await page.goto('/admin/users')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expectFrame(page)
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: '회원 검색' })).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(search(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('searchbox', { name: '회원 검색' })).toBeFocused()
  })

  await test.step('Enter opens the first result and nothing else, and the way back shows the results again', async () => {
    await page.getByRole('banner').getByRole('button', { name: '전체 검색' }).click()
    await page.keyboard.type('박지민')
    await expect(found(page, '회원')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '박지민', level: 1 })).toBeVisible()
    await expect(search(page), 'not opened again by the same key').toBeHidden()
    await expectAccessible(page)
    await page.getByRole('link', { name: '검색 결과' }).press('Enter')
    await expect(page).toHaveURL('/admin/users')
    await expect(search(page).getByRole('searchbox')).toHaveValue('박지민')
  })

  await test.step('the arrows reach a reservation, which opens on the schedule of its day, again and again', async () => {
    for (const _ of ['once', 'again']) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect(found(page, '예약').first()).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: '예약 상세' })).toContainText('박지민')
      await expect(page).toHaveURL(/\/admin\/reservation\?date=2026-11-\d\d$/)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('박지민')
      await expect(found(page, '예약').first()).toBeVisible()
    }
  })

  await test.step('what is not there, and what cannot be reached, says so', async () => {
    await page.keyboard.type('없는사람')
    await expect(search(page).getByText('검색 결과가 없습니다.').last()).toBeVisible()
    await page.route('**/api/admin/search/**', (route) => route.abort())
    await page.keyboard.type('들')
    await expect(search(page).getByText(/서버와 통신할 수 없습니다/)).toBeVisible()
    await page.unroute('**/api/admin/search/**')
    await search(page).getByRole('button', { name: '다시 시도' }).click()
    await expect(search(page).getByText('검색 결과가 없습니다.').last()).toBeVisible()
  })

  await test.step('the desk finds no members', async () => {
    await addColleague(app, '안내', 'desk')
    const desk = await (await openBrowser(browser, page, app.url)).newPage()
    await signInAsAdmin(desk, '/admin/dashboard', '안내')
    await desk.getByRole('button', { name: '전체 검색' }).click()
    await search(desk).getByRole('searchbox').fill('박지민')
    await expect(found(desk, '예약').first()).toBeVisible()
    await expect(found(desk, '회원')).toHaveCount(0)
  })
  expect(said).toEqual([])
})

test('a member has a page of their own, and the list is as it was when one comes back', async ({
  page,
  app,
}) => {
  test.slow()
  const guest = await makeNewcomer(app, { name: '나들이', company_name: '새벽상사' })
  for (let n = 0; n < 9; n += 1) await makeNewcomer(app, { company_name: '새벽상사' })
  await signInAsAdmin(page, `/admin/users?search=${encodeURIComponent('새벽상사')}`)
  const link = page.getByRole('link', { name: '나들이' })
  await link.scrollIntoViewIfNeeded()
  const top = await page.evaluate('scrollY')
  await link.click()
  await expect(page.getByRole('heading', { name: '나들이', level: 1 })).toBeVisible()

  await test.step('one books for them, and sees it with its mail, which can be sent again', async () => {
    await page.getByRole('link', { name: '현장 예약' }).click()
    await expect(page.getByText('회원을 위해 예약할 빈 시간을 선택해주세요.')).toBeVisible()
    const room = page.getByRole('group', { name: /^미팅룸 1/ })
    const free = room.getByRole('button', { name: /예약 가능/ })
    await free.last().click()
    const walkIn = page.getByRole('dialog', { name: '현장 예약' })
    await expect(walkIn.getByLabel('방문자명')).toHaveValue('나들이')
    await walkIn.getByLabel('미팅명').fill('첫 상담')
    await walkIn.getByLabel('현장 미팅 담당자명').fill('김도윤')
    await walkIn.getByRole('button', { name: '예약 등록' }).click()
    await expect(walkIn).toBeHidden()
    await page.goBack()
    const reservation = page.getByRole('region', { name: '예약' }).getByRole('listitem')
    await expect(reservation).toContainText('예약됨')
    await skipUndoTime(app)
    const mails = page.getByRole('region', { name: '메일' }).getByRole('listitem')
    const mail = mails.filter({ hasText: '예약 승인' })
    await expect(mail.getByText('발송됨')).toBeVisible()
    await mail.getByRole('button', { name: /다시 보내기/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '다시 보내기' }).click()
    await expect(page.getByText('메일을 발송 대기열에 다시 넣었습니다.')).toBeVisible()
    await reservation.getByRole('button').click()
    await expect(page.getByRole('dialog', { name: '예약 상세' })).toContainText('첫 상담')
    await page.keyboard.press('Escape')
  })

  await test.step('back in the list, its search, place and focus are as before', async () => {
    await page.getByRole('link', { name: '이전 화면' }).click()
    await expect(link).toBeFocused()
    await expect(page.getByRole('searchbox', { name: '회원 검색' })).toHaveValue('새벽상사')
    expect(await page.evaluate('scrollY')).toBe(top)
  })

  await test.step('a member who is gone is no mistake', async () => {
    await link.click()
    await expect(page.getByRole('heading', { name: '나들이', level: 1 })).toBeVisible()
    const { id } = await guest.get<{ id: number }>('/api/user/my-info/')
    await (await openDesk(app)).remove(`/api/admin/users/${id}/`)
    await page.reload()
    await expect(page.getByText('삭제되었거나 등록되지 않은 회원입니다.')).toBeVisible()
    await page.getByRole('link', { name: '이전 화면' }).click()
    await expect(page.getByRole('searchbox', { name: '회원 검색' })).toHaveValue('새벽상사')
  })
})
