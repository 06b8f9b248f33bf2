import { askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, expectAccessible, openBrowser, signIn, signInAsAdmin, test } from './fixtures.ts'
import { PHONE } from './widths.ts'

const DATE = '2026-11-23'

test('a docent and a visitor subscribe to their calendars, and both follow what happens', async ({
  page,
  browser,
  app,
}) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const places = await makePlaces(desk, DATE)
  const tour = await askForTour(who, places, '17:00')

  await signInAsAdmin(page, `/admin/reservation/day-sheet?date=${DATE}&place=docent:${places.docent_id}`)
  await page.getByRole('button', { name: '캘린더 주소 만들기' }).click()
  const making = page.getByRole('dialog', { name: '캘린더 주소 만들기' })
  await making.getByRole('button', { name: '캘린더 주소 만들기' }).click()
  const made = page.getByRole('dialog', { name: '캘린더 주소를 만들었습니다' })
  const docentsUrl = new URL(await made.getByLabel('주소').inputValue())
  await made.getByRole('button', { name: '닫기' }).last().click()
  await expect(page.getByRole('region', { name: /캘린더 구독/ }).getByText('도슨트 정해인')).toBeVisible()
  await expectAccessible(page)

  const context = await openBrowser(browser, page, app.url, PHONE)
  const phone = await context.newPage()
  // The last decision is pushed to the phone, which may then meet the end of its session before the button is pressed.
  await phone.route('**/api/public/changes/**', (route) => route.abort())
  await signIn(phone, who, '/profile')
  await phone.getByRole('button', { name: '알림 · 캘린더' }).click()
  const dialog = phone.getByRole('dialog', { name: '알림 · 캘린더' })
  await dialog.getByRole('button', { name: '구독 주소 만들기' }).click()
  const ownUrl = new URL(await dialog.getByLabel('구독 주소').inputValue())
  await expect(dialog.getByRole('link', { name: '캘린더에서 열기' })).toHaveAttribute(
    'href',
    /^webcal:.*\.ics$/,
  )
  await expectAccessible(phone)

  /** The calendar as a program without any account gets it. */
  const read = async ({ pathname }: URL) => (await fetch(app.url + pathname)).text()
  expect(await read(ownUrl)).toContain('STATUS:TENTATIVE')
  expect(await read(docentsUrl)).not.toContain('BEGIN:VEVENT')
  await desk.decide(tour, 'approve')
  expect(await read(ownUrl)).toContain('STATUS:CONFIRMED')
  expect(await read(docentsUrl)).toContain('DTSTART;TZID=Europe/Madrid:20261123T170000')
  await desk.decide(tour, 'cancel', '전시장 사정')
  for (const url of [ownUrl, docentsUrl]) expect(await read(url)).not.toContain('BEGIN:VEVENT')

  await dialog.getByRole('button', { name: '구독 해지' }).click()
  await expect(phone.getByText('캘린더 구독 주소를 해지했습니다.')).toBeVisible()
  await page.getByRole('button', { name: '도슨트 정해인 캘린더 주소 해지' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '캘린더 주소 해지' }).click()
  await expect(page.getByText('사용 중인 캘린더 주소가 없습니다.')).toBeVisible()
  for (const { pathname } of [ownUrl, docentsUrl]) expect((await fetch(app.url + pathname)).status).toBe(404)

  // The login says that the session has ended, and nothing speaks of the network.
  await phone.context().clearCookies()
  await dialog.getByRole('button', { name: '구독 주소 만들기' }).click()
  await expect(phone.getByText('로그인이 만료되었습니다. 다시 로그인해주세요.')).toBeVisible()
  await expect(phone.getByText(/처리하지 못했습니다/)).toBeHidden()
  await context.close()
})
