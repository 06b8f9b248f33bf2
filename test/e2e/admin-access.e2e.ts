import { readFileSync } from 'node:fs'
import type { Locator, Page, Request } from '@playwright/test'
import { TOTP } from 'otpauth'
import { ADMIN_PASSWORD, query } from '../server-process.ts'
import { addColleague, askForMeeting, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, expectAccessible, openBrowser, signInAsAdmin, test, watchConsole } from './fixtures.ts'
import { asTimePasses } from './page-time.ts'
import { answerPlainly } from './plain-answers.ts'
import { PHONE } from './widths.ts'

const LOGIN = '**/api/admin/login/'

const EXPIRED = '로그인이 만료되었습니다. 다시 로그인해주세요.'

const submit = (page: Page) => page.getByRole('button', { name: '로그인', exact: true })

async function logInHere(page: Page, name = 'admin') {
  await page.getByLabel('아이디').fill(name)
  await page.getByLabel('비밀번호').fill(ADMIN_PASSWORD)
  await submit(page).click()
}

// A journey has the steps of several tests.
test.slow()

test('the login says what is missing, wrong or unreachable, and leads to every screen and out again', async ({
  page,
  context,
}) => {
  await test.step('whoever is not signed in is led to the login', async () => {
    await page.goto('/admin/users')
    await expect(page).toHaveURL('/admin')
  })

  await test.step('what is missing, wrong or unreachable is said, and nothing is sent twice', async () => {
    const said = watchConsole(page)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/admin/') && asked.push(request.url()))
    await page.goto('/admin')
    const [name, password] = [page.getByLabel('아이디'), page.getByLabel('비밀번호')]
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('관리자 센터')
    await submit(page).click()
    await expect(page.getByText('아이디를 입력해주세요.')).toBeVisible()
    await expect(page.getByText('비밀번호를 입력해주세요.')).toBeVisible()
    await expect(name).toBeFocused()
    expect(asked, 'what the browser would note as an error').toEqual([])

    // This test uses a name of its own: five wrong passwords close an account for a while.
    await name.fill('nobody')
    await password.fill('wrong password')
    await submit(page).click()
    const box = page.getByRole('form').or(page.locator('form')).getByRole('alert')
    await expect(box).toHaveText('로그인에 실패했습니다. 아이디와 비밀번호를 확인해주세요.')
    await expect(password).toBeFocused()
    await expectAccessible(page)
    await page.route(LOGIN, (route) => route.abort())
    await submit(page).click()
    await expect(box).toHaveText('서버와 통신할 수 없습니다. 네트워크를 확인해주세요.')
    await page.unroute(LOGIN)

    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(LOGIN, async (route) => {
      await released
      await route.continue()
    })
    await name.fill('admin')
    await password.fill(ADMIN_PASSWORD)
    await submit(page).click()
    await expect(page.getByRole('button', { name: '로그인 중...' })).toBeVisible()
    await expect(name).toBeDisabled()
    await expect(password).toBeDisabled()
    release()
    await expect(page).toHaveURL('/admin/dashboard')
    expect(said).toEqual([])
  })

  await test.step('whoever cannot be checked is led to the login, and whoever is signed in goes on', async () => {
    const login = () => expect(page).toHaveURL('/admin')
    const tours = '**/api/admin/tours/**'
    await page.route(tours, (route) => route.abort())
    await page.goto('/admin/schedule')
    await login()
    await expect(page.getByText('서버와 통신할 수 없습니다. 네트워크를 확인해주세요.')).toBeVisible()
    await page.unroute(tours)
    const body = { code: 'internal', error: '점검 중입니다.', message: '점검 중입니다.' }
    await page.route(tours, (route) => route.fulfill({ status: 500, json: body }))
    await page.goto('/admin/settings')
    await login()
    await expect(page.getByText('점검 중입니다.')).toBeVisible()
    await page.unroute(tours)
    await page.goto('/admin/settings')
    await expect(page.getByRole('heading', { level: 1, name: '설정' })).toBeVisible()

    await page.goto('/admin')
    await expect(page, 'whoever is signed in goes on').toHaveURL('/admin/dashboard')
    await page.goto('/admin/no/such/screen')
    await expect(page, 'an unknown path leads to the visitors’ login, also below /admin/').toHaveURL('/')
    await page.goBack()
    await expect(page, 'and leaves no entry of its own').toHaveURL('/admin/dashboard')
  })

  await test.step('on a phone the header folds away, and leads everywhere from there', async () => {
    const own = page.viewportSize()!
    await page.setViewportSize(PHONE.viewport)
    await goEverywhere(page, async () => {
      await expect(menu(page)).toBeHidden()
      await page.getByRole('button', { name: '메뉴 열기' }).click()
    })
    await page.setViewportSize(own)
  })

  await test.step('the header leads everywhere and out, also when the first try is lost', async () => {
    await goEverywhere(page)
    await page.route('**/api/admin/logout/', (route) => route.abort())
    await page.getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL('/admin')
    await expect(page.getByText('로그아웃에 실패했습니다. 다시 로그인한 뒤 로그아웃해주세요.')).toBeVisible()
    await page.unroute('**/api/admin/logout/')

    await logInHere(page)
    await expect(page).toHaveURL('/admin/dashboard')
    const before = await context.cookies()
    await page.getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL('/admin')
    // The session is over on the server too: the old cookie opens nothing.
    await context.addCookies(before)
    const plan = '/admin/schedule?tab=room-slots&plan=room'
    await page.goto(plan)
    await expect(page).toHaveURL('/admin')
    await logInHere(page)
    await expect(page, 'a link to a dialog leads there after the login').toHaveURL(plan)
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

const menu = (page: Page) => page.getByRole('navigation', { name: '관리자 메뉴' })

/** Goes to every screen by the header, which `unfold` lays open. */
async function goEverywhere(page: Page, unfold = async () => {}) {
  const screens = [
    ['일정 관리', '/admin/schedule'],
    ['예약 관리', '/admin/reservation'],
    ['회원 관리', '/admin/users'],
    ['설정', '/admin/settings'],
    ['대시보드', '/admin/dashboard'],
  ] as const
  for (const [name, path] of screens) {
    await unfold()
    await menu(page).getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('link', { name, includeHidden: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
  }
}

test('a slow or failing service throws nobody out, and what has not come can be asked for again', async ({
  page,
}) => {
  await page.clock.install()
  await signInAsAdmin(page, '/admin/dashboard')
  await test.step('a screen that has not come after two minutes says so, and a retry brings it', async () => {
    const said = watchConsole(page)
    const isPart = /\/assets\/users-screen-.*\.js/
    await page.route(isPart, () => {})
    const asked = page.waitForRequest(isPart)
    await menu(page).getByRole('link', { name: '회원 관리' }).click()
    await asked
    await expect(page.getByRole('main').getByText('불러오는 중')).toBeAttached()
    await page.clock.runFor(119_000)
    const lost = page.getByText('화면을 불러오지 못했습니다.')
    await expect(lost).toBeHidden()
    await asTimePasses(page, (soon) => expect(lost).toBeVisible(soon))
    await page.unroute(isPart)
    await page.getByRole('button', { name: '다시 시도' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '회원 관리' })).toBeVisible()
    expect(said).toEqual([])
  })

  await test.step('once admitted, a service that fails for a while throws nobody out', async () => {
    await page.waitForLoadState('networkidle')
    const down = {
      status: 503,
      json: { code: 'not_ready', error: '점검 중입니다.', message: '점검 중입니다.' },
    }
    await page.route('**/api/admin/**', (route) => route.fulfill(down))
    const refused = page.waitForResponse('**/api/admin/tours/**')
    await menu(page).getByRole('link', { name: '설정' }).click()
    await refused
    await page.clock.runFor(31_000)
    await expect(page).toHaveURL('/admin/settings')
    await page.unroute('**/api/admin/**')
    // It is asked again, and an answer that nobody is signed in is one.
    await page.context().clearCookies()
    await page.clock.runFor(11_000)
    await expect(page).toHaveURL('/admin')
  })
})

test('the screens do with the plainest answers @release', async ({ page }) => {
  const said = watchConsole(page)
  await answerPlainly(page)
  await page.goto('/admin')
  await logInHere(page)
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('list', { name: '예약 현황' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /승인 대기/ })).toBeVisible()

  const details = page.getByRole('dialog', { name: '예약 상세' })
  for (const [path, region] of [
    ['/admin/reservation', '예약 시간표'],
    ['/admin/reservation/timeline', '예약 타임라인'],
  ] as const) {
    await page.goto(path)
    await page
      .getByRole('region', { name: region })
      .getByRole('button', { name: /미래반도체.*예약됨/ })
      .click()
    await expect(details).toContainText('예약됨')
    await expect(details).toContainText('미팅룸 1')
    await expect(details.getByRole('button', { name: '예약 취소' })).toBeVisible()
    await expect(details).not.toContainText(/NaN|undefined|Invalid/)
    await page.keyboard.press('Escape')
  }
  for (const [tab, held] of [
    ['tour-slots', /^10:30 예약됨/],
    ['room-slots', /^10:00 예약됨/],
  ] as const) {
    await page.goto(`/admin/schedule?tab=${tab}`)
    await expect(page.getByRole('button', { name: held }).first()).toBeVisible()
  }
  await page.goto('/admin/users')
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect(page.getByText('undefined')).toBeHidden()
  expect(said).toEqual([])
})

test('a session that ends takes nothing away: the login says so and leads back, and a form keeps what is typed', async ({
  page,
  app,
}) => {
  await test.step('the login says that it has ended, and leads back to where one was', async () => {
    const expired = page.getByRole('alert').getByText(EXPIRED)
    const underWay = new Set<Request>()
    page.on('request', (sent) => {
      if (sent.url().includes('/api/') && sent.resourceType() !== 'eventsource') underWay.add(sent)
    })
    const isOver = (sent: Request) => void underWay.delete(sent)
    page.on('requestfinished', isOver)
    page.on('requestfailed', isOver)
    await page.goto('/admin/users?search=%ED%95%9C')
    await expect(page).toHaveURL('/admin')
    await expect(expired, 'nobody was signed in').toBeHidden()
    await logInHere(page)
    await expect(page).toHaveURL('/admin/users?search=%ED%95%9C')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    // No poll may notice before the press does: it would lead back to the members. Nor may a read that has begun already.
    const pressed = Promise.withResolvers<void>()
    await page.route('**/api/**', async (route) => {
      underWay.delete(route.request())
      await pressed.promise
      await route.continue()
    })
    await expect.poll(() => underWay.size).toBe(0)
    await page.context().clearCookies()
    await menu(page).getByRole('link', { name: '예약 관리' }).click()
    await expect(page).toHaveURL('/admin/reservation')
    pressed.resolve()
    await expect(page).toHaveURL('/admin')
    await page.unroute('**/api/**')
    await expect(expired).toBeVisible()
    // The logout overtakes a read, which is refused before the logout is answered.
    const [isOut, isRefused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/admin/reservations/**', async (route) => {
      await isOut.promise
      // The page may send a second read, whose route has been removed by then.
      await route.fulfill({ response: await route.fetch() }).catch(() => {})
      isRefused.resolve()
    })
    await page.route('**/api/admin/logout/', async (route) => {
      const response = await route.fetch()
      isOut.resolve()
      await isRefused.promise
      await page.evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(done)))')
      expect(new URL(page.url()).pathname, 'the refusal leads nowhere').toBe('/admin/reservation')
      await route.fulfill({ response })
    })
    const read = page.waitForRequest('**/api/admin/reservations/?*')
    await logInHere(page)
    await expect(page).toHaveURL('/admin/reservation')
    await read
    await page.getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL('/admin')
    await expect(page.getByRole('heading', { name: '관리자 센터' })).toBeVisible()
    await page.unrouteAll()
    await expect(expired).toBeHidden()
    await logInHere(page)
    await expect(page).toHaveURL('/admin/dashboard')
  })

  await test.step('a form keeps what is typed, but not for another administrator', async () => {
    const colleague = await addColleague(app, '박동료')
    const subject = page.getByRole('dialog', { name: '메시지 보내기' }).getByLabel('제목')
    const write = () => page.getByRole('button', { name: '메시지 보내기' }).click()
    await page.goto('/admin/users')
    await write()
    await subject.fill('주차장 변경 안내')
    await page.goto('/admin/reservation/timeline?date=2026-11-23')
    const free = page.getByRole('group', { name: /^미팅룸 1/ }).getByRole('button', { name: /예약 가능/ })
    const walkIn = page.getByRole('dialog', { name: '현장 예약' })
    const again = page.getByRole('alertdialog', { name: '다시 로그인' })
    const endSession = async () => {
      // No poll of the screen beneath may notice before the press does.
      const pressed = Promise.withResolvers<void>()
      await page.route('**/api/**', async (route) => {
        if (route.request().method() === 'GET') await pressed.promise
        await route.continue()
      })
      await page.context().clearCookies()
      await walkIn.getByRole('button', { name: '예약 등록' }).click()
      await expect(again.getByText(EXPIRED)).toBeVisible()
      pressed.resolve()
      await page.unrouteAll({ behavior: 'wait' })
    }
    const fill = async () => {
      await free.first().click()
      await walkIn.getByRole('combobox', { name: '회원' }).fill('박지민')
      await page.getByRole('option', { name: /박지민/ }).click()
      await walkIn.getByLabel('미팅명').fill('급한 회의')
      await walkIn.getByLabel('현장 미팅 담당자명').fill('김도윤')
    }
    await fill()
    await endSession()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await logInHere(page)
    await expect(again).toBeHidden()
    await expect(walkIn.getByLabel('미팅명')).toHaveValue('급한 회의')
    await expect(walkIn.getByRole('combobox', { name: '회원' })).toHaveValue('박지민')
    await expect(walkIn.getByText('로그인이 만료되어 처리되지 않았습니다. 다시 시도해주세요.')).toBeVisible()
    await walkIn.getByRole('button', { name: '예약 등록' }).click()
    await expect(walkIn).toBeHidden()
    await expect(free.first(), 'the time is no longer offered').not.toHaveAccessibleName(/^09:00/)

    await fill()
    await endSession()
    await logInHere(page, '박동료')
    await expect(page).toHaveURL('/admin/dashboard')
    await expect(walkIn).toBeHidden()
    await page.goBack()
    await expect(page.getByText('급한 회의')).toBeHidden()
    await page.goto('/admin/users')
    await write()
    await expect(subject).toHaveValue('')
    await colleague.leave()
  })
})

test("what is chosen can be told in a person's own colours @release", async ({ page, app }) => {
  await askForMeeting(
    await makeNewcomer(app),
    await makePlaces(await openDesk(app), '2026-11-20'),
    '17:00',
    '색 확인',
  )
  await page.emulateMedia({ forcedColors: 'active' })
  const groundOf = (part: Locator) =>
    part.evaluate((each) => String(each.computedStyleMap().get('background-color')))
  const expectTold = async (chosen: Locator, other: Locator) => {
    await expect(chosen, 'its ground is drawn').toHaveCSS('forced-color-adjust', 'none')
    expect(await groundOf(chosen)).not.toBe(await groundOf(other))
  }

  await signInAsAdmin(page, '/admin/dashboard')
  const menu = page.getByRole('navigation')
  await expectTold(menu.getByRole('link', { name: '대시보드' }), menu.getByRole('link', { name: '설정' }))
  const order = page.getByRole('button', { name: '오래 기다린 순', exact: true })
  await order.click()
  await expectTold(order, page.getByRole('button', { name: '로그아웃' }))
  await order.click()
  await page.getByRole('button', { name: /색 확인/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '거절', exact: true }).click()
  const reasons = page.getByRole('list', { name: '자주 쓰는 사유' }).getByRole('button')
  await reasons.first().click()
  await expectTold(reasons.first(), reasons.last())

  await page.goto('/admin/schedule?tab=room-slots&date=2026-11-22')
  const slot = (time: string) => page.getByRole('button', { name: new RegExp(`^${time} `) }).first()
  await slot('15:00').click()
  await expectTold(slot('15:00'), slot('15:10'))
  await expect(slot('15:00').locator('svg'), 'and by its tick').toBeVisible()

  await page.goto('/admin/reservation')
  await page
    .getByRole('button', { name: /현장 예약/ })
    .first()
    .click()
  await page.getByRole('combobox', { name: '회원' }).fill('박')
  const found = page.getByRole('listbox', { name: '검색된 회원' })
  await expectTold(found.getByRole('option').first(), found)
})

test('a second factor: set up with an app, asked for at the login, and done without by a recovery code', async ({
  page,
  browser,
  app,
}) => {
  const { leave } = await addColleague(app, '이중인증')
  await signInAsAdmin(page, '/admin/settings?tab=accounts', '이중인증')
  await page.getByRole('button', { name: '2단계 인증 설정' }).click()
  const setUp = page.getByRole('dialog', { name: '2단계 인증 설정' })
  await expect(setUp.getByRole('img', { name: '인증 앱 설정 QR 코드' })).toBeVisible()
  const key = (await setUp.locator('code').innerText()).replaceAll(' ', '')
  // The phones of people know the real time, whatever a rehearsal's clock says; each code is good once.
  const code = (steps: number) =>
    new TOTP({ secret: key }).generate({ timestamp: Date.now() + steps * 30_000 })
  await setUp.getByLabel('앱에 표시된 6자리 코드').fill(code(0))
  await setUp.getByLabel('내 비밀번호').fill(ADMIN_PASSWORD)
  await setUp.getByRole('button', { name: '2단계 인증 설정' }).click()
  const kept = page.getByRole('alertdialog', { name: '2단계 인증 설정' })
  await expect(kept.getByRole('heading', { name: '복구 코드 10개' })).toBeFocused()
  await expectAccessible(page)
  const recovery = await kept.getByRole('listitem').allInnerTexts()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    kept.getByRole('button', { name: '파일로 저장' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain(recovery.join('\r\n'))
  await page.keyboard.press('Escape')
  await kept.getByRole('button', { name: '보관했습니다' }).click()
  await expect(kept).toBeHidden()
  await expect(page.getByText('복구 코드가 10개 남았습니다.')).toBeVisible()

  const logOut = async () => {
    await page.getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL('/admin')
  }
  const asked = page.getByLabel('인증 앱의 6자리 코드')
  await logOut()
  await logInHere(page, '이중인증')
  await expect(asked).toBeFocused()
  await expect(page.getByLabel('비밀번호')).toHaveValue(ADMIN_PASSWORD)
  await expectAccessible(page)
  await asked.fill('12345')
  await page.keyboard.press('Enter')
  await expect(asked).toHaveAccessibleDescription(/복구 코드가 올바르지 않거나 이미 사용되었습니다/)
  await expect(asked).toBeFocused()
  await asked.fill(code(1).replace(/...$/, ' $&'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/dashboard')

  await page.goto('/admin/settings?tab=accounts')
  await page.getByRole('checkbox', { name: '관리자 2단계 인증 필수' }).click()
  const warning = page.getByRole('alertdialog', { name: '관리자 2단계 인증 필수' })
  await expect(warning).toContainText('admin')
  await warning.getByRole('button', { name: '필수로 설정' }).click()
  await expect(page.getByText('이제 모든 관리자에게 2단계 인증이 필요합니다.')).toBeVisible()
  const elsewhere = await openBrowser(browser, page, app.url)
  try {
    const other = await elsewhere.newPage()
    await signInAsAdmin(other, '/admin/dashboard')
    await expect(other.getByText('마치면 바로 이어서 진행할 수 있습니다.')).toBeVisible()
    await expect(other.getByRole('img', { name: '인증 앱 설정 QR 코드' })).toBeVisible()
    await expectAccessible(other)
    await page.getByRole('checkbox', { name: '관리자 2단계 인증 필수' }).click()
    await expect(page.getByText('2단계 인증 없이도 로그인할 수 있습니다.')).toBeVisible()
  } finally {
    await query(app.dataDir, 'update settings set second_factor_required = false')
    await elsewhere.close()
  }

  await logOut()
  await logInHere(page, '이중인증')
  await page.getByRole('button', { name: '휴대폰이 없나요? 복구 코드로 로그인' }).click()
  await expect(page.getByLabel('복구 코드')).toBeFocused()
  await page.getByLabel('복구 코드').fill(recovery[0]!.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText('남은 복구 코드는 9개입니다.')).toBeVisible()
  await expect(page).toHaveURL('/admin/dashboard')
  await leave()
})
