import type { Locator, Page } from '@playwright/test'
import { askForMeeting, askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { controlTime } from './page-time.ts'
import { cell, setHidden } from './steps.ts'
import { readOf } from './reads.ts'

const CHANGES = '**/api/public/changes/**'
const LAST_DAY = '2026-11-23'

type Time = Awaited<ReturnType<typeof controlTime>>

/** Lets the screen come to rest and begin to listen, where it matters to all that the test is about. */
async function listened(page: Page, time: Time, open: () => Promise<unknown>, to: string | RegExp = CHANGES) {
  const listens = page.waitForResponse(to)
  await open()
  await time.pass(1_100)
  await listens
}

/** The page shows `seen` within ten seconds of its clock, in which no poll is due. */
async function expectBeforePoll(time: Time, seen: Locator) {
  let left = 100
  const look = async () => {
    if (left > 0) await time.pass(100)
    left -= 1
    return seen.isVisible()
  }
  await expect.poll(look, { intervals: [50] }).toBe(true)
  expect(left, 'looks before a poll is due').toBeGreaterThan(0)
}

test('a decision shows in the list and in the counters at once', async ({ page, app }) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const places = await makePlaces(desk, '2026-11-22')
  const first = await askForMeeting(who, places, '17:00', '바로 알림')
  const second = await askForMeeting(who, places, '18:00', '다음 알림')
  let asked = 0
  page.on('request', (each) => {
    if (readOf('my-reservations').test(each.url())) asked += 1
  })
  const time = await controlTime(page)
  await signIn(page, who, '/reservations')
  await page.getByRole('tab', { name: '미팅' }).click()
  const card = page.getByRole('article').filter({ hasText: '바로 알림' })
  await expect(card.getByText('대기중')).toBeVisible()
  const before = asked
  await listened(page, time, async () => {})
  // Longer than phones take that have heard of something.
  await time.pass(1_000)
  await desk.decide(first, 'approve')
  await expectBeforePoll(time, card.getByText('예약됨'))
  expect(asked, 'what the phone has just read it does not read again').toBe(before + 1)

  await listened(page, time, () => page.getByRole('link', { name: /^손님/ }).click())
  const upcoming = page.getByText('예정', { exact: true }).locator('xpath=following-sibling::dd[1]')
  await expect(upcoming).toHaveText('1')
  await desk.decide(second, 'approve')
  await expectBeforePoll(time, upcoming.filter({ hasText: '2' }))
})

test('what becomes of a time shows at once in the grids and in the form that is filled in', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const [who, rival] = [await makeNewcomer(app), await makeNewcomer(app)]
  const places = await makePlaces(desk, LAST_DAY)
  const time = await controlTime(page)
  await signIn(page, who)
  // The form may keep the stream of the dashboard, which has the same topics.
  const openForm = async () => {
    await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
    await expect(page.getByRole('button', { name: '예약 신청' })).toBeVisible()
    await time.pass(1_100)
  }
  await test.step('a time that somebody else takes is taken at once in the grid of the wizard', async () => {
    const next = page.getByRole('button', { name: '다음' })
    await page.goto(`/reserve-tour?docent_id=${places.docent_id}&date=${LAST_DAY}`)
    await page.getByRole('radio', { name: /^19시/ }).press('Space')
    await listened(page, time, () => next.click())
    await expect(cell(page, '19:30')).toHaveAccessibleName(/예약 가능/)
    await askForTour(rival, places, '19:30')
    await expectBeforePoll(time, page.getByRole('button', { name: /^19:30 예약됨/ }))
  })

  await test.step("a time that one has booked elsewhere becomes one's own at once, and free again when it is given back", async () => {
    await page.goto('/dashboard')
    const both = /\/changes\/\?watch=mine.*schedule%3A2026-11-23/
    const choose = async () => {
      await page.getByText('11.23 (월)', { exact: true }).click()
      await page.getByRole('combobox', { name: '도슨트' }).selectOption(String(places.docent_id))
    }
    await listened(page, time, choose, both)
    await expect(cell(page, '17:00')).toHaveAccessibleName(/예약 가능/)
    const request = await askForTour(who, places, '17:00')
    await expectBeforePoll(time, page.getByRole('button', { name: /^17:00 대기중/ }))
    await desk.decide(request, 'reject', '다른 행사와 겹칩니다.')
    await expectBeforePoll(time, page.getByRole('button', { name: /^17:00 예약 가능/ }))
  })

  await test.step("the form says which of the member's own reservations are at the same time, as soon as there are any", async () => {
    await cell(page, '18:00').click()
    await openForm()
    const overlaps = page.getByRole('paragraph').filter({ hasText: '같은 시간에 다른 예약이 있습니다' })
    await expect(overlaps).toBeHidden()

    // It ends as the tour begins, and begins as it ends: neither is at the same time.
    await askForMeeting(who, places, '17:50', '바로 앞의 회의')
    await askForMeeting(who, places, '18:30', '바로 뒤의 회의')
    const meeting = await askForMeeting(who, places, '18:20', '겹치는 회의')
    await expectBeforePoll(time, overlaps)
    await expect(overlaps).toHaveText('같은 시간에 다른 예약이 있습니다: 겹치는 회의 18:20 ~ 18:30')
    await expectAccessible(page)
    await desk.decide(meeting, 'reject', '다른 행사')
    await time.pass(1_000)
    await expect(overlaps).toBeHidden()

    await askForMeeting(who, places, '18:10', '그래도 겹치는 회의')
    await expectBeforePoll(time, overlaps)
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page, 'nothing is refused').toHaveURL('/dashboard')
  })

  await test.step('the form hears at once that its time is taken, and that it is free again', async () => {
    await cell(page, '19:00').click()
    await openForm()
    await page.getByLabel('회사명').fill('쓰다 만 회사')
    const request = await askForTour(rival, places, '19:00')
    const lost = page.getByText('선택하신 시간이 방금 마감되었습니다. 다른 시간을 선택해주세요.')
    await expectBeforePoll(time, lost)
    await expect(page.getByRole('button', { name: '예약 신청' })).toBeHidden()
    await expect(page.getByLabel('회사명')).toBeFocused()
    const offers = page.getByRole('button', { name: / ~ .* · / })
    await expect(offers.filter({ hasText: '20:00 ~ 20:30 · 도슨트 정해인' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '가까운 시간 보기' }).press('Enter')
    await expect(offers.first()).toBeFocused()

    await desk.decide(request, 'reject', '다른 행사')
    await expectBeforePoll(time, page.getByRole('button', { name: '예약 신청' }))
    await expect(lost).toBeHidden()
    await expect(page.getByLabel('회사명')).toHaveValue('쓰다 만 회사')

    // A time that is taken away altogether, and another one instead.
    await desk.remove(`/api/admin/available-tours/?docent_id=${places.docent_id}&date=${LAST_DAY}`)
    await expectBeforePoll(time, page.getByText('선택하신 시간은 더 이상 운영되지 않습니다.'))
    await expect(offers).toHaveCount(3)
    await offers.first().click()
    await expect(page.getByRole('button', { name: '예약 신청' })).toBeFocused()
    await expect(page.getByLabel('회사명')).toHaveValue('쓰다 만 회사')
  })
})

test('what is pushed just before the phone is put away is asked for when it is looked at again', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const request = await askForMeeting(who, await makePlaces(desk, '2026-11-22'), '17:00', '주머니 속')
  await page.addInitScript(`
    globalThis.pushes = 0
    globalThis.EventSource = class extends EventSource {
      constructor(address) {
        super(address)
        this.addEventListener('message', () => (pushes += 1))
      }
    }
  `)
  const pushes = () => page.evaluate<number>('pushes')
  let asked = 0
  page.on('request', (each) => {
    if (readOf('my-reservations').test(each.url())) asked += 1
  })
  const time = await controlTime(page)
  await signIn(page, who)
  await listened(page, time, () => page.getByRole('link', { name: '예약내역' }).click())
  await page.getByRole('tab', { name: '미팅' }).click()
  const card = page.getByRole('article').filter({ hasText: '주머니 속' })
  await expect(card.getByText('대기중')).toBeVisible()
  await time.stop()
  await time.pass(1_000)

  const pushedBefore = await pushes()
  const askedBefore = asked
  await desk.decide(request, 'approve')
  await expect.poll(pushes).toBeGreaterThan(pushedBefore)
  await setHidden(page, true)
  await time.pass(10_000)
  await page.evaluate('null')
  expect(asked).toBe(askedBefore)
  await setHidden(page, false)
  await expectBeforePoll(time, card.getByText('예약됨'))
})
