import type { Locator, Page } from '@playwright/test'
import { askForMeeting, makeNewcomer, openDesk, type Desk } from './desk.ts'
import { expect, expectAccessible, test, watchConsole } from './fixtures.ts'
import { controlTime } from './page-time.ts'

const TODAY = '2026-11-20'
// The product takes a second, the machine of the test may take more.
const SOON_MS = 8_000

type Time = Awaited<ReturnType<typeof controlTime>>

const MORNING = { start_time: '10:00', end_time: '11:50' }
const TEN_MINUTES = { interval_minutes: 10, duration: 10 }
const AFTERNOON = { start_time: '13:00', end_time: '17:50' }

async function addTimes(desk: Desk, room_id: number, ...runs: (typeof MORNING)[]) {
  const days = await desk.get<{ id: number; date: string }[]>('/api/admin/event-dates/')
  const event_date_id = days.find(({ date }) => date === TODAY)!.id
  for (const run of runs)
    await desk.post('/api/admin/available-rooms/', { ...run, ...TEN_MINUTES, room_id, event_date_id })
  return { date: TODAY, event_date_id, docent_id: 0, room_id }
}

/** A room with a morning, a lunch break and an afternoon, and three meetings. */
async function makeDay(desk: Desk, app: Parameters<typeof makeNewcomer>[0]) {
  const room = { name: '미팅룸 이야기', floor: 3, size: 8, is_vip: false, is_vvip: false }
  const room_id = (await desk.post('/api/admin/rooms/', room))['room']!.id
  const place = await addTimes(desk, room_id, MORNING, AFTERNOON)
  const who = await makeNewcomer(app)
  for (const [at, title, name] of [
    ['10:30', '연간 계약', '박지민'],
    ['10:40', '신제품 시연', '김도윤'],
    ['14:00', '비밀 회의', '이서연'],
  ] as const)
    await desk.decide(await askForMeeting(who, place, at, title, name), 'approve')
  return room_id
}

/** Notes how long a change took to the wall, on which no poll was due. */
async function timed(what: string, change: () => Promise<unknown>, time: Time, seen: Locator) {
  await change()
  const from = performance.now()
  await time.expectSoon(seen, SOON_MS)
  const description = `${((performance.now() - from) / 1_000).toFixed(1)} s`
  test.info().annotations.push({ type: `${what}, until the wall says so`, description })
}

test('a day of a wall: it says what is true, also when its room or the day is taken away below it', async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  const desk = await openDesk(app)
  const time = await controlTime(page)
  await test.step('a room that is deleted is announced with the next poll where nothing is pushed, and stays so', async () => {
    const room_id = await makeDay(desk, app)
    await page.route('**/api/public/changes/**', (route) => route.abort())
    await page.goto(`/display/room/${room_id}`)
    await expect(page.getByText('비밀 회의').first()).toBeVisible()
    await desk.remove(`/api/admin/rooms/${room_id}/`)
    await time.pass(10_000)
    const gone = page.getByRole('heading', { name: '존재하지 않는 회의실입니다.' })
    await expect(gone).toBeVisible()
    await expect(page.getByRole('heading', { name: '미팅룸 이야기' })).toBeVisible()
    // The answer of before must not come back with a failure of the network, nor with a reload.
    const anyCall = /\/api\//
    await page.route(anyCall, (route) => route.abort())
    await time.pass(31_000)
    await expect(page.getByText(/^\d\d:\d\d 기준$/)).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(gone).toBeVisible()
    await expectNothingOfTheMeeting(page)
    await page.unroute(anyCall)
    await page.unroute('**/api/public/changes/**')
  })

  await test.step('the times, the day and the network are taken away', async () => {
    const room_id = await makeDay(desk, app)
    const panel = page.getByRole('region', { name: '현재 상태' })
    const at = async (clock: string, ...texts: string[]) => {
      await time.passUntil(`${TODAY}T${clock}+01:00`)
      for (const text of texts) await expect(panel, clock).toContainText(text)
    }
    const heading = (name: string) => page.getByRole('heading', { name })
    const listens = page.waitForResponse('**/api/public/changes/**')
    await page.goto(`/display/room/${room_id}`)
    await listens

    await at('09:30:02', 'Available사용 가능10:00부터 예약 가능', '연간 계약', '1시간 후 시작')
    await at('10:00:02', 'Available사용 가능10:30까지', '연간 계약')
    await at('10:31:02', 'In Use사용 중', '연간 계약', '박지민')
    await at('10:36:02', 'End Soon곧 종료', '연간 계약', '4분 남음')
    await expect(panel.getByRole('region', { name: '다음 예약' })).toHaveText(
      /10:40 ~ 10:50\s*신제품 시연 · 김도윤/,
    )
    await at('11:00:02', 'Available사용 가능12:00까지')
    await at('12:20:02', 'Available사용 가능13:00부터 예약 가능', '비밀 회의')
    await at('13:55:02', 'Starting Soon곧 시작', '비밀 회의', '이서연')

    // Right after a poll the page's clock stops: the next one comes only if ten seconds are passed.
    await time.stop()
    const polled = page.waitForResponse(`**/api/display/rooms/${room_id}/`)
    await time.pass(10_000)
    await (await polled).finished()
    const slots = `/api/admin/available-rooms/?room_id=${room_id}&date=${TODAY}`
    const none = heading('설정된 행사기간이 아닙니다.')
    const noTimes = heading('오늘은 이 회의실의 예약 시간이 없습니다.')
    await timed('times deleted', () => desk.remove(slots), time, noTimes)
    await expectNothingOfTheMeeting(page)
    await expect(heading('미팅룸 이야기')).toBeVisible()
    await time.expectSoon(page.getByText('다음 행사일 2026년 11월 21일 (토)'), SOON_MS)
    const again = () => addTimes(desk, room_id, MORNING, AFTERNOON)
    await timed('times added', again, time, panel.getByText('Available'))
    const day = () => desk.remove('/api/admin/event-dates/', { date: TODAY })
    await timed('day deleted', day, time, none)
    await desk.post('/api/admin/event-dates/', { date: TODAY })
    await timed('day added', again, time, panel.getByText('Available'))

    await page.route('**/api/**', (route) => route.abort())
    await page.reload()
    const cut = page.getByText(/^13:5\d 기준$/)
    const seenAsTimePasses = (what: Locator) => async () => {
      await time.pass(1_000)
      return what.isVisible()
    }
    await expect.poll(seenAsTimePasses(cut), { intervals: [100] }).toBe(true)
    // The page's clock stood while the service's went on: it is behind by as long as the test has taken.
    await at('18:05:00', 'Available사용 가능오늘 예약 종료')
    await time.passUntil('2026-11-21T00:05:00+01:00')
    await expect(panel).toBeHidden()
    await expect(heading('미팅룸 이야기')).toBeVisible()
    const unreachable = heading('서버에 연결할 수 없습니다. 네트워크를 확인해주세요.')
    await expect.poll(seenAsTimePasses(unreachable), { intervals: [100] }).toBe(true)
  })

  expect(said).toEqual([])
})

const expectNothingOfTheMeeting = async (page: Page) => {
  expect(await page.evaluate<string>('document.body.innerText')).not.toMatch(/비밀 회의|이서연/)
}
