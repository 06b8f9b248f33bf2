import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import {
  askForMeeting,
  askForTour,
  askToCancel,
  makeNewcomer,
  makePlaces,
  openDesk,
  type Newcomer,
  skipUndoTime,
} from './desk.ts'
import { expect, expectAccessible, signIn, test, visitAfresh, watchConsole } from './fixtures.ts'
import { controlTime } from './page-time.ts'
import { calendarOf } from './steps.ts'
import { readOf } from './reads.ts'

const TODAY = '2026-11-20'
const LATER = '2026-11-22'

const card = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
// The service answers with a failure: a lost request would be sent again for a while.
const fails = (page: Page, path: string) =>
  page.route(`**/api/user/${path}/**`, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', error: '오류', message: '오류' } }),
  )
const works = (page: Page, path: string) => page.unroute(`**/api/user/${path}/**`)
const polled = (page: Page) => page.waitForResponse(readOf('my-reservations'))

async function open(page: Page, who: Newcomer, tab: '투어' | '미팅') {
  await signIn(page, who)
  await page.getByRole('link', { name: '예약내역' }).click()
  await page.getByRole('tab', { name: tab }).click()
}

/** The actions that a reservation offers, by its buttons and links, each as high as a thumb. */
async function expectActions(within: Locator, names: string[]) {
  const all = within.getByRole('button').or(within.getByRole('link'))
  await expect(all).toHaveText(names)
  for (const box of await Promise.all((await all.all()).map((one) => one.boundingBox())))
    expect(box!.height).toBeGreaterThanOrEqual(44)
}

test('a tour is taken into the calendar, and its cancellation asked for with a reason', async ({
  page,
  app,
}) => {
  // A screen that hears of a decision at once no longer offers the action that would be refused.
  await page.route('**/api/public/changes/**', (route) => route.abort())
  const said = watchConsole(page)
  const desk = await openDesk(app)
  const places = await makePlaces(desk, LATER)
  const who = await makeNewcomer(app)
  const tour = await askForTour(who, places, '17:30')
  await desk.decide(tour, 'approve')
  await open(page, who, '투어')
  const mine = card(page, '17:30 ~ 18:00')
  await expect(mine).toContainText('2026년 11월 22일 (일)')
  await expect(mine).toContainText('도슨트 정해인')
  await expect(mine).toContainText('3층 입구')
  await expectActions(mine, ['상세 보기', '일정 추가', '예약 취소'])

  const download = page.waitForEvent('download')
  await mine.getByRole('link', { name: '일정 추가' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('투어_2026-11-22_1730.ics')
  await skipUndoTime(app)
  const mailed = calendarOf(await app.mailbox.receive(who.email, '승인'))
  const entry = readFileSync(await file.path(), 'utf8')
  expect(entry).toContain('DTSTART;TZID=Europe/Madrid:20261122T173000')
  for (const line of ['UID', 'SEQUENCE'])
    expect(entry).toContain(new RegExp(`^${line}:.*`, 'm').exec(mailed)![0])

  await button(mine, '예약 취소').click()
  const dialog = page.getByRole('dialog', { name: '예약 취소' })
  const reason = dialog.getByLabel('취소 사유')
  await expect(dialog).toContainText('되돌릴 수 없습니다')
  await expect(dialog).toContainText('관리자가 확인')
  await expect(button(dialog, '취소 요청')).toBeDisabled()
  await reason.fill(' \n ')
  await expect(button(dialog, '취소 요청')).toBeDisabled()
  await reason.fill('가'.repeat(501))
  await expect(reason).toHaveValue('가'.repeat(500))
  await reason.fill('항공편이 결항되었습니다.')
  await expectAccessible(page)
  await fails(page, 'cancel-reservation')
  await button(dialog, '취소 요청').click()
  await expect(dialog.getByText('취소 요청에 실패했습니다.')).toBeInViewport()
  await expect(reason).toHaveValue('항공편이 결항되었습니다.')
  await expectAccessible(page)
  await works(page, 'cancel-reservation')
  await button(dialog, '취소 요청').click()
  await expect(page.getByText('취소 요청이 접수되었습니다.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expectActions(mine, ['상세 보기'])
  await expect(button(mine, '상세 보기')).toBeFocused()
  await expect(mine.getByText('취소 요청', { exact: true })).toBeVisible()
  await expect(mine).toContainText('취소 요청 사유: 항공편이 결항되었습니다.')
  await expectAccessible(page)

  await desk.decide(tour, 'reject_cancellation', '준비가 끝났습니다.')
  await page.reload()
  await expect(mine.getByText('예약됨')).toBeVisible()
  await expect(mine).toContainText('취소 요청이 거절됨: 준비가 끝났습니다.')
  await button(mine, '예약 취소').click()
  await expect(reason).toHaveValue('')
  await reason.fill('다시 부탁드립니다.')
  await desk.decide(tour, 'cancel', '전시장 사정')
  await button(dialog, '취소 요청').click()
  await expect(
    dialog.getByText('취소 요청에 실패했습니다. 현재 상태(취소됨)에서는 처리할 수 없습니다.'),
  ).toBeVisible()
  await expect(dialog.getByText('취소됨', { exact: true })).toBeVisible()
  await expect(button(dialog, '취소 요청')).toBeHidden()
  await expectAccessible(page)
  await button(dialog, '닫기').last().click()
  await expect(mine).toContainText('취소 사유: 전시장 사정')
  await expectActions(mine, ['상세 보기'])
  expect(said).toEqual([])
})

test('a slow answer to a cancellation request is not reported as a change by others @release', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const tour = await askForTour(who, await makePlaces(desk, LATER), '18:30')
  await desk.decide(tour, 'approve')
  await open(page, who, '투어')
  await button(card(page, '18:30 ~ 19:00'), '예약 취소').click()
  const dialog = page.getByRole('dialog', { name: '예약 취소' })
  await dialog.getByLabel('취소 사유').fill('항공편이 결항되었습니다.')
  const answered = Promise.withResolvers<void>()
  await page.route('**/cancel-reservation/**', async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  await button(dialog, '취소 요청').click()
  await expect(dialog.locator('[aria-live]').first()).toHaveText('취소 요청')
  await expect(dialog.getByText('예약 상태가 바뀌어')).toBeHidden()
  answered.resolve()
  await expect(page.getByText('취소 요청이 접수되었습니다.')).toBeVisible()
})

test('a meeting is ended early, and the visitor sends feedback and edits it', async ({ page, app }) => {
  const said = watchConsole(page)
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const meeting = await askForMeeting(who, await makePlaces(desk, TODAY), '18:00', '센서 공급 협의')
  await desk.decide(meeting, 'approve')
  await open(page, who, '미팅')
  const mine = card(page, '센서 공급 협의')
  await expect(mine).toContainText('미팅룸 하늘 · 3층')
  const all = ['일정 추가', '예약 취소', '미팅 종료', '피드백 작성']
  await expectActions(mine, ['상세 보기', ...all])
  // Hours before it begins, the details say why its end and feedback are offered.
  await button(mine, '상세 보기').click()
  const details = page.getByRole('dialog', { name: '미팅 예약 상세' })
  for (const name of all) await expect(details.getByText(name, { exact: true })).toBeVisible()
  await expect(details.getByText('미팅 종료는 당일 끝나기 전까지, 피드백은')).toBeVisible()
  await expect(details).toContainText('김도윤')

  await button(details, '미팅 종료').click()
  const sure = page.getByRole('alertdialog', { name: '미팅 종료' })
  await fails(page, 'meeting-completed')
  await button(sure, '미팅 종료').click()
  await expect(sure.getByText('미팅 종료에 실패했습니다.')).toBeVisible()
  await works(page, 'meeting-completed')
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/user/meeting-completed/**', (route) =>
    answered.promise.then(() =>
      route.fulfill({ status: 500, json: { code: 'internal', error: '오류', message: '오류' } }),
    ),
  )
  await button(sure, '미팅 종료').click()
  await button(sure, '닫기').click()
  answered.resolve()
  const late = page.getByRole('alert').filter({ hasText: '미팅 종료 · 미팅 종료에 실패했습니다. 오류' })
  await expect(late).toBeVisible()
  await works(page, 'meeting-completed')

  await button(details, '예약 취소').click()
  const cancel = page.getByRole('dialog', { name: '예약 취소' })
  await cancel.getByLabel('취소 사유').fill('쓰다 만 사유')
  await fails(page, 'cancel-reservation')
  const sent = page.waitForRequest('**/api/user/cancel-reservation/**')
  await button(cancel, '취소 요청').click()
  expect((await sent).postDataJSON()).toMatchObject({ reservation_type: 'MEETING_ROOM' })
  await works(page, 'cancel-reservation')
  await button(cancel, '닫기').last().click()

  // The answer comes when something else has been opened.
  const ended = Promise.withResolvers<void>()
  await page.route('**/api/user/meeting-completed/**', (route) => ended.promise.then(() => route.continue()))
  await button(details, '미팅 종료').click()
  await button(sure, '미팅 종료').click()
  await button(sure, '닫기').click()
  await button(details, '피드백 작성').click()
  ended.resolve()
  // The dialog is asked for at once, as a message stays for five seconds only.
  const message = page.getByRole('status').filter({ hasText: '미팅이 종료되었습니다. 피드백을 남겨주세요.' })
  const write = page.getByRole('dialog', { name: '피드백 작성' })
  await expect(message).toBeVisible()
  expect(await write.isVisible()).toBe(true)
  await button(message, '피드백 작성').click()
  const feedback = page.getByRole('textbox', { name: '피드백' })
  await button(write, '등록').click()
  await expect(write.getByText('피드백 내용을 입력해주세요.')).toBeVisible()
  await expect(feedback).toBeFocused()
  await expectAccessible(page)
  await feedback.fill('안내가 친절했습니다.')
  await fails(page, 'meeting-feedback')
  await button(write, '등록').click()
  await expect(write.getByText('피드백 등록에 실패했습니다.')).toBeInViewport()
  await expect(feedback).toHaveValue('안내가 친절했습니다.')
  await works(page, 'meeting-feedback')
  await page.reload()
  // A reload leads back into the form, with what was typed.
  await expect(feedback).toHaveValue('안내가 친절했습니다.')
  await page.keyboard.press('Escape')
  await expect(write).toBeHidden()
  await expect(page.getByRole('tab', { name: '미팅' })).toHaveAttribute('aria-selected', 'true')
  await expect(mine.getByText('종료됨')).toBeVisible()
  await expect(mine).toContainText('18:00 ~ 18:10 · 시작 전 종료')
  await expectActions(mine, ['상세 보기', '피드백 작성'])
  await expectAccessible(page)
  await button(mine, '피드백 작성').click()
  await expect(feedback).toHaveValue('안내가 친절했습니다.')
  await button(write, '등록').click()
  await expect(page.getByText('피드백이 등록되었습니다.')).toBeVisible()

  await button(mine, '피드백 수정').click()
  const edit = page.getByRole('dialog', { name: '피드백 수정' })
  await expect(feedback).toHaveValue('안내가 친절했습니다.')
  await feedback.fill('안내가 친절했고 자료가 좋았습니다.')
  await fails(page, 'meeting-feedback')
  await button(edit, '수정').click()
  await expect(edit.getByText('피드백 수정에 실패했습니다.')).toBeInViewport()
  await works(page, 'meeting-feedback')
  await button(edit, '수정').click()
  await expect(page.getByText('피드백이 수정되었습니다.')).toBeVisible()
  await button(mine, '상세 보기').click()
  await expect(details).toContainText('안내가 친절했고 자료가 좋았습니다.')
  await expect(details.getByText('종료됨')).toBeVisible()
  await expectAccessible(page)
  expect(said).toEqual([])
})

test('the list refreshes every half minute; an open dialog stays, keeps its text, and shows the decision', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const places = await makePlaces(desk, LATER)
  const meeting = await askForMeeting(who, places, '17:00', '배터리 시연')
  const other = await askForMeeting(who, places, '18:00', '다른 회의')
  await desk.decide(meeting, 'approve')
  const time = await controlTime(page)
  // A pushed change would come before the half minute is over.
  await page.route('**/api/public/changes/**', (route) => route.abort())
  await open(page, who, '미팅')
  const mine = card(page, '배터리 시연')
  const details = page.getByRole('dialog', { name: '미팅 예약 상세' })
  await button(card(page, '다른 회의'), '상세 보기').click()
  await expect(details, 'no request can be withdrawn').toContainText('contact@fairslot.example')
  await page.keyboard.press('Escape')
  await button(mine, '상세 보기').click()
  await expect(details).toContainText('배터리 시연')
  await expect(details).not.toContainText('contact@fairslot.example')
  await button(details, '예약 취소').click()
  const cancel = page.getByRole('dialog', { name: '예약 취소' })
  await cancel.getByLabel('취소 사유').fill('쓰다 만 사유')

  await desk.decide(other, 'approve')
  const renamed = { name: '미팅룸 구름', floor: 3, size: 8, is_vip: false, is_vvip: false }
  await desk.put(`/api/admin/rooms/${places.room_id}/`, renamed)
  const first = polled(page)
  await time.pass(30_000)
  await first
  await expect(details.locator('dd', { hasText: '미팅룸 구름' }).locator('s')).toHaveText(/미팅룸 하늘/)
  await expect(card(page, '다른 회의').getByText('예약됨')).toBeAttached()
  await expect(cancel.getByLabel('취소 사유')).toHaveValue('쓰다 만 사유')
  await expect(cancel.getByLabel('취소 사유')).toBeFocused()

  await desk.decide(meeting, 'cancel', '전시장 사정')
  await button(cancel, '취소 요청').focus()
  const second = polled(page)
  await time.pass(30_000)
  await second
  await expect(cancel.getByText('취소됨', { exact: true })).toBeVisible()
  await expect(cancel.getByText('예약 상태가 바뀌어 지금은 취소를 요청할 수 없습니다.')).toBeVisible()
  await expect(button(cancel, '취소 요청')).toBeHidden()
  await expect(button(cancel, '닫기').last()).toBeFocused()
  await expect(cancel.getByLabel('취소 사유')).toHaveValue('쓰다 만 사유')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(details.getByText('취소됨', { exact: true })).toBeVisible()
  await expect(details).toContainText('전시장 사정')
  await expect(details.locator('s')).toHaveCount(1)
  await expect(details.getByRole('link', { name: '일정 추가' })).toBeHidden()
  await expect(button(details, '예약 취소')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(button(mine, '상세 보기')).toBeFocused()
  await button(mine, '상세 보기').click()
  await expect(details).toContainText('미팅룸 구름')
  await expect(details.locator('s')).toHaveCount(0)
})

test('an arrived visit shows its arrival time, and no other card does', async ({ page, app }) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const places = await makePlaces(desk, TODAY)
  const [visit, other] = [await askForTour(who, places, '17:00'), await askForTour(who, places, '17:30')]
  for (const tour of [visit, other]) await desk.decide(tour, 'approve')
  await open(page, who, '투어')
  await expect(card(page, '17:00 ~ 17:30').getByText('예약됨', { exact: true })).toBeVisible()
  await desk.post(`/api/admin/reservations/${visit.id}/arrival/`, { type: visit.type })
  await expect(card(page, '17:00 ~ 17:30').getByText(/^\d\d:\d\d 도착$/)).toBeVisible()
  await expect(card(page, '17:30 ~ 18:00').getByText(/도착$/)).toHaveCount(0)
})

test('each state shows itself, a meeting ends by the clock, what is past folds away, and the profile counts them all', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const places = await makePlaces(desk, TODAY)
  const tours = []
  for (const time of ['17:00', '17:30', '18:00', '18:30']) tours.push(await askForTour(who, places, time))
  const [, rejected, cancelled, requested] = tours
  const meeting = await askForMeeting(who, places, '18:00', '마지막 회의')
  await desk.decide(rejected!, 'reject', '내부 행사가 있습니다.')
  await desk.decide(cancelled!, 'approve')
  await desk.decide(cancelled!, 'cancel', '도슨트의 사정')
  await desk.decide(requested!, 'approve')
  await askToCancel(who, requested!, '일정 변경')
  await desk.decide(meeting, 'approve')
  const time = await controlTime(page)
  await open(page, who, '투어')
  for (const [at, status, why] of [
    ['17:00 ~ 17:30', '대기중', null],
    ['17:30 ~ 18:00', '거절됨', '거절 사유: 내부 행사가 있습니다.'],
    ['18:00 ~ 18:30', '취소됨', '취소 사유: 도슨트의 사정'],
    ['18:30 ~ 19:00', '취소 요청', '취소 요청 사유: 일정 변경'],
  ] as const) {
    await expect(card(page, at).getByText(status, { exact: true })).toBeVisible()
    if (why) await expect(card(page, at).getByText(why)).toBeVisible()
    await expectActions(card(page, at), ['상세 보기'])
    await button(card(page, at), '상세 보기').click()
    const details = page.getByRole('dialog', { name: '투어 예약 상세' })
    // Only a request that waits, which its member cannot withdraw.
    const contact = details.getByText('contact@fairslot.example')
    await expect(contact).toHaveCount(status === '대기중' ? 1 : 0)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('tab', { name: '미팅' }).click()
  const mine = card(page, '마지막 회의')
  await expectActions(mine, ['상세 보기', '일정 추가', '예약 취소', '미팅 종료', '피드백 작성'])
  await time.passUntil(`${TODAY}T18:00:01+01:00`)
  await expect(mine.getByText('이용 중')).toBeVisible()
  await expectActions(mine, ['상세 보기', '미팅 종료', '피드백 작성', '일정 추가'])
  await button(mine, '미팅 종료').click()
  const sure = page.getByRole('alertdialog', { name: '미팅 종료' })
  await time.passUntil(`${TODAY}T18:10:01+01:00`)
  await expect(sure.getByText('예약 상태가 바뀌어 지금은 종료할 수 없습니다.')).toBeVisible()
  await expect(button(sure, '미팅 종료')).toBeHidden()
  await button(sure, '닫기').click()
  await expect(mine.getByText('종료됨')).toBeVisible()
  await expectActions(mine, ['상세 보기', '피드백 작성'])

  await page.getByRole('link', { name: who.name }).click()
  await expect(page.getByRole('definition').filter({ hasText: who.email })).toBeVisible()
  const counts = page.getByRole('region', { name: '예약 현황' })
  await expect(counts.getByRole('term')).toHaveText([
    '전체',
    '대기중',
    '예정',
    '취소 요청',
    '취소·거절',
    '종료됨',
  ])
  await expect(counts.getByRole('definition')).toHaveText(['5', '1', '0', '1', '2', '1'])
  await expectAccessible(page)

  // The tour that nobody decided counts as waiting, and its time is over.
  await counts.getByRole('link', { name: '대기중 1 건 예약 보기' }).click()
  await expect(page.getByText('대기중 예약만 보고 있습니다.')).toBeVisible()
  await expect(card(page, '17:00 ~ 17:30').getByText('지난 신청')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goBack()
  await counts.getByRole('link', { name: '종료됨 1 건 예약 보기' }).click()
  await expect(page.getByRole('tab', { name: '미팅' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('article')).toHaveText(/마지막 회의/)
  await page.goBack()
  await counts.getByRole('link', { name: '취소·거절 2 건 예약 보기' }).click()
  await expect(page.getByRole('article')).toHaveText([/18:00 ~ 18:30/, /17:30 ~ 18:00/])
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('tab', { name: '미팅' }).click()
  await expect(page.getByText('‘취소·거절’에 해당하는 미팅이 없습니다')).toBeVisible()
  await expectAccessible(page)
  await button(page, '전체 보기').click()
  await expect(card(page, '마지막 회의')).toBeVisible()
  await page.getByRole('tab', { name: '투어' }).click()
  await expect(page.getByRole('article')).toHaveCount(4)
  // The past folds away under its own heading.
  await desk.decide(await askForTour(who, places, '19:30'), 'reject', '내부 행사가 있습니다.')
  await time.passUntil(`${TODAY}T19:00:01+01:00`)
  await expect(page.getByRole('region', { name: '지난 예약 4' }).getByText('19:30 ~ 20:00')).toBeHidden()
  await expect(card(page, '19:30 ~ 20:00').getByText('거절됨')).toBeVisible()
  await time.passUntil(`${TODAY}T20:00:01+01:00`)
  await expect(page.getByRole('heading', { name: '지난 예약 5' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
  await button(page, '지난 예약 모두 보기').click()
  await expect(page.getByRole('article')).toHaveCount(5)
  await button(page, '지난 예약 접기').click()
  await expect(page.getByRole('article')).toHaveCount(3)
})

test('a press on a card opens it; Back closes what lies over the list, one after the other, and only then leaves it', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const tour = await askForTour(who, await makePlaces(desk, LATER), '17:30')
  await desk.decide(tour, 'approve')
  await open(page, who, '미팅')
  await page.getByRole('tab', { name: '투어' }).click()
  const mine = card(page, '17:30 ~ 18:00')
  const details = page.getByRole('dialog', { name: '투어 예약 상세' })

  await test.step('a press opens the card, and not one on what is marked in it; the keyboard has a button', async () => {
    await mine.getByText('도슨트 정해인').click()
    await expect(details).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await expect(button(mine, '상세 보기')).toBeFocused()
    const where = (await mine.getByText('한국어 · 3층 입구').boundingBox())!
    await page.mouse.move(where.x + 2, where.y + 8)
    await page.mouse.down()
    await page.mouse.move(where.x + 80, where.y + 8, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate<string>('getSelection().toString()')).not.toBe('')
    await expect(details).toBeHidden()
    await button(mine, '상세 보기').press('Enter')
    await expect(details).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
  })

  await test.step('one Back leaves the list once its dialogs are closed, and coming back finds what was left', async () => {
    await button(page, '상세 보기').click()
    await button(details, '닫기').last().click()
    await expect(details).toBeHidden()
    await expect.poll(() => page.evaluate<unknown>('history.state')).toBeNull()
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')

    // An alert over a choice: Back closes the alert, and the choice stays.
    await page.getByRole('tab', { name: '미팅룸' }).click()
    await page.getByText('11.22 (일)', { exact: true }).click()
    await button(page.getByRole('main'), '예약하기').click()
    const alert = page.getByRole('alertdialog')
    await expect(alert).toContainText('예약하실 시간을 선택해주세요.')
    await page.goBack()
    await expect(alert).toBeHidden()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('tab', { name: '미팅룸' })).toHaveAttribute('aria-selected', 'true')
    await page.reload()
    await expect(page.getByRole('tab', { name: '미팅룸' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('Back closes one after the other, also after a reload', async () => {
    await page.getByRole('link', { name: '예약내역' }).click()
    await page.getByRole('tab', { name: '투어' }).click()
    const cancel = page.getByRole('dialog', { name: '예약 취소' })
    await button(mine, '상세 보기').click()
    await button(details, '예약 취소').click()
    await expect(cancel).toBeVisible()
    await page.goBack()
    await expect(cancel).toBeHidden()
    await expect(details).toBeVisible()
    await page.goBack()
    await expect(details).toBeHidden()
    await expect(page).toHaveURL('/reservations?tab=tours')
    await expect(button(mine, '상세 보기')).toBeFocused()

    // Closed by its buttons, it leaves no entry behind.
    await button(mine, '상세 보기').click()
    await button(details, '예약 취소').click()
    await page.keyboard.press('Escape')
    await button(details, '닫기').last().click()
    await expect(details).toBeHidden()
    await expect.poll(() => page.evaluate<unknown>('history.state')).toBeNull()
    await page.goForward()
    await expect.poll(() => page.evaluate<unknown>('history.state')).toBeNull()
    await expect(details).toBeHidden()

    // A reload keeps them with what was typed, and their entries.
    await button(mine, '상세 보기').click()
    await button(details, '예약 취소').click()
    await cancel.getByLabel('취소 사유').fill('일정이 바뀌었습니다')
    await page.reload()
    await expect(cancel.getByLabel('취소 사유')).toHaveValue('일정이 바뀌었습니다')
    await expect.poll(() => page.evaluate('history.state.dialogs')).toBe(2)
    await page.goBack()
    await expect(cancel).toBeHidden()
    await expect(details).toBeVisible()
    await page.goBack()
    await expect(details).toBeHidden()
    await expect(page).toHaveURL('/reservations?tab=tours')
    await expect.poll(() => page.evaluate<unknown>('history.state')).toBeNull()

    // The screen's notes from beneath a dialog are not lost with the entry of the dialog.
    await button(mine, '상세 보기').click()
    const opened = { id: tour.id, details: true, action: null }
    await expect.poll(() => page.evaluate<unknown>('history.state')).toEqual({ opened, dialogs: 1 })
    await page.evaluate(`history.replaceState({ ...history.state, kept: true }, '')`)
    await page.goBack()
    await expect(details).toBeHidden()
    await expect.poll(() => page.evaluate<unknown>('history.state')).toEqual({ kept: true })

    // After going on from within it one comes back to the reservation that was looked at.
    await button(mine, '상세 보기').click()
    await expect
      .poll(() => page.evaluate<unknown>('history.state'))
      .toEqual({ kept: true, opened, dialogs: 1 })
    await page.evaluate(`history.pushState(null, '', '/profile')`)
    await expect(page.getByRole('heading', { name: '예약 현황' })).toBeVisible()
    await page.goBack()
    await expect(details).toBeVisible()
    await page.goBack()
    await expect(details).toBeHidden()
    await expect.poll(() => page.evaluate<unknown>('history.state')).toEqual({ kept: true })

    // While it is being sent it stays, and Back goes on working.
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/user/logout/', (route) => answered.promise.then(() => route.continue()))
    await button(page.getByRole('navigation'), '로그아웃').click()
    const leaving = page.getByRole('alertdialog', { name: '로그아웃' })
    await expect(leaving).toBeVisible()
    await page.goBack()
    await expect(leaving).toBeHidden()
    await expect(page).toHaveURL('/reservations?tab=tours')
    await button(page.getByRole('navigation'), '로그아웃').click()
    await button(leaving, '로그아웃').click()
    await page.goBack()
    await expect.poll(() => page.evaluate<unknown>('history.state')).toEqual({ kept: true, dialogs: 1 })
    await expect(leaving).toBeVisible()
    answered.resolve()
    await expect(page).toHaveURL('/')
  })
})

test('without reservations the screen links to booking; a load failure is shown and retried @release', async ({
  page,
  app,
}) => {
  const who = await makeNewcomer(app)
  // A screen that begins to listen for changes asks once more, which would be the second try.
  await page.route('**/api/public/changes/**', (route) => route.abort())
  const dashboard = page.waitForResponse(readOf('my-reservations'))
  await signIn(page, who)
  await dashboard
  // The call is refused, not lost: a lost call is first tried again for a while. And until a press, because a part of the
  // screen that comes late asks again by itself.
  const refuse = (name: string) =>
    page.route(readOf(name), async (route) => {
      if (await page.evaluate<boolean>('globalThis.isPressed === true')) return route.fallback()
      return route.fulfill({ status: 400, json: { code: 'invalid_input', error: '오류', message: '오류' } })
    })
  const tryAgain = async (words: string) => {
    await page.evaluate(`addEventListener('click', () => { globalThis.isPressed = true }, true)`)
    await button(page.getByRole('alert').filter({ hasText: words }), '다시 시도').click()
  }
  await refuse('my-reservations')
  await visitAfresh(page, '/reservations')
  await expect(page.getByText('예약 내역을 불러오는데 실패했습니다.')).toBeVisible()
  await expectAccessible(page)
  await tryAgain('예약 내역을')
  await expect(page.getByText('예약된 투어가 없습니다', { exact: true })).toBeVisible()
  await page.unroute(readOf('my-reservations'))
  await expectAccessible(page)
  await page.getByRole('tab', { name: '미팅' }).click()
  await expect(page.getByText('예약된 미팅이 없습니다', { exact: true })).toBeVisible()
  await button(page, '미팅룸 예약하기').click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('tab', { name: '미팅룸' })).toHaveAttribute('aria-selected', 'true')

  await refuse('my-info')
  await visitAfresh(page, '/profile')
  await expect(page.getByText('사용자 정보를 불러오는데 실패했습니다.')).toBeVisible()
  await expect(page.getByText(who.phone)).toBeVisible()
  await expectAccessible(page)
  await tryAgain('사용자 정보를')
  await expect(page.getByText('사용자 정보를 불러오는데 실패했습니다.')).toBeHidden()
  await page.unroute(readOf('my-info'))
  await fails(page, 'logout')
  await button(page.getByRole('main'), '로그아웃').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await button(page.getByRole('alertdialog'), '로그아웃').click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('로그아웃에 실패했습니다.')).toBeVisible()
})
