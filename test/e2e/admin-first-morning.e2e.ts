import type { Locator, Page } from '@playwright/test'
import { ADMIN_PASSWORD, query } from '../server-process.ts'
import { makeDayBefore, makeRequests } from './crowd.ts'
import { openColleague } from './desk.ts'
import { expect, openBrowser, signInAsAdmin, test, watchConsole } from './fixtures.ts'

const [YESTERDAY, TOMORROW] = ['2026-11-19', '2026-11-21']
const OVERNIGHT = { at: '2026-11-20T08:30:00+01:00' }
const COLLEAGUE = '이두리'
/** How many each decides by keyboard, one after another; the rest goes at once. */
const BY_HAND = 12
const REASON = '같은 시간에 내부 행사가 있습니다.'

const queue = (page: Page) => page.getByRole('region', { name: /^승인 대기/ })
const rows = (page: Page) => page.locator('[data-reservation]')
const past = (page: Page) => queue(page).getByRole('button', { name: /^지난 신청/ })

/** The time and place of each in a list, in its order. */
const placesIn = async (dialog: Locator) =>
  (await dialog.getByRole('listitem').allInnerTexts()).map((text) => /^.* · .*$/m.exec(text)![0])

/** An administrator at the keyboard, and how many keys they have pressed: a text is one for each character. */
function sitDown(page: Page) {
  const said = watchConsole(page)
  let keys = 0
  const count =
    <Args extends [string]>(act: (...args: Args) => Promise<void>, by: (text: string) => number) =>
    (...args: Args) => {
      keys += by(args[0])
      return act(...args)
    }
  return {
    page,
    said,
    keys: () => keys,
    press: count(
      async (key) => page.keyboard.press(key),
      () => 1,
    ),
    type: count(
      async (text) => page.keyboard.type(text),
      (text) => text.length,
    ),
    /** Reads the queue anew until it has so many. */
    async sees(waiting: number) {
      const title = queue(page).getByRole('heading', { level: 2, name: `승인 대기 ${waiting}건` })
      await expect(async () => {
        await page.getByRole('button', { name: '새로고침' }).click()
        await expect(title).toBeVisible({ timeout: 2_000 })
      }).toPass({ timeout: 45_000 })
    },
  }
}
type Desk = ReturnType<typeof sitDown>

/** Approves one row of tomorrow after the other, from the first one on, as fast as a hand goes. */
async function approveByHand({ page, press }: Desk, count: number) {
  await page.getByRole('tab', { name: '11.21 (토)' }).click()
  await press('j')
  await expect(rows(page).first()).toBeFocused()
  for (let i = 0; i < count; i += 1) await press('a')
}

test('the first morning: two administrators decide 240 requests, and no visitor gets a mail twice @release', async ({
  page,
  browser,
  app,
}) => {
  test.setTimeout(180_000)
  await makeDayBefore(app.dataDir, YESTERDAY)
  const missed = await makeRequests(app.dataDir, {
    kind: 'GROUP_MEETING',
    count: 40,
    from: YESTERDAY,
    ...OVERNIGHT,
  })
  const asked = [
    ...(await makeRequests(app.dataDir, { kind: 'VIP_TOUR', count: 60, from: TOMORROW, ...OVERNIGHT })),
    ...(await makeRequests(app.dataDir, { kind: 'GROUP_MEETING', count: 180, from: TOMORROW, ...OVERNIGHT })),
  ]
  const stats = async () =>
    (await (await page.request.get('/api/admin/dashboard/stats/')).json()) as Record<string, number>
  const pending = async () => {
    const { pending_tours, pending_meetings } = await stats()
    return pending_tours! + pending_meetings!
  }
  await signInAsAdmin(page, '/admin/dashboard')
  await openColleague(app, COLLEAGUE)
  const second = await (await openBrowser(browser, page, app.url)).newPage()
  await second.request.post('/api/admin/login/', { data: { name: COLLEAGUE, password: ADMIN_PASSWORD } })
  await second.goto('/admin/dashboard')
  const [first, colleague] = [sitDown(page), sitDown(second)]
  const { cancel_requested_tours, cancel_requested_meetings } = await stats()
  const cancellations = cancel_requested_tours! + cancel_requested_meetings!
  /** The rows above the fold while so many requests wait. */
  const above = (waiting: number) => waiting - missed.length + cancellations
  const atFirst = await pending()
  for (const desk of [first, colleague]) {
    await desk.sees(above(atFirst))
    await expect(past(desk.page)).toHaveText(`지난 신청 ${missed.length}건`)
  }
  const began = performance.now()

  // Both begin with the same row, and go down the same rows.
  await Promise.all([approveByHand(first, BY_HAND), approveByHand(colleague, BY_HAND)])
  await expect.poll(pending).toBeLessThanOrEqual(atFirst - BY_HAND)
  for (const { page } of [first, colleague])
    await expect(queue(page).getByText(/^처리 중|예정$/)).toHaveCount(0)
  const afterRace = await pending()
  // The other's decisions go from one's own screen, and the counts agree.
  for (const desk of [first, colleague]) await desk.sees(above(afterRace))

  // One rejects with a reason, the other clears away what nobody decided yesterday.
  const rejectOne = async () => {
    await first.press('r')
    await expect(page.getByRole('dialog', { name: '예약 거절' }).getByLabel('거절 사유')).toBeFocused()
    await first.type(REASON)
    await first.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const clearYesterday = async () => {
    // The notes of those that the other was faster with have gone.
    await expect(second.getByText(/예약 승인에 실패했습니다/)).toHaveCount(0)
    await second.getByRole('button', { name: '모두 거절' }).click()
    const dialog = second.getByRole('dialog', { name: `거절 ${missed.length}건` })
    await expect(dialog.getByLabel('거절 사유')).toHaveValue('시간이 지나 처리되지 않은 신청입니다.')
    await expect(dialog.getByRole('region').getByRole('listitem')).toHaveCount(missed.length)
    await expect(dialog.getByRole('checkbox', { name: '신청자에게 메일로 알리기' })).not.toBeChecked()
    await colleague.press('Control+Enter')
    await expect(past(second)).toBeHidden()
  }
  const rejectTwo = async () => {
    await first.press('j')
    await rejectOne()
    await rejectOne()
  }
  await Promise.all([rejectTwo(), clearYesterday()])
  const left = afterRace - missed.length - 2
  await expect.poll(pending).toBe(left)

  // The rest is decided at once, while five of it are decided one by one.
  await colleague.sees(left + cancellations)
  await second.getByRole('tab', { name: /^전체/ }).click()
  // They stand on several pages.
  await second.getByRole('button', { name: `${left + cancellations}건 모두 선택` }).click()
  const bar = second.getByRole('region', { name: '선택한 예약 처리' })
  await bar.getByRole('button', { name: `승인 ${left}건`, exact: true }).click()
  const approve = second.getByRole('dialog', { name: `승인 ${left}건` })
  const inOrder = await placesIn(approve)
  await first.sees(left + cancellations)
  await approveByHand(first, 5)
  await expect.poll(pending).toBe(left - 5)
  await colleague.press('Enter')
  const result = second.getByRole('dialog', { name: `${left - 5}건 처리, 5건 실패` })
  await expect(result).toBeVisible({ timeout: 60_000 })
  // Each in the order of the queue, with the keys to scroll it in hand, and nothing over it.
  await expect(result.getByRole('region', { name: /처리, 5건 실패$/ })).toBeFocused()
  expect(await placesIn(result)).toEqual(inOrder)
  await expect(result.getByText(/admin 님이 .*승인했습니다/)).toHaveCount(5)
  await expect(second.getByText('건은 처리하지 못했습니다.')).toBeHidden()
  await colleague.press('Escape')
  for (const desk of [first, colleague]) await desk.sees(cancellations)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `${asked.length} requests and ${missed.length} past ones decided by two in ${seconds} s, ` +
      `with ${first.keys()} and ${colleague.keys()} key presses`,
  )
  expect([...first.said, ...colleague.said]).toEqual([])

  // The screens, the figures and the database say the same, and nobody decided what somebody else had.
  expect(await pending()).toBe(0)
  const all = [...asked, ...missed].join(',')
  const decided = await query<{ status: string; moves: number; count: number }>(
    app.dataDir,
    `select status, moves, count(*)::int as count from (
      select r.status, count(h.id)::int as moves from reservations r
      left join reservation_history h on h.reservation_id = r.id and h.actor_kind = 'admin'
      where r.id in (${all}) group by r.id) each group by status, moves order by status`,
  )
  expect(decided).toEqual([
    { status: 'APPROVED', moves: 1, count: asked.length - 2 },
    { status: 'REJECTED', moves: 1, count: missed.length + 2 },
  ])
  const told = () =>
    app.mailbox
      .ids()
      .map((id) => Number(/^<reservation-(\d+)-.*\.(?:approved|rejected)@/.exec(id)?.[1]))
      .filter((id) => asked.includes(id) || missed.includes(id))
  await expect.poll(() => told().length, { timeout: 60_000 }).toBe(asked.length)
  expect(new Set(told())).toEqual(new Set(asked))
})
