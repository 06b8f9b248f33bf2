import type { Page } from '@playwright/test'
import { askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, expectAccessible, signIn, test, watchConsole } from './fixtures.ts'
import { hold } from './hold.ts'
import { cell, choosePlace } from './steps.ts'
import { DESK } from './widths.ts'

const DAY = '2026-11-22'

const region = (page: Page) => page.getByRole('region', { name: '신청 안내' })
const card = (page: Page) => region(page).locator('p')
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const PENDING = '관리자가 검토하면 이메일로 알려드립니다.'

async function ask(page: Page, time: string) {
  await cell(page, time).click()
  await button(page, '예약하기').click()
  await button(page, '예약 신청').click()
  await expect(page).toHaveURL('/dashboard')
}

test('after a request the dashboard says once what happens next, and leads on to the list or to another request', async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  const desk = await openDesk(app)
  await makePlaces(desk, DAY)
  await signIn(page, await makeNewcomer(app))
  await choosePlace(page, 'VIP 투어', '정해인')

  await test.step('the chosen time waits, and a card says for what', async () => {
    await ask(page, '17:00')
    await expect(cell(page, '17:00')).toHaveAccessibleName(/대기중/)
    await expect(card(page)).toContainText(PENDING)
    await expect(
      page.getByRole('status').filter({ hasText: PENDING }),
      'the toast alone is read out',
    ).toHaveCount(0)
    await expect(button(page, '예약하기'), 'the bar gives way').toBeHidden()
    const toast = page.getByText('투어 예약이 신청되었습니다.')
    for (const width of [320, 390, 844, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const [above, below] = [(await toast.boundingBox())!, (await region(page).locator('p').boundingBox())!]
      expect(above.y + above.height <= below.y || above.y >= below.y + below.height, `at ${width}`).toBe(true)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(card(page)).toContainText(/17:00 ~ 17:\d\d · .*정해인/)
    await expectAccessible(page)
  })

  await test.step('a dialog that is closed leaves it there', async () => {
    await page.getByRole('button', { name: '로그아웃' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '취소' }).click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect.poll(() => page.evaluate('history.state?.dialogs ?? 0')).toBe(0)
    await expect(card(page)).toBeVisible()
  })

  await test.step('a reload does not repeat it', async () => {
    await page.reload()
    await expect(cell(page, '17:00')).toHaveAccessibleName(/대기중/)
    await expect(button(page, '예약하기')).toBeVisible()
    await expect(card(page)).toBeHidden()
  })

  await test.step('another request begins at the times, and a chosen time dismisses the card', async () => {
    await ask(page, '17:30')
    await button(page, '하나 더 예약').click()
    await expect(card(page)).toBeHidden()
    await expect(page.getByRole('group', { name: /시간표$/ }).locator(':focus')).toHaveCount(1)
    await ask(page, '18:00')
    await expect(card(page)).toBeVisible()
    await cell(page, '19:00').click()
    await expect(card(page)).toBeHidden()
    await expect(button(page, '예약하기')).toBeVisible()
    await button(page, '선택 해제').click()
    await expect(card(page)).toBeHidden()
  })

  await test.step('a time that is chosen before the card has loaded is not said to be requested', async () => {
    await cell(page, '19:00').click()
    await button(page, '예약하기').click()
    await page.reload()
    const release = await hold(page, /\/assets\/views-.*\.js/)
    await button(page, '예약 신청').click()
    await cell(page, '19:30').click()
    release()
    await expect(page.getByRole('button', { name: '시간 먼저' })).toBeVisible()
    await expect(card(page)).toBeHidden()
    await button(page, '선택 해제').click()
  })

  await test.step('it leads to the list, and is gone on return', async () => {
    await page.setViewportSize(DESK.viewport)
    await ask(page, '18:30')
    const [tab, note] = [page.getByRole('tab', { name: '미팅룸' }), card(page)]
    expect((await note.boundingBox())!.x, 'beside the tabs').toBeGreaterThan((await tab.boundingBox())!.x)
    await expectAccessible(page)
    await button(page, '예약내역 보기').click()
    await expect(page).toHaveURL('/reservations?tab=tours')
    await page.goBack()
    await expect(cell(page, '18:30')).toHaveAccessibleName(/대기중/)
    await expect(card(page)).toBeHidden()
  })

  expect(said).toEqual([])
})

test('a visitor reads who is served first before joining a waiting list, and what happens next afterwards', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  await desk.put('/api/admin/waitlist/settings/', { max_waitlist_entries: 3 })
  const places = await makePlaces(desk, DAY)
  await askForTour(await makeNewcomer(app), places, '17:00')
  await signIn(page, await makeNewcomer(app))
  await page.getByText('11.22 (일)', { exact: true }).click()
  await page.getByRole('combobox', { name: '도슨트' }).selectOption(String(places.docent_id))
  await cell(page, '17:00').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('VVIP, VIP 순서로 배정됩니다.')
  await question.getByRole('button', { name: '자리가 나면 신청하기' }).click()
  await button(page, '자리가 나면 신청하기').click()
  await expect(page).toHaveURL('/dashboard')
  await expect(card(page)).toContainText('자리가 나면 신청되고 이메일로 알려드립니다.')
  await expect(cell(page, '17:00')).toHaveAccessibleName(/대기 1번째/)
})
