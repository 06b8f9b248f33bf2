import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test, watchConsole } from './fixtures.ts'
import { asTimePasses } from './page-time.ts'
import { cell, choosePlace, fillMeeting, setHidden } from './steps.ts'
import { PHONE } from './widths.ts'

test.use({ serviceWorkers: 'allow' })

const MEMBER = { phone: '010-5678-2341', name: '오세훈' }
const STALE = /^\d\d:\d\d 기준 · 연결되지 않아 다시 시도 중입니다$/

/** Waits until the app itself is on the phone. */
const appIsKept = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => null)')

test('without a network, also after a reload, the last known reservations and times stay readable', async ({
  page,
  context,
}) => {
  await test.step('an app that could not be kept on the phone at first is kept as soon as there is a network', async () => {
    await page.clock.install({ time: '2031-01-01T09:00:00+01:00' })
    await page.clock.pauseAt('2031-01-01T09:01:00+01:00')
    await page.goto('/')
    await context.setOffline(true)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('after-load'))
    await page.clock.runFor(3_000)
    await failed
    await context.setOffline(false)
    await appIsKept(page)
    await page.clock.resume()
  })

  await test.step('what was seen stays readable', async () => {
    const said = watchConsole(page)
    await signIn(page, MEMBER)
    await page.getByRole('tab', { name: '미팅룸' }).click()
    await expect(cell(page, '10:10')).toBeVisible()
    await page.getByRole('link', { name: '예약내역' }).click()
    await page.getByRole('tab', { name: /미팅/ }).click()
    const meeting = page.getByRole('article').filter({ hasText: '전략 투자 논의' })
    await expect(meeting).toBeVisible()
    await appIsKept(page)

    await context.setOffline(true)
    await page.reload()
    await page.getByRole('tab', { name: /미팅/ }).click()
    await expect(meeting.getByText('VVIP 스위트')).toBeVisible()
    await expect(meeting.getByText('10:30 ~ 11:00')).toBeVisible()
    await expect(page.getByText(STALE)).toBeVisible()
    await expectAccessible(page)
    await meeting.getByRole('button', { name: '상세 보기' }).click()
    await expect(page.getByRole('dialog').getByText(STALE)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: MEMBER.name }).click()
    await expect(page.getByText(MEMBER.phone)).toBeVisible()
    await expect(page.getByText('사용자 정보를 불러오는데 실패했습니다.')).toBeHidden()

    // The phone's own clock is nowhere near the service's.
    await page.getByRole('link', { name: '예약하기' }).click()
    await page.getByRole('tab', { name: '미팅룸' }).click()
    await expect(page.getByText(STALE)).toBeVisible()
    await expect(cell(page, '09:00')).toHaveAccessibleName(/지난 시간/)
    await expect(cell(page, '16:50')).toHaveAccessibleName(/예약 가능/)
    await expectAccessible(page)

    await context.setOffline(false)
    // The answer comes at once, not with the next poll.
    await expect(page.getByText(STALE)).toBeHidden({ timeout: 5_000 })
    expect(said).toEqual([])
  })
})

test('a booking whose answer is lost is made once, the visitor is told, and it is safe to send again', async ({
  page,
}) => {
  await page.clock.install()
  await test.step('a booking whose answer is lost is made once', async () => {
    await openMeetingForm(page, '14:00', '답변이 사라진 회의')
    let sent = 0
    let isMade = false
    const told = new Set<string>()
    page.on('request', async (request) => {
      const path = /(schedule|my-reservations)/.exec(request.url())?.[0]
      // The next screen's reads may be on their way when the test ends.
      if (isMade && path && (await request.response().catch(() => null))) told.add(path)
    })
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/user/reserve-meeting/', async (route) => {
      sent += 1
      if (sent > 2) return seen.promise.then(() => route.continue())
      // The change may be heard before the answer is here.
      isMade = true
      await route.fetch({ maxRetries: 1 })
      return route.abort()
    })
    const button = page.getByRole('button', { name: /예약 신청|다시 시도 중/ })
    await button.click()
    await expect(button).toHaveText(/다시 시도 중\.\.\./)
    await expect(page.getByText(/두 번 처리되지 않으니 잠시 기다려주세요/)).toBeVisible()
    await expectAccessible(page)
    await expect.poll(() => told.size, 'the day and the own list have the request by now').toBe(2)
    await expect(page.getByText(/마감되었습니다|같은 시간에 다른 예약|이미 신청하신/)).toBeHidden()
    await expect(button).toHaveText(/다시 시도 중\.\.\./)
    seen.resolve()
    await asTimePasses(page, (soon) =>
      expect(page.getByText('미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.')).toBeVisible(
        soon,
      ),
    )
    await expect(page).toHaveURL('/dashboard')
    expect(sent).toBe(3)
    expect(await countBooked(page, '답변이 사라진 회의')).toBe(1)
  })

  await test.step('a refusal that comes when its visitor has gone on to another screen is told there', async () => {
    await openMeetingForm(page, '14:20', '늦게 거절된 회의')
    const answered = Promise.withResolvers<void>()
    const error = '이미 예약되었거나 예약할 수 없는 시간입니다.'
    await page.unroute('**/api/user/reserve-meeting/')
    await page.route('**/api/user/reserve-meeting/', (route) =>
      answered.promise.then(() =>
        route.fulfill({ status: 409, json: { code: 'slot_taken', error, message: error } }),
      ),
    )
    await page.getByRole('button', { name: '예약 신청' }).click()
    await page.getByRole('link', { name: '예약내역' }).click()
    await expect(page.getByRole('heading', { name: '예약내역' })).toBeVisible()
    answered.resolve()
    await expect(
      page.getByRole('alert').filter({ hasText: /^미팅 예약 11\.2\d \(.\) 14:20 · 이미/ }),
    ).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('미팅명')).toHaveValue('늦게 거절된 회의')
  })

  await test.step('who leaves the form while nobody answers is told, and nothing is sent any more', async () => {
    await openMeetingForm(page, '15:20', '그만둔 회의')
    await page.unroute('**/api/user/reserve-meeting/')
    await page.route('**/api/user/reserve-meeting/', (route) => route.abort())
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page.getByText(/두 번 처리되지 않으니 잠시 기다려주세요/)).toBeVisible()
    await page.getByRole('link', { name: '예약내역' }).click()
    await page.unroute('**/api/user/reserve-meeting/')
    await asTimePasses(page, (soon) =>
      expect(page.getByRole('alert').filter({ hasText: '결과를 확인하지 못했습니다' })).toBeVisible(soon),
    )
    expect(await countBooked(page, '그만둔 회의')).toBe(0)
  })

  await test.step('after a reload', async () => {
    await bookUnanswered(page, '15:00', '아무도 답하지 않은 회의')
    await page.reload()
    await expect(page.getByLabel('미팅명')).toHaveValue('아무도 답하지 않은 회의')
    await expect(
      page.getByText('이미 신청하신 시간입니다: 아무도 답하지 않은 회의 15:00 ~ 15:10'),
    ).toBeVisible()
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page).toHaveURL('/dashboard')
    expect(await countBooked(page, '아무도 답하지 않은 회의')).toBe(1)
  })

  await test.step('sent with other words it may itself hold the time: it says so', async () => {
    await bookUnanswered(page, '15:40', '고쳐 쓰기 전의 회의')
    await page.getByLabel('미팅명').fill('고쳐 쓴 회의')
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(
      page.getByText('앞서 보낸 신청이 접수되었을 수 있으니 예약내역을 확인해주세요.'),
    ).toBeVisible()
    await expect(page.getByLabel('미팅명')).toHaveValue('고쳐 쓴 회의')
    expect(await countBooked(page, '고쳐 쓰기 전의 회의')).toBe(1)
    expect(await countBooked(page, '고쳐 쓴 회의')).toBe(0)
  })
})

test('it asks every half minute, not while nobody looks, and never after the logout', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/user/')) asked.push(new URL(request.url()).pathname)
  })
  const schedules = () => asked.filter((path) => path === '/api/user/schedule/').length
  // Polls come to the second: how they drift apart is chance.
  await page.addInitScript('Math.random = () => 0.5')
  // A pushed change makes the screen ask as well.
  await page.route('**/api/public/changes/**', (route) => route.abort())
  await page.clock.install()
  await signIn(page, MEMBER)
  await expect.poll(schedules).toBe(1)
  await page.clock.runFor(31_000)
  await expect.poll(schedules).toBe(2)

  await setHidden(page, true)
  await page.clock.runFor(300_000)
  expect(schedules()).toBe(2)
  await setHidden(page, false)
  await expect.poll(schedules).toBe(3)

  // No poll goes out during the logout call, which may take long, nor after it. The next one is due soon.
  await page.clock.runFor(26_500)
  const told = Promise.withResolvers<void>()
  await page.route('**/api/user/logout/', (route) => told.promise.then(() => route.continue()))
  await page.getByRole('button', { name: '로그아웃' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '로그아웃' }).click()
  await expect.poll(() => asked.at(-1)).toBe('/api/user/logout/')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: '취소' })).toBeDisabled()
  await page.clock.runFor(7_500)
  told.resolve()
  await expect(page).toHaveURL('/')
  await page.clock.runFor(300_000)
  expect(asked.at(-1)).toBe('/api/user/logout/')
})

test('a logout leaves nothing of the member on the phone, in no tab', async ({ page, context }) => {
  await signIn(page, MEMBER)
  await appIsKept(page)
  const otherTab = await context.newPage()
  await signIn(otherTab, MEMBER)
  await page.getByRole('link', { name: '예약내역' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: '로그아웃' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '로그아웃' }).click()

  for (const tab of [page, otherTab]) {
    await expect(tab).toHaveURL('/')
    const kept = await tab.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })')
    expect(kept).not.toMatch(/user_|answer:|오세훈|5678/)
  }
  const inBrowser = await page.evaluate(`Promise.allSettled(['my-reservations', 'my-info'].map((path) =>
    fetch('/api/user/' + path + '/', { cache: 'only-if-cached', mode: 'same-origin' }),
  )).then((found) => found.filter(({ status }) => status === 'fulfilled').length)`)
  expect(inBrowser, 'nor in the cache of the browser').toBe(0)
  const files = await page.evaluate<string[]>(`caches.keys().then(async (names) => {
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })`)
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
})

/** Has an approved tour and an approved meeting ahead. */
const EXPECTED = { phone: '010-2345-6789', name: '박지민' }

/** Opens the app anew, as after the phone has closed its tab. */
async function reopen(context: BrowserContext, page: Page, path: string) {
  const tab = await context.newPage()
  await page.close()
  await tab.goto(path)
  return tab
}

const kept = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('pass')`)

test('opened anew without a network, the app shows the reservations ahead with their codes, until a logout', async ({
  page: first,
  context,
}) => {
  let page = first
  const stamp = () => page.getByText(STALE)
  await test.step('whatever is opened', async () => {
    await signIn(page, EXPECTED)
    await appIsKept(page)
    await expect.poll(() => kept(page)).not.toBeNull()
    expect(await kept(page)).not.toMatch(/박지민|2345|010/)
    await context.setOffline(true)
    for (const path of [
      '/',
      '/dashboard',
      '/reservations',
      '/reservations?tab=meetings&open=1',
      '/profile',
    ]) {
      page = await reopen(context, page, path)
      await expect(stamp()).toBeVisible()
      await expect(page.getByText('마드리드 시간'), 'the phone is set to another time zone').toBeVisible()
      const entry = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('img', { name: '입장 QR 코드' }) })
      for (const text of [/\d\d:\d\d ~ \d\d:\d\d/, /^\d+명$/, /^[2-9A-Z]{3} [2-9A-Z]{3}$/])
        await expect(entry.first().getByText(text)).toBeVisible()
      await expect(page.getByRole('button', { name: '로그인' })).toBeHidden()
    }
    await expectAccessible(page)
    // The same ticket as with a network, also on a phone that is held sideways.
    const ticket = page.getByRole('group', { name: '입장권' }).first()
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(ticket.getByRole('img', { name: '입장 QR 코드' })).toBeInViewport({ ratio: 1 })
    await expect(ticket.getByText(/^[2-9A-Z]{3} [2-9A-Z]{3}$/)).toBeInViewport({ ratio: 1 })
    await page.setViewportSize(PHONE.viewport)
  })

  await test.step('with the network back the screen that was opened goes on', async () => {
    page = await reopen(context, page, '/reservations')
    await expect(stamp()).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page).toHaveURL('/reservations')
  })

  await test.step('a logout, even without a network, deletes them in each tab', async () => {
    await expect.poll(() => kept(page)).not.toBeNull()
    await context.setOffline(true)
    page = await reopen(context, page, '/')
    await expect(stamp()).toBeVisible()
    const other = await context.newPage()
    await other.goto('/dashboard')
    await expect(other.getByText(STALE)).toBeVisible()
    await page.getByRole('button', { name: '로그아웃' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '로그아웃' }).click()
    for (const tab of [page, other]) await expect(tab.getByRole('button', { name: '로그인' })).toBeVisible()
    expect(await kept(page)).toBeNull()
  })
})

test('without a network a room keeps the label of its tier, also if only the profile was open before @release', async ({
  page,
  context,
}) => {
  // The clock that the phone has learnt is set back between the two answers.
  await page.route('**/api/user/rooms/', async (route) => {
    const response = await route.fetch({ maxRetries: 1 })
    const headers = response.headers()
    const earlier = new Date(Date.parse(headers['x-service-time']!) - 3_000).toISOString()
    await route.fulfill({ response, headers: { ...headers, 'x-service-time': earlier } })
  })
  await signIn(page, MEMBER, '/profile')
  await appIsKept(page)
  await expect.poll(() => kept(page)).toContain('[VVIP 전용] VVIP 스위트')
  await context.setOffline(true)
  const tab = await reopen(context, page, '/')
  await expect(tab.getByText('[VVIP 전용] VVIP 스위트').first()).toBeVisible()
})

test('the reservations kept for a time without a network go with the session and with another member', async ({
  page,
  context,
}) => {
  await test.step('the service says that the session has ended', async () => {
    await signIn(page, EXPECTED)
    await appIsKept(page)
    await expect.poll(() => kept(page)).not.toBeNull()
    expect((await page.request.post('/api/user/logout/')).status()).toBe(200)
    await page.reload()
    await expect(page.getByRole('button', { name: '로그인' })).toBeVisible()
    await expect.poll(() => kept(page)).toBeNull()
  })

  await test.step('another member signs in', async () => {
    const owner = async () => (JSON.parse((await kept(page)) ?? '{}') as { member?: number }).member
    await signIn(page, EXPECTED)
    await expect.poll(owner).toBeDefined()
    const before = await owner()
    // As a login does; what the former member left in the tab would be shown first.
    await page.evaluate('sessionStorage.clear()')
    await signIn(page, MEMBER)
    await expect.poll(owner).not.toBe(before)
    await expect.poll(owner).toBeDefined()
    await context.setOffline(true)
    const tab = await reopen(context, page, '/')
    await expect(tab.getByText(STALE)).toBeVisible()
  })
})

async function openMeetingForm(page: Page, time: string, title: string) {
  await signIn(page, MEMBER)
  await choosePlace(page, '미팅룸', 'VVIP 스위트')
  await cell(page, time).click()
  await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
  await fillMeeting(page, title)
}

/** Books a meeting whose answers are all lost, until the form says that the outcome is unknown. */
async function bookUnanswered(page: Page, time: string, title: string) {
  await openMeetingForm(page, time, title)
  await page.route('**/api/user/reserve-meeting/', async (route) => {
    await route.fetch({ maxRetries: 1 })
    await route.abort()
  })
  await page.getByRole('button', { name: '예약 신청' }).click()
  const unknown = page.getByText('다시 눌러도 두 번 신청되지 않습니다.')
  await expect(async () => {
    await page.clock.fastForward(8_000)
    await expect(unknown).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [50] })
  await page.unrouteAll()
}

/** How many meetings of this title the service knows of. */
async function countBooked(page: Page, title: string): Promise<number> {
  const answer = await page.request.get('/api/user/my-reservations/')
  const { meetings } = (await answer.json()) as { meetings: { visitor: { title: string } }[] }
  return meetings.filter(({ visitor }) => visitor.title === title).length
}
