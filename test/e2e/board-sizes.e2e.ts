import type { Page } from '@playwright/test'
import { askForMeeting, makeNewcomer, openDesk } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { controlTime } from './page-time.ts'

const TODAY = '2026-11-20'

/** The screens that boards hang on: those of walls, upright and lying, and a small panel beside a door. */
const SIZES = [
  { width: 1080, height: 1920, isWall: true },
  { width: 1920, height: 1080, isWall: true },
  { width: 1280, height: 800, isWall: false },
]

/** A hundred characters without a line break, markup, words from right to left, emoji. */
const TITLE = '<script>alert(1)</script>\u05DE\u05E6\u05D2\u05EA🚀'.padEnd(100, '가나다라마바사')
const NAME = '<b>שלום🏢</b>'.padEnd(100, 'WMWMWM')
const ROOM = '<i>\u05DE\u05E6회의실🏢</i>'.padEnd(50, 'W가')

/** The classes of the parts that overflow their box, sideways, above or below. */
const outside = (page: Page, box: string, parts: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${box}')].flatMap((box) => {
    const frame = box.getBoundingClientRect()
    return [...box.querySelectorAll('${parts}')].filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect()
      return left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1
    }).map((part) => part.className)
  })`)

/** The classes of the parts of the panel that begin before the part above them has ended. */
const overlaps = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.board__said > * + *')].filter((part) =>
    part.getBoundingClientRect().top < part.previousElementSibling.getBoundingClientRect().bottom,
  ).map((part) => part.className)`)

/** The pixels by which a page, or an element within it, overflows its sides. */
const sideways = (page: Page, within = 'html') =>
  page.evaluate<number>(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('${within}'))`,
  )

test('on every wall the longest names stay in their boxes, and the word is read from afar @release', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const days = await desk.get<{ id: number; date: string }[]>('/api/admin/event-dates/')
  const event_date_id = days.find(({ date }) => date === TODAY)!.id
  const room = { name: ROOM, floor: 999, size: 999, is_vip: false, is_vvip: false }
  const room_id = (await desk.post('/api/admin/rooms/', room))['room']!.id
  const times = { start_time: '15:00', end_time: '18:20', interval_minutes: 10, duration: 10 }
  await desk.post('/api/admin/available-rooms/', { room_id, event_date_id, ...times })
  const place = { date: TODAY, event_date_id, docent_id: 0, room_id }
  for (const time of ['15:30', '15:40', '16:20'])
    await desk.decide(await askForMeeting(who, place, time, TITLE, NAME), 'approve')

  const time = await controlTime(page)
  await page.goto(`/display/room/${room_id}`)
  const word = page.getByRole('region', { name: '현재 상태' }).getByRole('status')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ROOM)
  // The board shows its texts before its fonts have come.
  await page.evaluate(
    `Promise.all([500, 700].map((weight) => document.fonts.load(weight + ' 1em Pretendard'))).then(() => null)`,
  )
  for (const [at, english] of [
    ['15:10:01', 'Available'],
    ['15:22:01', 'Starting Soon'],
    ['15:31:01', 'In Use'],
    ['15:46:01', 'End Soon'],
  ] as const) {
    await time.passUntil(`${TODAY}T${at}+01:00`)
    await expect(word).toContainText(english)
    for (const { width, height, isWall } of SIZES) {
      const where = `${english}, ${width} × ${height}`
      await page.setViewportSize({ width, height })
      // The height is that of one line: some words stand on two.
      const high = await page.evaluate<number>(
        `parseFloat(getComputedStyle(document.querySelector('.board__word')).fontSize)`,
      )
      if (isWall) expect(high / height, where).toBeGreaterThanOrEqual(0.12)
      expect(await sideways(page, '.board__word'), where).toBe(0)
      expect(await overlaps(page), where).toEqual([])
      expect(await outside(page, '.board__panel', 'h1, p, strong, span'), where).toEqual([])
      expect(await outside(page, '.board__block', '.board__block-text, p'), where).toEqual([])
      expect(await sideways(page), where).toBe(0)
      expect(await sideways(page, '.board__day'), where).toBe(0)
    }
  }

  await page.goto('/display')
  await expect(page.getByRole('link', { name: ROOM })).toBeVisible()
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height })
    expect(await outside(page, '.hall__card', '*'), `${width} × ${height}`).toEqual([])
    expect(await sideways(page), `${width} × ${height}`).toBe(0)
  }
})
