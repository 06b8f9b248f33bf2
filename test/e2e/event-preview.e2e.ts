import type { Locator, Page } from '@playwright/test'
import { LOGOS } from '../logo-files.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, ORGANISER, signIn, test, watchConsole } from './fixtures.ts'
import { expectFits, expectFitsEnlarged } from './fits.ts'
import { codeFor } from './mailbox.ts'

const MEMBER = { phone: '010-3234-8907', name: '임도현' }

const startButton = (page: Page) => page.getByRole('link', { name: '회원가입하고 예약하기' })
const chooseDay = (page: Page, name: string) => page.getByText(name).click()

/** Counts presses on buttons, links, cells and the Enter key, and typed fields. Focusing a field costs a tap too. */
function countWork(page: Page) {
  const work = { taps: 0, fields: 0 }
  const tap = async (target: Locator) => {
    work.taps += 1
    await target.tap()
  }
  const type = async (field: Locator, text: string) => {
    work.fields += 1
    await expect(field, 'it has the focus already').toBeFocused()
    await page.keyboard.type(text)
  }
  const enter = async () => {
    work.taps += 1
    await page.keyboard.press('Enter')
  }
  return { work, tap, type, enter }
}

test('a tour is requested from the link in nine taps and six fields, on the day that was chosen', async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  const email = 'preview@example.com'
  await page.goto('/event')
  const { work, tap, type, enter } = countWork(page)
  await tap(page.getByText('2026년 11월 21일 (토)'))
  await tap(startButton(page))
  await type(page.getByLabel('이메일'), email)
  await tap(page.getByRole('button', { name: '인증번호 받기' }))
  const code = await codeFor(email, app.mailbox)
  await type(page.getByLabel('인증번호'), code)
  await type(page.getByLabel('이름'), '처음 온 손님')
  await enter()
  await type(page.getByLabel('전화번호'), '01077773001')
  await type(page.getByLabel('회사명'), '둘러보기상사')
  await enter()
  await type(page.getByLabel('직책'), '대리')
  await tap(page.getByRole('button', { name: '가입하기' }))
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('회원가입이 완료되었습니다.', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: '11.21 (토)' })).toBeChecked()
  await tap(page.getByRole('button', { name: /예약 가능/ }).first())
  await tap(page.getByRole('main').getByRole('button', { name: '예약하기' }))
  await tap(page.getByRole('button', { name: '예약 신청' }))
  await expect(
    page.getByText('투어 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.'),
  ).toBeVisible()
  expect(work).toEqual({ taps: 9, fields: 6 })
  expect(said).toEqual([])
})

test('the preview tells what the event offers, is read-only, and leads to sign-up and login', async ({
  page,
}) => {
  const said = watchConsole(page)
  await test.step('it is linked beside the login', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: '먼저 둘러보기' }).click()
    await expect(page).toHaveURL('/event')
  })

  await test.step('it says what there is, without a time of its own and without names', async () => {
    await expect(page.getByText('약 25분')).toBeVisible()
    await expect(page.getByText('한국어', { exact: false }).first()).toBeVisible()
    await expect(page.getByText(/^투어 \d+회 · 미팅 시간 \d+개$/).first()).toBeVisible()
    await expect(page.getByText('한국 휴대전화 번호가 없으시면', { exact: false })).toBeVisible()
    await expect(page.getByRole('link', { name: '@' })).toHaveAttribute('href', /^mailto:/)
    await expect(page.getByRole('button'), 'nothing to change').toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText(/\d\d:\d\d/)
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await test.step('the first step of the sign-up leads back to it and to the chosen day', async () => {
    await chooseDay(page, '2026년 11월 21일 (토)')
    await startButton(page).click()
    await expect(page.getByLabel('이메일')).toBeFocused()
    await page.getByRole('button', { name: '이전으로' }).click()
    await expect(page).toHaveURL('/event')
    await expect(page.getByRole('radio', { name: '2026년 11월 21일 (토)' })).toBeChecked()
  })

  await test.step('a member logs in and sees the chosen day', async () => {
    await chooseDay(page, '2026년 11월 22일 (일)')
    await page.getByRole('link', { name: '로그인' }).click()
    await expect(page).toHaveURL('/')
    await page.getByLabel('전화번호').fill(MEMBER.phone)
    await page.getByLabel('이름').fill(MEMBER.name)
    await page.getByRole('button', { name: '로그인' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('radio', { name: '11.22 (일)' })).toBeChecked()
  })
  expect(said).toEqual([])
})

test('a member who is signed in goes on to the dashboard of the chosen day', async ({ page }) => {
  await signIn(page, MEMBER)
  await page.goto('/event')
  await chooseDay(page, '2026년 11월 21일 (토)')
  await expect(startButton(page)).toHaveCount(0)
  await page.getByRole('link', { name: '이 날짜 예약하기' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('radio', { name: '11.21 (토)' })).toBeChecked()
})

test('a sign-up whose login fails ends at the login, which leads to the chosen day @release', async ({
  page,
  app,
}) => {
  const email = 'preview-unlucky@example.com'
  await page.goto('/event')
  await chooseDay(page, '2026년 11월 21일 (토)')
  await startButton(page).click()
  await page.getByLabel('이메일').fill(email)
  await page.getByRole('button', { name: '인증번호 받기' }).click()
  await page.getByLabel('인증번호').fill(await codeFor(email, app.mailbox))
  await page.getByLabel('이름').fill('불운한 손님')
  await page.getByLabel('전화번호').fill('010-7777-3002')
  await page.getByLabel('회사명').fill('둘러보기상사')
  await page.getByLabel('직책').fill('대리')
  const code_required = { code: 'code_required', error: '코드', message: '코드' }
  await page.route('**/api/user/login/', (route) => route.fulfill({ status: 403, json: code_required }), {
    times: 1,
  })
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('회원가입이 완료되었습니다. 로그인해주세요.')).toBeVisible()
  await expect(page.getByLabel('이름')).toHaveValue('불운한 손님')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('radio', { name: '11.21 (토)' })).toBeChecked()
})

test('the preview fits every width, with and without images @release', async ({ page, app }) => {
  test.slow()
  await page.goto('/event')
  await expectFits(page, 'the preview without images')
  await expectFitsEnlarged(page, 'the preview without images')
  const desk = await openDesk(app)
  const images = { logo: LOGOS.png, picture: LOGOS.jpeg, plan: LOGOS.png }
  await desk.put('/api/admin/settings/face/', { accent_colour: '#0b6b43', ...images })
  await page.reload()
  await expect(page.getByRole('img', { name: '전시장 평면도 크게 보기' })).toHaveJSProperty(
    'naturalWidth',
    30,
  )
  await expectFits(page, 'the preview with images')
  await expectFitsEnlarged(page, 'the preview with images')
  const none = { accent_colour: null, logo: null, picture: null, plan: null }
  await desk.put('/api/admin/settings/face/', none)
})

test('the organiser’s site frames the page and reads free times; a booking opens a tab of its own', async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  // The page is the test's own, which the browser takes for one of the Internet.
  await page.context().grantPermissions(['local-network-access'])
  const body = `<!doctype html><title>Fair</title><iframe src="${app.url}/event" width="390" height="800"></iframe>`
  await page.route(`${ORGANISER}/`, (route) => route.fulfill({ body, contentType: 'text/html' }))
  await page.goto(`${ORGANISER}/`)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: '2025 바르셀로나 트레이드쇼' })).toBeVisible()
  await expect(frame.getByRole('link', { name: '로그인' })).toBeHidden()
  const opened = page.waitForEvent('popup')
  await frame.getByRole('link', { name: '예약하러 가기' }).click()
  await expect(startButton(await opened)).toBeVisible()

  const read = (url: string) =>
    page.evaluate<number>(`fetch('${url}').then((answer) => answer.json()).then((rooms) => rooms.length)`)
  expect(await read(`${app.url}/api/display/rooms/`)).toBeGreaterThan(0)
  expect(said).toEqual([])
  await expect(read(`${app.url}/api/user/rooms/`), 'nothing that needs a session').rejects.toThrow(
    'Failed to fetch',
  )
})
