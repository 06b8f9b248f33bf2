import type { Page } from '@playwright/test'
import { makePlaces, openDesk, askForMeeting, makeNewcomer } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { controlTime } from './page-time.ts'

const TODAY = '2026-11-20'
const PANELS = [
  [1024, 600],
  [1280, 720],
  [1366, 768],
  [1920, 1080],
  [1080, 1920],
  [3840, 2160],
] as const

const sizeOf = (page: Page, part: string) =>
  page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('${part}')).fontSize)`)

/** The part's height on the panel, in pixels. */
const heightOf = (page: Page, part: string) =>
  page.evaluate<number>(`document.querySelector('${part}').getBoundingClientRect().height`)

test('on every panel the largest text is what the passer-by asks, and everything grows with the panel @release', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const place = await makePlaces(desk, TODAY)
  await desk.decide(await askForMeeting(await makeNewcomer(app), place, '17:20', '공급 일정'), 'approve')
  const time = await controlTime(page)
  await page.goto(`/display/room/${place.room_id}`)
  for (const [at, largest] of [
    ['17:00:01', '.board__until'],
    ['17:21:01', '.board__time > :first-child'],
  ] as const) {
    await time.passUntil(`${TODAY}T${at}+01:00`)
    for (const [width, height] of PANELS) {
      const where = `${at}, ${width} × ${height}`
      await page.setViewportSize({ width, height })
      await expect(page.locator(largest)).toBeVisible()
      for (const part of ['.board__clock', '.board__room', '.board__korean'])
        await expect
          // The state of the board follows the clock within its next poll.
          .poll(async () => (await sizeOf(page, largest)) - (await sizeOf(page, part)), {
            message: `${where}, ${part}`,
          })
          .toBeGreaterThan(0)
      const zoom = Math.max(1, Math.min(width, height) / 1080)
      await expect.poll(() => heightOf(page, '.board__slot'), { message: where }).toBeCloseTo(128 * zoom, 0)
      const share = (await heightOf(page, '.board__clock')) / Math.min(height, 1.45 * width)
      expect(share, where).toBeGreaterThan(0.045)
      const { right, bottom } = await page.evaluate<{ right: number; bottom: number }>(
        `document.querySelector('.board').getBoundingClientRect().toJSON()`,
      )
      expect([Math.round(right), Math.round(bottom)], where).toEqual([width, height])
      const beneath = await page.evaluate<number>('document.documentElement.scrollHeight - innerHeight')
      expect(beneath, `${where}: no scrollbar takes a strip of the panel`).toBe(0)
    }
  }
})

test('forty rooms stand on two pages, all in sight', async ({ page, app }) => {
  const desk = await openDesk(app)
  const there = await desk.get<unknown[]>('/api/admin/rooms/')
  for (let i = there.length; i < 40; i += 1)
    await desk.post('/api/admin/rooms/', {
      name: `미팅룸 ${i}번째`,
      floor: 1,
      size: 4,
      is_vip: false,
      is_vvip: false,
    })
  await page.goto('/display')
  for (const [width, height] of PANELS) {
    const where = `${width} × ${height}`
    await page.setViewportSize({ width, height })
    await expect(page.getByRole('img', { name: /^2쪽 중/ })).toBeVisible()
    await expect(page.getByRole('list').getByRole('link')).toHaveCount(20)
    const outside = `[...document.querySelectorAll('.hall__card')].filter((card) => {
      const { right, bottom } = card.getBoundingClientRect()
      return right > innerWidth || bottom > innerHeight || card.scrollHeight > card.clientHeight + 1
    }).length`
    await expect.poll(() => page.evaluate<number>(outside), { message: where }).toBe(0)
  }
})

test('the pointer is hidden until a mouse moves @release', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/display')
  const card = page.getByRole('link').first()
  await expect(card).toHaveCSS('cursor', 'none')
  await page.mouse.move(300, 300)
  await page.mouse.move(320, 310)
  await expect(card).toHaveCSS('cursor', 'pointer')
})

test('a room without times on a day of the event says so in its own words @release', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const room = { name: '미팅룸 쉬는 날', floor: 1, size: 4, is_vip: false, is_vvip: false }
  const { id } = (await desk.post('/api/admin/rooms/', room))['room']!
  await page.goto(`/display/room/${id}`)
  await expect(page.getByRole('heading', { name: '오늘은 이 회의실의 예약 시간이 없습니다.' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('미팅룸 쉬는 날')
})
