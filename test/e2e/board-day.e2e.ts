import { rmSync } from 'node:fs'
import type { CDPSession } from '@playwright/test'
import { makeDataDir, startServer } from '../server-process.ts'
import { openDesk } from './desk.ts'
import { expect, test as base, watchConsole } from './fixtures.ts'
import { startMailbox, type Mailbox } from './mailbox.ts'
import { giveOpenedEvent } from './opened-event.ts'
import { controlTime } from './page-time.ts'

const DAY = '2026-11-20'

/** A service of its own, which starts before the doors open, so that the whole day can still be booked. */
const test = base.extend<{ night: { url: string; mailbox: Mailbox } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern.
  night: async ({}, use) => {
    const mailbox = await startMailbox()
    const dataDir = makeDataDir()
    giveOpenedEvent(dataDir)
    const CLOCK_START = `${DAY}T00:05:00+01:00`
    const server = await startServer({ DATA_DIR: dataDir, SMTP_URL: mailbox.url, CLOCK_START })
    await use({ url: server.url, mailbox })
    await server.stop()
    await mailbox.stop()
    rmSync(dataDir, { recursive: true })
  },
  baseURL: async ({ night }, use) => use(night.url),
})

/** The meetings of the day: company, title, start, number of slots of ten minutes. */
const MEETINGS = [
  ['가람', '아침 회의', '08:00', 3],
  ['나래', '신제품', '08:30', 1],
  // One party booked twice, in a row.
  ['다온', '연간 계약', '10:00', 6],
  ['다온', '연간 계약', '11:00', 3],
  // A meeting without a gap before it is never about to start.
  ['라온', '시연', '11:30', 1],
  ['마루', '긴 미팅', '14:00', 6],
  ['바다', '마지막', '18:50', 1],
] as const

/**
 * The content of the board from each of these minutes on, written by hand: word, meeting, visitor, hours, end and label
 * of the countdown. A room is available until ten minutes before a meeting, before its first time and after its last one
 * too, and in use until five minutes before its end.
 */
const TABLE = [
  ['00:10', 'Available', '아침 회의', '가람', '08:00 ~ 08:30', '08:00', '후 시작'],
  ['07:50', 'Starting Soon', '아침 회의', '가람', '08:00 ~ 08:30', '08:00', '후 시작'],
  ['08:00', 'In Use', '아침 회의', '가람', '08:00 ~ 08:30', '08:30', '남음'],
  ['08:25', 'End Soon', '아침 회의', '가람', '08:00 ~ 08:30', '08:30', '남음'],
  ['08:30', 'In Use', '신제품', '나래', '08:30 ~ 08:40', '08:40', '남음'],
  ['08:35', 'End Soon', '신제품', '나래', '08:30 ~ 08:40', '08:40', '남음'],
  ['08:40', 'Available', '연간 계약', '다온', '10:00 ~ 11:30', '10:00', '후 시작'],
  ['09:50', 'Starting Soon', '연간 계약', '다온', '10:00 ~ 11:30', '10:00', '후 시작'],
  ['10:00', 'In Use', '연간 계약', '다온', '10:00 ~ 11:30', '11:30', '남음'],
  ['11:25', 'End Soon', '연간 계약', '다온', '10:00 ~ 11:30', '11:30', '남음'],
  ['11:30', 'In Use', '시연', '라온', '11:30 ~ 11:40', '11:40', '남음'],
  ['11:35', 'End Soon', '시연', '라온', '11:30 ~ 11:40', '11:40', '남음'],
  ['11:40', 'Available', '긴 미팅', '마루', '14:00 ~ 15:00', '14:00', '후 시작'],
  ['13:50', 'Starting Soon', '긴 미팅', '마루', '14:00 ~ 15:00', '14:00', '후 시작'],
  ['14:00', 'In Use', '긴 미팅', '마루', '14:00 ~ 15:00', '15:00', '남음'],
  ['14:55', 'End Soon', '긴 미팅', '마루', '14:00 ~ 15:00', '15:00', '남음'],
  ['15:00', 'Available', '마지막', '바다', '18:50 ~ 19:00', '18:50', '후 시작'],
  ['18:40', 'Starting Soon', '마지막', '바다', '18:50 ~ 19:00', '18:50', '후 시작'],
  ['18:50', 'In Use', '마지막', '바다', '18:50 ~ 19:00', '19:00', '남음'],
  ['18:55', 'End Soon', '마지막', '바다', '18:50 ~ 19:00', '19:00', '남음'],
] as const

const OPENS = 7 * 60
const LAST_ENDS = 19 * 60
const DAY_ENDS = 24 * 60
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Two hours of the longest wait are looked at minute by minute: a leak of each minute adds up in them. */
const WAIT = { from: minuteOf('16:30'), to: minuteOf('18:30') }
const WAITED = Array.from({ length: WAIT.to - WAIT.from + 1 }, (_, i) => WAIT.from + i)

/** The minutes around each change by MEETINGS, those an hour before a start, and the ends of the day. */
const LOOKED_AT = [
  ...new Set([
    minuteOf('00:10'),
    OPENS - 1,
    OPENS,
    ...MEETINGS.flatMap(([, , from, slots]) => {
      const start = minuteOf(from)
      const end = start + slots * 10
      const changes = [start - 10, start, end - 5, end].flatMap((at) => [at - 1, at, at + 1])
      return [...changes, start - 60, start - 59]
    }),
    ...WAITED,
    DAY_ENDS - 1,
  ]),
].toSorted((a, b) => a - b)

const KOREAN = {
  Available: '사용 가능',
  'In Use': '사용 중',
  'Starting Soon': '곧 시작',
  'End Soon': '곧 종료',
}

/** The text of the board in a minute, line by line. */
function expectedAt(minute: number): string {
  const head = ['미팅룸 하루', '3층 · 최대 8명', timeOf(minute)]
  if (minute >= LAST_ENDS) return [...head, 'Available', '사용 가능', '오늘 예약 종료'].join('\n')
  const now = TABLE.findLastIndex(([from]) => minuteOf(from) <= minute)
  const [, word, title, name, hours, to, what] = TABLE[now]!
  const kind = what === '남음' ? 'Now · 이용 중' : 'Next · 다음 예약'
  const left = `${lengthOf(minuteOf(to) - minute)} ${what}`
  const line = minute < OPENS ? '07:00부터 예약 가능' : `${to}까지`
  const state = [word, KOREAN[word], ...(word === 'Available' ? [line] : [])]
  return [...head, ...state, kind, title, name, hours, left, ...nextAfter(now)].join('\n')
}

/** The line of the next meeting, which stands there while the one that takes place is about to end. */
function nextAfter(row: number): string[] {
  const [, word, , , hours] = TABLE[row]!
  const next = TABLE.slice(row).find((each) => each[4] !== hours)
  if (word !== 'End Soon' || !next) return []
  const [, , title, name, nextHours] = next
  return [`Next · 다음 예약 ${nextHours}`, `${title} · ${name}`]
}

function lengthOf(minutes: number): string {
  const hours = minutes >= 60 ? `${Math.floor(minutes / 60)}시간` : ''
  return [hours, minutes % 60 > 0 ? `${minutes % 60}분` : ''].filter(Boolean).join(' ')
}

/** The text without the empty lines between its parts. */
const linesOf = (text: string) => text.split(/\s*\n\s*/).join('\n')

/** The memory of the page: bytes of its scripts, nodes, listeners. */
async function heldBy(browser: CDPSession) {
  await browser.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await browser.send('Memory.getDOMCounters')
  return { bytes: (await browser.send('Runtime.getHeapUsage')).usedSize, nodes, listeners: jsEventListeners }
}

test('a day passes on the wall: around each change it says what is true, and nothing piles up @release', async ({
  page,
  night,
}) => {
  test.setTimeout(300_000)
  const said = watchConsole(page)
  const room_id = await bookTheDay(await openDesk(night))
  const time = await controlTime(page)
  await page.goto(`/display/room/${room_id}`)
  await expect(page.getByRole('heading', { name: '미팅룸 하루' })).toBeVisible()
  const panel = page.getByRole('region', { name: '현재 상태' })
  const browser = await page.context().newCDPSession(page)
  let before = await heldBy(browser)
  for (const minute of LOOKED_AT) {
    await time.passUntil(`${DAY}T${timeOf(minute)}:02+01:00`)
    await expect
      .poll(async () => linesOf(await panel.innerText()), { message: timeOf(minute), intervals: [5] })
      .toBe(expectedAt(minute))
    // By then everything has been shown and thrown away once.
    if (minute === WAIT.from) before = await heldBy(browser)
    if (minute !== WAIT.to) continue
    const perMinute = async (what: keyof typeof before) =>
      ((await heldBy(browser))[what] - before[what]) / WAITED.length
    // A busy browser throws some of it away only a moment later.
    await expect.poll(() => perMinute('nodes')).toBeLessThan(0.1)
    await expect.poll(() => perMinute('listeners')).toBeLessThan(0.1)
    // A minute asks seven times: the limit is less than one answer for each, with room for the records of the browser and
    // its clock, which are four kilobytes.
    await expect.poll(() => perMinute('bytes')).toBeLessThan(5_120)
  }
  expect(said).toEqual([])
})

/** Books the meetings for members at the desk, where they are approved at once; answers the room. */
async function bookTheDay(desk: Awaited<ReturnType<typeof openDesk>>): Promise<number> {
  const days = await desk.get<{ id: number; date: string }[]>('/api/admin/event-dates/')
  const event_date_id = days.find(({ date }) => date === DAY)!.id
  const room = { name: '미팅룸 하루', floor: 3, size: 8, is_vip: false, is_vvip: false }
  const room_id = (await desk.post('/api/admin/rooms/', room))['room']!.id
  const hours = { start_time: '07:00', end_time: '18:50', interval_minutes: 10, duration: 10 }
  await desk.post('/api/admin/available-rooms/', { room_id, event_date_id, ...hours })
  const slots = await desk.get<{ id: number; time: string }[]>(
    `/api/admin/available-rooms/?room_id=${room_id}&date=${DAY}`,
  )
  const { results } = await desk.get<{ results: { id: number }[] }>('/api/admin/users/')
  for (const [name, title, from, length] of MEETINGS) {
    const first = slots.findIndex(({ time }) => time === from)
    const visitor = { title, name, company: name, manager_name: '담당', phone: '010-1111-2222', count: 2 }
    const time_slots = slots
      .slice(first, first + length)
      .map(({ id }) => ({ available_room_id: id, duration: 10 }))
    await desk.post('/api/admin/reserve-meeting/', {
      user_id: results[0]!.id,
      room_id,
      event_date_id,
      visitor,
      note: '',
      time_slots,
    })
  }
  return room_id
}
