import type { Page } from '@playwright/test'
import { expect, expectAccessible, openBrowser, signIn, test, watchConsole } from './fixtures.ts'
import { cell, choosePlace, fillMeeting } from './steps.ts'
import { readOf } from './reads.ts'

test.use({ serviceWorkers: 'allow' })

// This member has an approved tour and an approved meeting ahead.
const MEMBER = { phone: '010-2345-6789', name: '박지민' }
const OTHER = { phone: '010-4345-9018', name: '서지우' }

const EXPIRED = '로그인이 만료되었습니다. 다시 로그인해주세요.'

// A hall's network that wants its own login first, and says so to everything.
const PORTAL = { status: 403, contentType: 'text/html', body: '<h1>Wi-Fi</h1>' }

const loginButton = (page: Page) => page.getByRole('button', { name: '로그인' })

/** Fills in the login that is on the screen, wherever it leads. */
async function logInHere(page: Page, { phone, name }: typeof MEMBER) {
  await page.getByLabel('전화번호').fill(phone)
  await page.getByLabel('이름').fill(name)
  await loginButton(page).click()
}

/**
 * Ends the session on the service, as an administrator's deletion or seven days do. Its pages know nothing of it: their
 * streams end within seconds, and what hears of the session then is whatever asks first.
 */
async function endOnService(page: Page) {
  await page.context().route('**/api/public/changes/**', (route) => route.abort())
  expect((await page.request.post('/api/user/logout/')).status()).toBe(200)
}

const chosen = (page: Page) => page.getByRole('region', { name: '시간 선택' }).getByRole('status')

const logOut = async (page: Page) => {
  await page.getByRole('navigation', { name: '메뉴' }).getByRole('button', { name: '로그아웃' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '로그아웃' }).click()
}

/** Stays at the login for as long as the note of an ended session takes to come; the page's clock is installed. */
async function expectNothingEnded(page: Page) {
  await expect(loginButton(page)).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(page.getByText(EXPIRED)).toBeHidden()
}

/** Opens the form for a meeting at that time and fills it in, but does not send it. */
async function fillBooking(page: Page, time: string, title: string) {
  await choosePlace(page, '미팅룸', '미팅룸 2')
  await cell(page, time).click()
  await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
  await fillMeeting(page, title)
}

test('who is signed in in this browser opens links in new tabs, and goes on from the login when it can be asked', async ({
  page,
  context,
}) => {
  await signIn(page, MEMBER)
  // The pass, which a new tab shows without a network.
  await expect.poll(() => page.evaluate(`localStorage.getItem('pass')`)).not.toBeNull()
  for (const [way, answer] of [
    ['without a network', null],
    ['behind a login of the network', PORTAL],
  ] as const)
    await test.step(way, async () => {
      const tab = await context.newPage()
      await tab.clock.install()
      await tab.route('**/api/user/my-info/', (route) => (answer ? route.fulfill(answer) : route.abort()))
      await tab.goto('/reservations')
      await expect(tab.getByText(/^\d\d:\d\d 기준 · 연결되지 않아/)).toBeVisible()
      await expect(loginButton(tab)).toBeHidden()
      await expect(tab.getByText(EXPIRED)).toBeHidden()
      await tab.unroute('**/api/user/my-info/')
      await tab.evaluate(`dispatchEvent(new Event('online'))`)
      await expect(tab).toHaveURL('/reservations')
      await expect(tab.getByRole('navigation', { name: '메뉴' })).toContainText(MEMBER.name)
      await tab.close()
    })

  for (const [address, heading] of [
    ['/reservations', '예약내역'],
    ['/reserve-tour?docent_id=1', /선택해주세요/],
    ['/profile', MEMBER.name],
  ] as const)
    await test.step(`${address} in a new tab, as from a mail, after one question`, async () => {
      const tab = await context.newPage()
      const said = watchConsole(tab)
      const asked: string[] = []
      tab.on('request', (request) => asked.push(request.url()))
      await tab.goto(address)
      await expect(tab.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(tab).toHaveURL(address)
      await expect(tab.getByRole('navigation', { name: '메뉴' })).toContainText(MEMBER.name)
      expect(asked.filter((address) => readOf('my-info').test(address))).toHaveLength(1)
      expect(said).toEqual([])
      await tab.close()
    })
  await test.step('on from the login by itself, but not while one types', async () => {
    const launched = await context.newPage()
    await launched.goto('/')
    await expect(launched).toHaveURL('/dashboard')
    await expect(launched.getByRole('navigation', { name: '메뉴' })).toContainText(MEMBER.name)

    const typing = await context.newPage()
    const answered = Promise.withResolvers<void>()
    await typing.route('**/api/user/my-info/', (route) => answered.promise.then(() => route.continue()))
    await typing.goto('/')
    // The form does not wait for the answer.
    await typing.getByLabel('전화번호').fill(OTHER.phone)
    const answer = typing.waitForResponse('**/api/user/my-info/')
    answered.resolve()
    await answer
    await typing.getByLabel('이름').fill(OTHER.name)
    await expect(typing).toHaveURL('/')
    await loginButton(typing).click()
    await expect(typing).toHaveURL('/dashboard')
    await expect(typing.getByRole('navigation', { name: '메뉴' })).toContainText(OTHER.name)
    // The browser is the other's now, in each of its tabs.
    await expect(page.getByRole('navigation', { name: '메뉴' })).toContainText(OTHER.name)
    await expect(page).toHaveURL('/dashboard')
  })
})

test('who follows a link without a session is led there by the login, and a service that fails throws nobody out', async ({
  page,
}) => {
  await page.clock.install()
  await test.step('who opens the login anew goes to the dashboard, and to no address from elsewhere', async () => {
    await page.goto('/reservations')
    await expect(page).toHaveURL('/')
    await page.goto('/healthz')
    await page.goto('/')
    await page.evaluate(`history.replaceState({ wanted: '//evil.example/reservations', owner: '' }, '')`)
    await logInHere(page, MEMBER)
    await expect(page).toHaveURL('/dashboard')
    expect(await page.evaluate('history.state.from_login')).toBe(true)
  })

  await test.step('the login leads to the link, also after a look at the sign-up', async () => {
    await page.request.post('/api/user/logout/')
    await page.goto('/healthz')
    await page.evaluate('sessionStorage.clear(), localStorage.clear()')
    await page.goto('/reserve-tour?docent_id=1')
    await expect(page).toHaveURL('/')
    await expectNothingEnded(page)
    await page.reload()
    await page.getByRole('button', { name: '회원가입' }).click()
    await expect(page).toHaveURL('/register')
    await page.getByRole('button', { name: '이전으로' }).click()
    await logInHere(page, MEMBER)
    await expect(page).toHaveURL('/reserve-tour?docent_id=1')
  })

  await test.step('a service that fails for a while throws nobody out', async () => {
    await page.goto('/reservations')
    await expect(page.getByRole('article').first()).toBeVisible()
    for (const status of [503, 429, 500]) {
      await page.route('**/api/user/**', (route) => route.fulfill({ status, body: 'down' }))
      const answer = page.waitForResponse((response) => response.status() === status)
      await page.clock.runFor(31_000)
      await answer
      await page.getByRole('link', { name: MEMBER.name }).click()
      await expect(page.getByRole('heading', { name: MEMBER.name })).toBeVisible()
      await page.clock.runFor(31_000)
      await page.getByRole('link', { name: '예약내역' }).click()
      await expect(page.getByRole('article').first()).toBeVisible()
      await page.unroute('**/api/user/**')
    }
    await page.clock.runFor(31_000)
    await expect(page.getByText(/기준 · 연결되지 않아/)).toBeHidden()
  })
})

test('a session that ends under a half-filled booking: the same member goes on where one was, another finds nothing of it', async ({
  page,
  app,
}) => {
  await test.step('as the same member one goes on', async () => {
    await signIn(page, MEMBER)
    await fillBooking(page, '11:00', '끝난 세션의 회의')
    await endOnService(page)
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('alert').getByText(EXPIRED)).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByText(EXPIRED)).toBeVisible()
    expect(await page.evaluate<string>('Object.keys(sessionStorage).join()')).not.toMatch(/user_|answer:/)

    await logInHere(page, MEMBER)
    await expect(page).toHaveURL('/reserve-room')
    await expect(page.getByText('11:00 ~ 11:10')).toBeVisible()
    await expect(page.getByLabel('미팅명')).toHaveValue('끝난 세션의 회의')
    await expect(page.getByLabel('현장 미팅 담당자명')).toHaveValue('김도윤')
    await expect(page.getByRole('spinbutton', { name: '방문 인원' })).toHaveValue('3')
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page).toHaveURL('/dashboard')
    const mine = await page.request.get(`${app.url}/api/user/my-reservations/`)
    expect(await mine.text()).toContain('끝난 세션의 회의')
  })

  await test.step('as another member nothing of it is left', async () => {
    await fillBooking(page, '11:10', '남에게 보이지 않는 회의')
    await endOnService(page)
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page.getByText(EXPIRED)).toBeVisible()
    await logInHere(page, OTHER)
    await expect(page).toHaveURL('/dashboard')
    // The entry holds no choice of the one before, only notes of the dashboard's own.
    const notes = await page.evaluate<string[]>('Object.keys(history.state)')
    expect(['from_login', 'of', 'dialogs']).toEqual(expect.arrayContaining(notes))
    const kept = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')
    expect(kept).not.toMatch(/남에게 보이지 않는|한빛전자|draft:|waits_for/)
    await choosePlace(page, '미팅룸', '미팅룸 2')
    await cell(page, '11:20').click()
    await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
    await expect(page.getByLabel('미팅명')).toHaveValue('')
    await expect(page.getByLabel('방문자명')).toHaveValue(OTHER.name)
  })
})

test('what one has chosen is found after the login by the same member, and by no other @release', async ({
  page,
}) => {
  await test.step('a session that ends under a choice on the dashboard', async () => {
    await signIn(page, MEMBER)
    for (const [member, text] of [
      [MEMBER, '13:00 ~ 13:10 총 10분'],
      [OTHER, '시간을 선택해주세요'],
    ] as const) {
      await choosePlace(page, '미팅룸', '미팅룸 2')
      await cell(page, '13:00').click()
      const nav = page.getByRole('navigation', { name: '메뉴' })
      await nav.getByRole('link', { name: '예약내역' }).click()
      await nav.getByRole('link', { name: '예약하기' }).click()
      await expect(chosen(page)).toHaveText('13:00 ~ 13:10 총 10분')
      await endOnService(page)
      await page.reload()
      await expect(page.getByText(EXPIRED)).toBeVisible()
      await logInHere(page, member)
      await expect(page).toHaveURL('/dashboard')
      await expect(chosen(page)).toHaveText(text)
      if (member === OTHER) continue
      // This member's upcoming reservations are shown after the login.
      const upcoming = page.getByRole('dialog', { name: '다가오는 예약' })
      await upcoming.getByRole('button', { name: '닫기' }).last().click()
      await page.getByRole('button', { name: '선택 해제' }).click()
    }
  })

  await test.step('Back shows the next member nothing of it', async () => {
    await signIn(page, MEMBER)
    await choosePlace(page, '미팅룸', '미팅룸 2')
    await cell(page, '13:00').click()
    await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
    await expect(page.getByText('13:00 ~ 13:10')).toBeVisible()
    await logOut(page)
    await logInHere(page, OTHER)
    await expect(page).toHaveURL('/dashboard')
    await page.goBack()
    await expect(page).toHaveURL('/reserve-room')
    await expect(page.getByRole('heading', { name: '날짜를 선택해주세요' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
    await expect(chosen(page)).toHaveText('시간을 선택해주세요')
    await expect(page.getByRole('tab', { name: 'VIP 투어' })).toHaveAttribute('aria-selected', 'true')
  })
})

test('a session that another tab finds ended leaves the typed reason where it was, its dialog open @release', async ({
  page,
  context,
}) => {
  const cancel = (tab: Page) => tab.getByRole('article').getByRole('button', { name: '예약 취소' }).first()
  const reason = (tab: Page) => tab.getByRole('dialog', { name: '예약 취소' }).getByLabel('취소 사유')
  const type = async (tab: Page, words: string) => {
    await cancel(tab).click()
    await reason(tab).fill(words)
  }
  await signIn(page, MEMBER, '/reservations')
  await type(page, '일정이 바뀌었습니다')
  const other = await context.newPage()
  await signIn(other, MEMBER, '/reservations')
  await type(other, '다른 회의가 생겼습니다')
  await endOnService(other)
  // Unless one of the screen's own reads finds it sooner than the press.
  await other
    .getByRole('button', { name: '취소 요청' })
    .click({ timeout: 5_000 })
    .catch(() => {})
  for (const tab of [other, page]) {
    await expect(tab.getByText(EXPIRED)).toBeVisible()
    await expect(tab).toHaveURL('/')
  }
  await logInHere(other, MEMBER)
  await expect(other).toHaveURL('/reservations')
  // Looked at again, the first one goes on by itself.
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await expect(page).toHaveURL('/reservations')
  await expect(reason(page)).toHaveValue('일정이 바뀌었습니다')
  await expect(reason(other)).toHaveValue('다른 회의가 생겼습니다')

  // It is a dialog like any other: a reload keeps it, Back closes it and nothing else.
  await page.reload()
  await expect(reason(page)).toHaveValue('일정이 바뀌었습니다')
  await expect.poll(() => page.evaluate('history.state.dialogs')).toBe(1)
  await page.goBack()
  await expect(reason(page)).toBeHidden()
  await expect(page).toHaveURL('/reservations')
  await page.reload()
  await expect(cancel(page)).toBeVisible()
  await expect(reason(page)).toBeHidden()
})

test('a logout is quiet, ends the session as soon as there is a network, and is moot when somebody logs in', async ({
  page,
  context,
  playwright,
  app,
}) => {
  await test.step('quiet from the list of reservations, even with a read under way', async () => {
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    const held = Promise.withResolvers<void>()
    await signIn(page, MEMBER, '/profile')
    await page.route(readOf('my-reservations'), (route) =>
      // The page may have given it up by then.
      held.promise.then(() => route.continue()).catch(() => {}),
    )
    const asked = page.waitForRequest(readOf('my-reservations'))
    await page.reload()
    await asked
    await page.getByRole('link', { name: '예약내역' }).click()
    errors.length = 0
    await logOut(page)
    await expect(page).toHaveURL('/')
    held.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByLabel('전화번호')).toBeVisible()
    expect(errors).toEqual([])
  })

  await test.step('what a screen hears afterwards makes nobody a member again', async () => {
    await signIn(page, MEMBER, '/profile')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/user/my-info/', async (route) => {
      const response = await route.fetch()
      const json = { ...(await response.json()), name: '늦은 이름' }
      await held.promise
      await route.fulfill({ response, json })
    })
    await page.reload()
    await expect(page.getByRole('heading', { name: MEMBER.name })).toBeVisible()
    await page.evaluate('sessionStorage.clear(); localStorage.clear()')
    held.resolve()
    await expect(page.getByRole('heading', { name: '늦은 이름' })).toBeVisible()
    const kept = `[...Object.keys(sessionStorage), ...Object.keys(localStorage)]`
    expect(await page.evaluate(kept)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^user_|^signed_in/)]),
    )
    await page.unroute('**/api/user/my-info/')
  })

  await test.step('moot when somebody logs in', async () => {
    await signIn(page, MEMBER)
    await page.route('**/api/user/logout/', (route) => route.abort())
    await logOut(page)
    await expect(page).toHaveURL('/')
    await logInHere(page, OTHER)
    await expect(page).toHaveURL('/dashboard')
    await page.unroute('**/api/user/logout/')
    const tab = await context.newPage()
    await tab.goto('/profile')
    await expect(tab.getByRole('heading', { name: OTHER.name })).toBeVisible()
    await tab.close()
  })

  await test.step('without a network it ends the session as soon as there is one, and nobody comes in meanwhile', async () => {
    await signIn(page, MEMBER)
    await page.waitForFunction('navigator.serviceWorker.ready.then(() => true)')
    const { value } = (await context.cookies()).find(({ name }) => name === 'session')!
    const old = await playwright.request.newContext({
      baseURL: app.url,
      extraHTTPHeaders: { cookie: `session=${value}` },
    })
    const status = async () => (await old.get('/api/user/my-info/')).status()
    await context.setOffline(true)
    await logOut(page)
    await expect(page.getByText('로그아웃에 실패했습니다.')).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await status(), 'the service knows nothing of it yet').toBe(200)
    await page.close()

    // The next start, with the network back but the logout still failing.
    await context.setOffline(false)
    const next = await context.newPage()
    let answer: { status: number; body: string } = PORTAL
    await context.route('**/api/user/logout/', (route) => route.fulfill(answer))
    for (answer of [{ status: 503, body: '' }, PORTAL]) {
      const told = next.waitForResponse('**/api/user/logout/')
      await next.goto('/reservations')
      await told
      await expect(next).toHaveURL('/')
      await expect(loginButton(next)).toBeVisible()
      expect(await status()).toBe(200)
    }
    // It is asked again at times of its own: nothing gets through between the two answers.
    await context.unroute('**/api/user/logout/')
    await next.evaluate(`dispatchEvent(new Event('online'))`)
    await expect.poll(status).toBe(401)
    // The service knows of it before the page has its answer.
    await expect.poll(() => next.evaluate('localStorage.length')).toBe(0)
    await old.dispose()
  })
})

test('a member ends another device, and every device by the mail about a new one', async ({
  page,
  browser,
  app,
}) => {
  const person = { phone: '010-3210-4567', name: '최민준' }
  await signIn(page, person, '/profile')
  const other = await openBrowser(browser, page, app.url)
  const phone = await other.newPage()
  await signIn(phone, person, '/profile')
  const statusOf = async (of: Page) => (await of.request.get('/api/user/my-info/')).status()

  await page.reload()
  const devices = page.getByRole('region', { name: '로그인한 기기' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByRole('listitem').first()).toContainText('지금 사용 중인 기기')
  await expectAccessible(page)
  await devices
    .getByRole('listitem')
    .nth(1)
    .getByRole('button', { name: /로그아웃$/ })
    .click()
  await expect(page.getByText('선택한 기기에서 로그아웃했습니다.')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices.getByRole('heading')).toBeFocused()
  await phone.reload()
  await expect(loginButton(phone)).toBeVisible()

  await signIn(phone, person, '/profile')
  const { email } = (await (await page.request.get('/api/user/my-info/')).json()) as { email: string }
  const mail = await app.mailbox.receive(email, '새 기기에서 로그인했습니다')
  const link = new URL(/\S+\/profile\/end#\S+/.exec(mail.text!)![0])
  const reader = await other.newPage()
  await reader.goto(link.pathname + link.hash)
  const end = reader.getByRole('button', { name: '모든 기기에서 로그아웃' })
  await expect(end).toBeVisible()
  await expectAccessible(reader)
  expect([await statusOf(page), await statusOf(phone)], 'opening the page changes nothing').toEqual([
    200, 200,
  ])
  await end.click()
  await expect(reader.getByText('모든 기기에서 로그아웃했습니다.')).toBeVisible()
  await expectAccessible(reader)
  expect([await statusOf(page), await statusOf(phone)]).toEqual([401, 401])
  await reader.getByRole('link', { name: '로그인 화면으로 가기' }).click()
  await expect(loginButton(reader)).toBeVisible()
  await other.close()
})
