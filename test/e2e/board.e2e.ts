import type { Page } from '@playwright/test'
import { askForMeeting, makeNewcomer, openDesk, type Desk } from './desk.ts'
import { expect, expectAccessible, test, watchConsole } from './fixtures.ts'
import { asTimePasses, controlTime } from './page-time.ts'

const TODAY = '2026-11-20'
// The interval is ten seconds, give or take the jitter that keeps screens from asking all at once.
const MAX_POLL_MS = 10_000
const CHANGES = '**/api/public/changes/**'

/** A room of the test's own, with today's times to 18:30. */
async function makeRoom(desk: Desk, name: string, start_time = '15:00') {
  const days = await desk.get<{ id: number; date: string }[]>('/api/admin/event-dates/')
  const event_date_id = days.find(({ date }) => date === TODAY)!.id
  const room = { name, floor: 3, size: 8, is_vip: false, is_vvip: false }
  const room_id = (await desk.post('/api/admin/rooms/', room))['room']!.id
  const times = { start_time, end_time: '18:20', interval_minutes: 10, duration: 10 }
  await desk.post('/api/admin/available-rooms/', { room_id, event_date_id, ...times })
  return { date: TODAY, event_date_id, docent_id: 0, room_id }
}

const board = (id: number | string) => `/display/room/${id}`
const panelOf = (page: Page) => page.getByRole('region', { name: '현재 상태' })
const word = (page: Page) => panelOf(page).getByRole('status')

/** The line of the present time stands this far below the upper edge of the timeline. */
const expectNowBelowEdge = (page: Page, pixels: number) =>
  expect
    .poll(() =>
      page.evaluate<number>(`(() => {
        const line = document.querySelector('.board__now')?.getBoundingClientRect()
        if (!line) return Infinity
        return Math.abs(line.top - line.height / 2 - document.querySelector('.board__day').getBoundingClientRect().top - ${pixels})
      })()`),
    )
    .toBeLessThan(8)

test('an approved meeting is on the board within a second, and with the next poll when nothing is pushed', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const place = await makeRoom(desk, '미팅룸 빠름')
  const pushed = await askForMeeting(who, place, '17:00', '공급 일정')
  const polled = await askForMeeting(who, place, '15:00', '먼저 있는 회의')
  const calls = `**/api/display/rooms/${place.room_id}/`
  const time = await controlTime(page)
  const atRest = async () => {
    const answered = page.waitForResponse(calls)
    await time.pass(MAX_POLL_MS)
    await (await answered).finished()
    await time.expectSoon(word(page), 5_000)
  }
  const listens = page.waitForResponse(CHANGES)
  await page.goto(board(place.room_id))
  await expect(page.getByText('오늘 남은 예약이 없습니다')).toBeVisible()
  await listens
  // Right after a poll the page's clock stops: the next is ten seconds away, and comes only if they are passed.
  await time.stop()
  await atRest()
  await desk.decide(pushed, 'approve')
  // The product takes a second, the machine of the test may take more: the page's clock stands, so no poll is due.
  await time.expectSoon(panelOf(page).getByText('공급 일정'), 8_000)

  await page.route(CHANGES, (route) => route.abort())
  await time.goOn()
  await page.reload()
  await expect(panelOf(page).getByText('공급 일정')).toBeVisible()
  await time.stop()
  await atRest()
  await desk.decide(polled, 'approve')
  await time.pass(MAX_POLL_MS)
  await time.expectSoon(panelOf(page).getByText('먼저 있는 회의'), 8_000)
})

test('what cannot be shown at first is said, and comes by itself as soon as it can', async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  const desk = await openDesk(app)
  await page.clock.install()
  await page.goto(board(999_999))
  await expect(page.getByRole('heading', { name: '존재하지 않는 회의실입니다.' })).toBeVisible()
  await expectAccessible(page)
  const watched: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/api/public/changes/')) watched.push(searchParams.get('watch'))
  })
  await page.goto(board('abc'))
  await expect(page.getByRole('heading', { name: '존재하지 않는 회의실입니다.' })).toBeVisible()
  const room = { name: '미팅룸 빈날', floor: 3, size: 8, is_vip: false, is_vvip: false }
  const { id } = (await desk.post('/api/admin/rooms/', room))['room']!
  await page.goto(board(id))
  await expect(page.getByRole('heading', { name: '오늘은 이 회의실의 예약 시간이 없습니다.' })).toBeVisible()

  const calls = '**/api/display/rooms/*/'
  const place = await makeRoom(desk, '미팅룸 끊김')
  await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(board(place.room_id))
  const later = '회의실 정보를 불러오는데 실패했습니다. 잠시 후 다시 시도해주세요.'
  await asTimePasses(page, (soon) => expect(page.getByRole('heading', { name: later })).toBeVisible(soon))
  // Without a gap, in which an answer would be kept for the reload.
  await page.route(calls, (route) => route.abort())
  await page.reload()
  const noAnswer = '서버에 연결할 수 없습니다. 네트워크를 확인해주세요.'
  await asTimePasses(page, (soon) => expect(page.getByRole('heading', { name: noAnswer })).toBeVisible(soon))
  await page.unroute(calls)
  await asTimePasses(page, (soon) =>
    expect(page.getByRole('heading', { name: '미팅룸 끊김' })).toBeVisible(soon),
  )
  expect(watched).toContain(`room:${place.room_id}`)
  expect(watched, 'what is no room is not listened to').not.toContain('room:abc')
  expect(said).toEqual([])
})

test('once it is there it stays: failures show a small stamp, and after midnight the new day and never the old one', async ({
  page,
  app,
}) => {
  const calls = '**/api/display/rooms/*/'
  const place = await makeRoom(await openDesk(app), '미팅룸 오래')
  const time = await controlTime(page)
  await test.step('later failures show only a small stamp beside the clock', async () => {
    // The board would ask once more as soon as it listens.
    await page.route(CHANGES, (route) => route.abort())
    await page.goto(board(place.room_id))
    await expect(page.getByRole('heading', { name: '미팅룸 오래' })).toBeVisible()
    await expect(page.getByText(/기준$/)).toBeHidden()
    await page.route(calls, (route) => route.abort())
    await time.pass(31_000)
    const stamp = page.getByText(/^\d\d:\d\d 기준$/)
    await expect(stamp).toBeVisible()
    for (const size of [
      { width: 1080, height: 1920 },
      { width: 1920, height: 1080 },
    ]) {
      await page.setViewportSize(size)
      expect((await stamp.boundingBox())!.height / size.height).toBeLessThanOrEqual(0.03)
    }
    await expect(word(page)).toHaveText('Available사용 가능')
    await page.unroute(calls)
    await time.pass(31_000)
    await expect(stamp).toBeHidden()
  })

  await test.step('while nothing is known of the new day, the old one is not shown as if it were', async () => {
    const today = await (await page.request.get(`/api/display/rooms/${place.room_id}/`)).json()
    const tomorrow = { ...today, date: '2026-11-21', room_info: { ...today.room_info, name: '미팅룸 아침' } }
    await time.passUntil(`${TODAY}T23:59:50+01:00`)
    await expect(page.getByRole('heading', { name: '미팅룸 오래' })).toBeVisible()
    await time.stop()
    let known = today
    let answered = 0
    let answer = () => {}
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(calls, async (route) => {
      await mayAnswer
      await route.fulfill({ json: known })
      answered += 1
    })
    await time.passUntil('2026-11-21T00:00:01+01:00')
    await time.expectSoon(page.getByText('불러오는 중'), 5_000)
    await expect(word(page)).toBeHidden()
    await expect(page.getByRole('alert'), 'which is no failure of the first load').toBeHidden()
    // The service is a moment behind, and the board asks it again without waiting for the next poll.
    answer()
    // Its clock stands still, so a call that has not begun yet needs time.
    const wait = async () => {
      await time.pass(100)
      return answered
    }
    await expect.poll(wait, { intervals: [100] }).toBeGreaterThan(0)
    known = tomorrow
    const look = async () => {
      await time.pass(1_000)
      return page.getByRole('heading', { name: '미팅룸 아침' }).isVisible()
    }
    await expect.poll(look, { intervals: [100] }).toBe(true)
  })
})

test('an answer with the fields of the specification alone is enough for the list and the board', async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  const { room_id } = await makeRoom(await openDesk(app), '미팅룸 간단')
  const time = await controlTime(page)
  const visitor = { title: '신제품 시연', name: '김도윤' }
  const rooms = [
    { id: room_id, name: '미팅룸 간단', size: 8, has_available_slots: true },
    { id: room_id + 1, name: '미팅룸 다음', size: 4, has_available_slots: false },
  ]
  const answer = {
    room_info: { name: '미팅룸 간단' },
    time_slots: ['15:30', '16:00', '16:10', '16:20'].map((start) => ({ time: start })),
    reservations: ['16:00 ~ 16:10', '16:10 ~ 16:20'].map((time_range) => ({
      time_range,
      status: 'APPROVED',
      visitor,
    })),
  }
  await page.route('**/api/display/rooms/', (route) => route.fulfill({ json: rooms }))
  await page.route(`**/api/display/rooms/${room_id}/`, (route) => route.fulfill({ json: answer }))
  await page.goto('/display')
  await expect(page.getByRole('link', { name: '미팅룸 다음' })).toContainText('최대 4명 · 예약 불가')
  const card = page.getByRole('link', { name: '미팅룸 간단' })
  await expect(card).toContainText('최대 8명 · 예약 가능')
  await card.click()
  await expect(word(page)).toBeVisible()
  await time.passUntil(`${TODAY}T16:12:02+01:00`)
  await expect(word(page)).toHaveText('In Use사용 중')
  const panel = panelOf(page)
  for (const text of ['신제품 시연', '김도윤', '16:00 ~ 16:20', '8분 남음'])
    await expect(panel.getByText(text, { exact: true })).toBeVisible()
  await expectNowBelowEdge(page, 200)
  await time.passUntil(`${TODAY}T16:21:02+01:00`)
  await expect(panel).toContainText('Available사용 가능16:30까지')
  expect(said).toEqual([])
})

test('the list says which rooms are free and leads to their boards; a hall of many rooms turns its pages', async ({
  page,
  app,
}) => {
  await test.step('which rooms are free', async () => {
    const said = watchConsole(page)
    const desk = await openDesk(app)
    const place = await makeRoom(desk, '미팅룸 목록', '09:00')
    const room = { name: '미팅룸 꽉참', floor: 2, size: 4, is_vip: false, is_vvip: false }
    await desk.post('/api/admin/rooms/', room)
    // On a phone all of them stand below each other.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/display')
    const card = page.getByRole('link', { name: '미팅룸 목록' })
    await expect(card).toContainText('Available사용 가능18:30까지')
    await expect(card).toContainText('3층 · 최대 8명 · 예약 가능')
    const full = page.getByRole('link', { name: '미팅룸 꽉참' })
    await expect(full).toContainText('Closed사용 불가2층 · 최대 4명 · 예약 불가')
    await card.click()
    await expect(page).toHaveURL(board(place.room_id))
    await expect(page.getByRole('heading', { name: '미팅룸 목록' })).toBeVisible()

    const calls = '**/api/display/rooms/'
    // As on a wall that has never seen the list.
    await page.evaluate('localStorage.clear()')
    // A screen that begins to listen for changes asks once more, which would be the second try.
    await page.route(CHANGES, (route) => route.abort())
    await page.route(calls, (route) => route.abort())
    await page.goto('/display')
    await expect(page.getByText('회의실 정보를 불러오는데 실패했습니다.')).toBeVisible()
    await page.unroute(calls)
    await page.getByRole('button', { name: '다시 시도' }).click()
    await expect(card).toBeVisible()
    expect(said).toEqual([])
  })

  await test.step('a hall of many rooms turns its pages by itself, and waits for somebody at a keyboard', async () => {
    const desk = await openDesk(app)
    const many = 24
    const there = await desk.get<unknown[]>('/api/admin/rooms/')
    for (let i = there.length; i < many; i += 1) {
      const room = { name: `미팅룸 ${i}번째`, floor: 1, size: 4, is_vip: false, is_vvip: false }
      await desk.post('/api/admin/rooms/', room)
    }
    const time = await controlTime(page)
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto('/display')
    const pager = page.getByRole('img', { name: /쪽 중/ })
    const cards = page.getByRole('list').getByRole('link')
    await expect(pager).toHaveAccessibleName('2쪽 중 1쪽')
    await expect(cards).toHaveCount(many / 2)
    const first = await cards.first().getAttribute('href')
    await expectAccessible(page)
    const below = await page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('.hall__card')].map((card) => card.getBoundingClientRect().bottom))`,
    )
    expect(below, 'the cards fill the height').toBeGreaterThan(900)
    expect(below).toBeLessThan(1080)
    await time.pass(12_500)
    await expect(pager).toHaveAccessibleName('2쪽 중 2쪽')
    expect(await cards.first().getAttribute('href')).not.toBe(first)
    await page.keyboard.press('Tab')
    await expect(cards.first()).toBeFocused()
    await time.pass(30_000)
    await expect(pager).toHaveAccessibleName('2쪽 중 2쪽')
    await page.keyboard.press('Shift+Tab')
    await time.pass(12_500)
    await expect(pager, 'it turns on when the keyboard has left').toHaveAccessibleName('2쪽 중 1쪽')
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(cards).toHaveCount(many)
    await expect(pager).toBeHidden()
  })
})

test('the screen stays on, fills itself at a tap, never burns in, and leaves alone who scrolls', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const place = await makeRoom(desk, '미팅룸 벽면')

  // A browser without a window has no screen to keep on: this plays the system's part.
  await page.addInitScript(`(() => {
    globalThis.locks = []
    class Lock extends EventTarget {
      released = false
      type = 'screen'
      async release() {
        this.released = true
        this.dispatchEvent(new Event('release'))
      }
    }
    navigator.wakeLock.request = async () => {
      if (globalThis.isRefused) throw new DOMException('', 'NotAllowedError')
      const lock = new Lock()
      locks.push(lock)
      return lock
    }
  })()`)
  const held = () => page.evaluate('locks.filter(({ released }) => !released).map(({ type }) => type)')
  const time = await controlTime(page)
  await page.goto(board(place.room_id))
  await expect(word(page)).toBeVisible()
  await expect.poll(held).toEqual(['screen'])
  // The page becomes visible again, several times at once, and takes only one new lock.
  await page.evaluate(`locks[0].release().then(() => {
    for (let i = 0; i < 3; i += 1) document.dispatchEvent(new Event('visibilitychange'))
  })`)
  await expect.poll(held).toEqual(['screen'])
  expect(await page.evaluate('locks.length')).toBe(2)
  // The system takes the lock back and refuses a new one at first.
  await page.evaluate('isRefused = true, locks[1].release()')
  await time.pass(1_000)
  await expect.poll(held).toEqual([])
  await page.evaluate('isRefused = false')
  await time.pass(60_000)
  await expect.poll(held).toEqual(['screen'])
  await page.evaluate('locks[2].release()')
  await time.pass(1_000)
  await expect.poll(held).toEqual(['screen'])

  await word(page).click()
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true)

  const positions = new Set<string>()
  for (let minute = 0; minute < 12; minute += 1) {
    await time.pass(60_000)
    const box = await word(page).boundingBox()
    positions.add(`${Math.round(box!.x)} ${Math.round(box!.y)}`)
  }
  expect(positions.size, 'places in which the word has stood').toBeGreaterThan(3)

  await test.step('who scrolls the day is left alone for half a minute, then it follows the clock again', async () => {
    await page.evaluate('document.exitFullscreen()')
    await time.passUntil(`${TODAY}T16:00:00+01:00`)
    await expectNowBelowEdge(page, 200)
    const day = page.getByRole('region', { name: '오늘 일정' })
    await day.focus()
    await page.keyboard.press('Home')
    const top = () => day.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop)
    await expect.poll(top).toBe(0)
    await time.pass(20_000)
    expect(await top()).toBe(0)
    await time.pass(15_000)
    await expectNowBelowEdge(page, 200)
  })
})
