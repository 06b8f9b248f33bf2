import type { APIRequestContext, Page } from '@playwright/test'
import { expect, signInAsAdmin, test } from './fixtures.ts'

const COUNT = 200
const MEMBERS = [
  '010-2345-6789 박지민',
  '010-4567-1230 정다은',
  '010-3210-4567 최민준',
  '010-8901-5674 윤서준',
]

type Slot = { id: number; is_available: boolean }
type Day = { room_schedule: { room: { id: number; is_vip: boolean }; time_slots: Slot[] }[] }

/** Requests meetings by the calls of a member's phone, without a screen; answers the ids of the reservations. */
async function askForMeetings(api: APIRequestContext, member: string, wanted: number) {
  const asked: number[] = []
  const [phone, name] = member.split(' ')
  await api.post('/api/user/login/', { data: { phone, name } })
  const dates = (await (await api.get('/api/user/event-dates/')).json()) as { id: number; date: string }[]
  for (const { id, date } of dates.slice(1)) {
    const day = (await (await api.get(`/api/user/schedule/?date=${date}`)).json()) as Day
    for (const { room, time_slots } of day.room_schedule.filter((each) => !each.room.is_vip))
      for (const slot of time_slots) {
        if (asked.length === wanted) return asked
        if (!slot.is_available) continue
        const visitor = {
          title: '첫날 아침 상담',
          company: `${name} 상사`,
          name,
          manager_name: '김도윤',
          phone: '01023456789',
          count: 1,
        }
        const answer = await api.post('/api/user/reserve-meeting/', {
          data: {
            room_id: room.id,
            event_date_id: id,
            visitor,
            time_slots: [{ available_room_id: slot.id, duration: 10 }],
          },
        })
        expect(answer.status()).toBe(201)
        asked.push(((await answer.json()) as { reservation: { id: number } }).reservation.id)
      }
  }
  throw new Error(`only ${asked.length} free slots`)
}

const waiting = async (page: Page) => {
  const stats = await page.request.get('/api/admin/dashboard/stats/')
  const { pending_tours, pending_meetings } = (await stats.json()) as Record<string, number>
  return pending_tours! + pending_meetings!
}

test('the first morning: two hundred requests are decided by keyboard, and each member is told once', async ({
  page,
  playwright,
  app,
}) => {
  // The five promised minutes include the making of all requests.
  test.setTimeout(300_000)
  const asked: number[] = []
  for (const member of MEMBERS) {
    const api = await playwright.request.newContext({ baseURL: app.url })
    asked.push(...(await askForMeetings(api, member, COUNT / MEMBERS.length)))
    await api.dispose()
  }
  await signInAsAdmin(page, '/admin/dashboard')
  const before = await waiting(page)
  expect(before).toBeGreaterThanOrEqual(COUNT)
  const rows = page.locator('[data-row]')
  await expect(rows.first()).toBeVisible()

  const began = performance.now()
  await page.keyboard.press('/')
  await page.keyboard.type('상사')
  await page.keyboard.press('Enter')
  await expect(rows.first()).toBeFocused()
  // A hundred one by one, as fast as a hand goes; every tenth is refused with a reason.
  for (let i = 0; i < 100; i += 1) {
    if (i % 10 < 9) await page.keyboard.press('a')
    else {
      await page.keyboard.press('r')
      await page.keyboard.type('같은 시간에 내부 행사가 있습니다.')
      await page
        .getByRole('dialog', { name: '예약 거절' })
        .getByRole('button', { name: '거절' })
        .press('Enter')
      // A hand goes on when it sees where it is.
      await expect(page.locator('[data-row]:focus')).toBeVisible()
    }
  }
  await expect.poll(() => waiting(page), { timeout: 60_000 }).toBe(before - 100)
  // The rest is decided at once.
  await page.getByRole('tab', { name: /전체/ }).press('Enter')
  for (const box of await page.getByRole('checkbox', { name: /미팅룸 모두 선택/ }).all())
    await box.press('Space')
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('button', { name: '승인 100건' }).press('Enter')
  await expect.poll(() => waiting(page), { timeout: 60_000 }).toBe(before - COUNT)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${COUNT} requests decided by keyboard in ${seconds} s`)

  const { results, count } = (await (
    await page.request.get('/api/admin/audit/?search=bulk-action')
  ).json()) as { results: unknown[]; count: number }
  expect([results.length, count]).toEqual([1, 1])
  const answers = () =>
    app.mailbox.ids().flatMap((id) => /^<reservation-(\d+)-.*\.(?:approved|rejected)@/.exec(id)?.[1] ?? [])
  const about = (ids: string[]) => ids.map(Number).filter((id) => asked.includes(id))
  await expect.poll(() => about(answers()).length, { timeout: 60_000 }).toBe(COUNT)
  expect(new Set(about(answers())).size).toBe(COUNT)
})
