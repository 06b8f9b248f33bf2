import type { Locator, Page } from '@playwright/test'
import { signIn } from '../server-process.ts'
import {
  askForMeeting,
  askForTour,
  makeNewcomer,
  makePlaces,
  openColleague,
  openDesk,
  skipUndoTime,
} from './desk.ts'
import { expect, expectAccessible, signInAsAdmin, test, watchConsole } from './fixtures.ts'

const MEMBER = { phone: '010-2345-6789', name: '박지민' }
const LAST_DAY = '2026-11-23'
const DOCENT = { language: '한국어', start_point: '3층 로비' }

async function openTab(page: Page, name: string) {
  await page.goto('/admin/schedule')
  await page.getByRole('tab', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
}

/** The screen shows this message, which goes by itself. */
const said = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()
const confirmation = (page: Page) => page.getByRole('alertdialog')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const slot = (page: Page, time: string) => page.getByRole('button', { name: new RegExp(`^${time} `) })

/** An administrator's call without the screen. */
async function send(page: Page, path: string, data: object): Promise<Record<string, { id: number }>> {
  const cookies = await page.context().cookies()
  const csrf = cookies.find(({ name }) => name === 'csrftoken')!.value
  const answer = await page.request.post(path, { data, headers: { 'X-CSRFToken': csrf } })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Record<string, { id: number }>
}

const BUSY = '잠시 후 다시 시도해주세요.'

/** Has the service refuse the next write at an address, with a reason. */
const refuseOnce = (page: Page, address: string) =>
  page.route(
    address,
    (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 409, json: { code: 'slot_taken', error: BUSY, message: BUSY } }),
    { times: 1 },
  )

/** The service does the next addition at an address, and its answer is lost. */
const loseAnswerOnce = (page: Page, address: string) =>
  page.route(
    address,
    async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

async function dayId(page: Page): Promise<number> {
  const days = (await (await page.request.get('/api/admin/event-dates/')).json()) as {
    id: number
    date: string
  }[]
  return days.find(({ date }) => date === LAST_DAY)!.id
}

// A journey has the steps of several tests.
test.slow()

test.beforeEach(({ page }) => signInAsAdmin(page))

test('dates: added one by one and as a range, chosen, deleted, each after a question', async ({ page }) => {
  const console = watchConsole(page)
  await openTab(page, '날짜 관리')
  const one = page.getByRole('form', { name: '날짜 하루 추가' })
  await one.getByLabel('날짜').fill('2026-11-19')
  await one.getByRole('button', { name: '추가' }).click()
  await said(page, '시작일은 오늘 이후여야 합니다.')
  await one.getByLabel('날짜').fill('2027-03-01')
  await one.getByRole('button', { name: '추가' }).click()
  await said(page, '날짜가 추가되었습니다.')
  await expect(row(page, '2027년 3월 1일 (월)')).toBeVisible()
  await expect(one.getByLabel('날짜')).toHaveValue('')
  await one.getByLabel('날짜').fill('2027-03-01')
  await one.getByRole('button', { name: '추가' }).click()
  await said(page, '이미 등록된 날짜입니다.')

  const range = page.getByRole('form', { name: '날짜 기간 추가' })
  await range.getByRole('button', { name: '추가' }).click()
  await said(page, '시작일과 종료일을 모두 선택해주세요.')
  await range.getByLabel('시작일').fill('2027-03-04')
  await range.getByLabel('종료일').fill('2027-03-02')
  await range.getByRole('button', { name: '추가' }).click()
  await said(page, '종료일은 시작일 이후여야 합니다.')
  await range.getByLabel('시작일').fill('2026-11-19')
  await range.getByRole('button', { name: '추가' }).click()
  await said(page, '시작일은 오늘 이후여야 합니다.')
  await range.getByLabel('시작일').fill('2027-03-01')
  await range.getByLabel('종료일').fill('2027-03-04')
  await range.getByRole('button', { name: '추가' }).click()
  await said(page, '날짜가 일괄 추가되었습니다. 추가 3개, 이미 등록됨 1개')
  await expect(range.getByLabel('시작일')).toHaveValue('')

  // Dates that come later are not chosen with all.
  await expect(row(page, '2027년 3월 4일')).toBeVisible()
  const all = page.getByRole('checkbox', { name: '전체 선택' })
  await expect(page.getByRole('button', { name: /선택 삭제/ })).toBeHidden()
  await all.focus()
  await page.keyboard.press('Delete')
  await said(page, '삭제할 날짜를 선택해주세요.')
  await all.check()
  await expect(page.getByText('8개 선택됨')).toBeVisible()
  await all.uncheck()
  await row(page, '2027년 3월 2일').getByRole('checkbox').check()
  await row(page, '2027년 3월 4일')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(all).toBeChecked({ indeterminate: true })
  await page.getByRole('button', { name: '선택 삭제 (3)' }).click()
  await expect(confirmation(page)).toContainText('선택한 날짜 3개를 삭제하시겠습니까?')
  await expect(confirmation(page)).toContainText('취소되는 예약은 없습니다.')
  await expectAccessible(page)
  await refuseOnce(page, '**/api/admin/event-dates/bulk/')
  await confirmation(page).getByRole('button', { name: '3개 삭제' }).click()
  await said(page, `날짜 일괄 삭제에 실패했습니다. ${BUSY}`)
  await confirmation(page).getByRole('button', { name: '3개 삭제' }).click()
  await said(page, '선택한 3개의 날짜가 삭제되었습니다.')
  await expect(row(page, '2027년 3월 2일')).toBeHidden()
  await expect(page.getByRole('button', { name: /선택 삭제/ })).toBeHidden()

  await row(page, '2027년 3월 1일').getByRole('checkbox').check()
  await expect(page.getByText('1개 선택됨')).toBeVisible()
  const copy = page.getByRole('dialog', { name: '하루 복사' })
  await page.getByRole('button', { name: '2027년 3월 1일 (월) 시간을 다른 날짜로 복사' }).click()
  await expect(copy).toBeVisible()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await expect(copy, 'Delete in the dialog asks nothing about the chosen dates').toBeHidden()
  await one.getByLabel('날짜').fill('2027-03-06')
  await one.getByRole('button', { name: '추가' }).click()
  await expect(row(page, '2027년 3월 6일 (토)')).toBeVisible()
  await expect(page.getByText('1개 선택됨')).toBeHidden()
  await expect(row(page, '2027년 3월 1일').getByRole('checkbox')).not.toBeChecked()

  await page.getByRole('button', { name: '2027년 3월 1일 (월) 삭제' }).click()
  await expect(confirmation(page)).toContainText('2027년 3월 1일 (월) 날짜를 삭제하시겠습니까?')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '2027년 3월 1일 (월) 삭제' })).toBeFocused()
  await page.keyboard.press('Enter')
  await refuseOnce(page, '**/api/admin/event-dates/')
  await confirmation(page).getByRole('button', { name: '1개 삭제' }).click()
  await expect(page.getByText(BUSY, { exact: true }), 'of one date the reason alone').toBeVisible()
  await confirmation(page).getByRole('button', { name: '1개 삭제' }).click()
  await said(page, '2027년 3월 1일 (월) 날짜가 삭제되었습니다.')
  await expect(page.getByRole('heading', { level: 2, name: '날짜 관리' })).toBeFocused()
  expect(console).toEqual([])
})

test('a docent and a room: added, changed in the row, deleted, and how many members hear of a change', async ({
  page,
  app,
}) => {
  await test.step('a docent is added, changed in the row by keyboard, and deleted', async () => {
    await openTab(page, '도슨트 관리')
    const add = page.getByRole('form', { name: '도슨트 추가' })
    await add.getByLabel('이름').fill('강')
    await add.getByRole('button', { name: '추가' }).click()
    for (const text of ['이름은 2자 이상이어야 합니다.', '언어를 입력해주세요.', '시작 위치를 입력해주세요.'])
      await said(page, text)
    await add.getByLabel('이름').fill('강바다')
    await add.getByLabel('언어').fill('日本語')
    await add.getByLabel('시작 위치').fill('3층 로비')
    await add.getByLabel('VVIP 전용').check()
    await expect(add.getByLabel('VIP 전용', { exact: true })).toBeChecked()
    await add.getByLabel('VIP 전용', { exact: true }).uncheck()
    await expect(add.getByLabel('VVIP 전용')).not.toBeChecked()
    await add.getByLabel('VVIP 전용').check()
    await loseAnswerOnce(page, '**/api/admin/docents/')
    await add.getByRole('button', { name: '추가' }).click()
    await said(page, '도슨트 추가에 실패했습니다. 네트워크를 확인해주세요.')
    await add.getByRole('button', { name: '추가' }).click()
    await said(page, '도슨트가 추가되었습니다.')
    await expect(row(page, '강바다').getByText('VVIP'), 'once, in spite of two presses').toBeVisible()
    await expect(add.getByLabel('이름')).toHaveValue('')
    await expect(add.getByLabel('VVIP 전용')).not.toBeChecked()

    await page.getByRole('button', { name: '강바다 수정' }).click()
    const change = page.getByRole('form', { name: '강바다 수정' })
    await expect(change.getByLabel('이름')).toBeFocused()
    await change.getByLabel('이름').fill('강하늘바다')
    await page
      .getByRole('button', { name: / 수정$/ })
      .first()
      .click()
    await page.keyboard.press('Escape')
    await expect(change.getByLabel('이름'), 'another form takes nothing').toHaveValue('강하늘바다')
    await change.getByLabel('이름').press('Escape')
    await expect(page.getByRole('button', { name: '강바다 수정' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(change.getByLabel('이름')).toHaveValue('강바다')
    await change.getByLabel('언어').fill('')
    await page.keyboard.press('Enter')
    await said(page, '언어를 입력해주세요.')
    await expectAccessible(page)
    await change.getByLabel('언어').fill('Français')
    await change.getByLabel('VIP 전용', { exact: true }).uncheck()
    await change.getByLabel('언어').press('Enter')
    await said(page, '도슨트 정보가 수정되었습니다.')
    await expect(row(page, '강바다')).toContainText('Français')
    await expect(row(page, '강바다').getByText('VVIP')).toBeHidden()

    await page.getByRole('button', { name: '강바다 삭제' }).click()
    await expect(confirmation(page)).toContainText('강바다 도슨트를 삭제하시겠습니까?')
    await expect(confirmation(page)).toContainText('자리 대기도 끝나며, 회원에게 이메일로 안내됩니다.')
    await confirmation(page).getByRole('button', { name: '1명 삭제' }).click()
    await said(page, '도슨트가 삭제되었습니다.')
    await expect(row(page, '강바다')).toBeHidden()
  })

  await test.step('a meeting room has limits of floor and size', async () => {
    await openTab(page, '미팅룸 관리')
    const add = page.getByRole('form', { name: '미팅룸 추가' })
    const tryWith = async (name: string, floor: string, size: string) => {
      await add.getByLabel('이름').fill(name)
      await add.getByLabel('층').fill(floor)
      await add.getByLabel('수용 인원').fill(size)
      await add.getByRole('button', { name: '추가' }).click()
    }
    await tryWith('', '', '0')
    for (const text of ['이름을 입력해주세요.', '층수를 입력해주세요.', '수용 인원은 0보다 커야 합니다.'])
      await said(page, text)
    await tryWith('바다방', '1000', '1000')
    await said(page, '층수는 999를 초과할 수 없습니다.')
    await said(page, '수용 인원은 999명을 초과할 수 없습니다.')
    await loseAnswerOnce(page, '**/api/admin/rooms/')
    await tryWith('바다방', '12', '30')
    await said(page, '미팅룸 추가에 실패했습니다. 네트워크를 확인해주세요.')
    await add.getByRole('button', { name: '추가' }).click()
    await said(page, '미팅룸이 추가되었습니다.')
    await expect(row(page, '바다방')).toContainText('12층')
    await tryWith('바다방', '12', '30')
    await expect(row(page, '바다방'), 'an equal one on purpose').toHaveCount(2)
    await row(page, '바다방').last().getByRole('button', { name: '바다방 삭제' }).click()
    await confirmation(page).getByRole('button', { name: '1개 삭제' }).click()
    await expect(row(page, '바다방')).toHaveCount(1)
    await expect(row(page, '바다방')).toContainText('30명')
    await page.getByRole('button', { name: '바다방 수정' }).click()
    await page.getByRole('form', { name: '바다방 수정' }).getByLabel('수용 인원').fill('31')
    await page.getByRole('form', { name: '바다방 수정' }).getByRole('button', { name: '저장' }).click()
    await said(page, '미팅룸 정보가 수정되었습니다.')
    await page.getByRole('button', { name: '선택 삭제 (0)' }).click()
    await said(page, '삭제할 미팅룸을 선택해주세요.')
    await row(page, '31명').getByRole('checkbox').check()
    await page.getByRole('button', { name: '선택 삭제 (1)' }).click()
    await expect(confirmation(page)).toContainText('선택한 미팅룸 1개를 삭제하시겠습니까?')
    await confirmation(page).getByRole('button', { name: '1개 삭제' }).click()
    await said(page, '선택한 미팅룸 1개가 삭제되었습니다.')
    await expect(row(page, '바다방')).toBeHidden()
  })

  await test.step('how many members hear of a change is shown beforehand, if they have to', async () => {
    const desk = await openDesk(app)
    const who = await makeNewcomer(app)
    const places = await makePlaces(desk, '2026-11-22')
    for (const time of ['17:00', '17:30']) await desk.decide(await askForTour(who, places, time), 'approve')
    await desk.decide(await askForMeeting(who, places, '17:00', '옮겨지는 미팅'), 'approve')
    const told = (form: Locator) => form.getByText(/^알림 메일을 받는/)

    await openTab(page, '도슨트 관리')
    await page.getByRole('button', { name: '도슨트 정해인 수정' }).click()
    const docent = page.getByRole('form', { name: '도슨트 정해인 수정' })
    await docent.getByLabel('VIP 전용', { exact: true }).check()
    await docent.getByLabel('언어').fill(' 한국어 ')
    await expect(told(docent)).toBeHidden()
    await docent.getByLabel('언어').fill('English')
    await expect(told(docent)).toHaveText('알림 메일을 받는 예약 2건 / 회원 1명')
    await docent.getByLabel('언어').fill('한국어')
    await expect(told(docent)).toBeHidden()
    await docent.getByRole('button', { name: '저장' }).click()
    await expect(page.getByText('도슨트 정보가 수정되었습니다.', { exact: true })).toBeVisible()

    await openTab(page, '미팅룸 관리')
    await page.getByRole('button', { name: '미팅룸 하늘 수정' }).click()
    const room = page.getByRole('form', { name: '미팅룸 하늘 수정' })
    await room.getByLabel('층').fill('4')
    await room.getByLabel('층').fill('3')
    await expect(told(room)).toBeHidden()
    await room.getByLabel('수용 인원').fill('10')
    await expect(told(room)).toHaveText('알림 메일을 받는 예약 1건 / 회원 1명')
    await room.getByRole('button', { name: '저장' }).click()
    await said(page, '미팅룸 정보가 수정되었습니다. 예약 1건 / 회원 1명에게 변경 안내 메일을 보냅니다.')
    await skipUndoTime(app)
    const mail = await app.mailbox.receive(who.email, '예약 안내가 변경되었습니다')
    expect(mail.text).toMatch(/수용 인원: \d+명 → 10명/)

    await desk.remove(`/api/admin/docents/${places.docent_id}/`)
    await desk.remove(`/api/admin/rooms/${places.room_id}/`)
  })
})

test('what a colleague changes comes without losing what one does, and is overwritten only on purpose', async ({
  page,
  app,
}) => {
  await test.step('a docent and a room are overwritten only on purpose', async () => {
    const colleague = await openColleague(app, '박동료')
    const docent = { ...DOCENT, name: '겹친도슨트', is_vip: false, is_vvip: false }
    const room = { name: '겹친방', floor: 2, size: 4, is_vip: false, is_vvip: false }
    const docentId = (await colleague.post('/api/admin/docents/', docent))['docent']!.id
    const roomId = (await colleague.post('/api/admin/rooms/', room))['room']!.id

    await openTab(page, '도슨트 관리')
    await page.getByRole('button', { name: `${docent.name} 수정` }).click()
    const change = page.getByRole('form', { name: `${docent.name} 수정` })
    await change.getByLabel('언어').fill('日本語')
    await colleague.put(`/api/admin/docents/${docentId}/`, { ...docent, start_point: '정문', is_vip: true })
    await change.getByLabel('언어').press('Enter')
    await expect(change.getByRole('alert').first()).toContainText(
      '박동료 님이 방금 변경했습니다: 시작 위치 3층 로비 → 정문, 등급 일반 → VIP',
    )
    await expect(change.getByLabel('언어')).toHaveValue('日本語')
    await expect(change.getByText('현재 값: VIP')).toBeVisible()
    await expectAccessible(page)
    await change.getByRole('button', { name: '현재 값 사용' }).click()
    await expect(change.getByLabel('시작 위치')).toHaveValue('정문')
    await change.getByRole('button', { name: '내 내용으로 저장' }).click()
    await said(page, '도슨트 정보가 수정되었습니다.')
    await expect(row(page, docent.name)).toContainText('日本語')
    await expect(row(page, docent.name)).toContainText('정문')
    await colleague.remove(`/api/admin/docents/${docentId}/`)

    await openTab(page, '미팅룸 관리')
    await page.getByRole('button', { name: `${room.name} 수정` }).click()
    const form = page.getByRole('form', { name: `${room.name} 수정` })
    await form.getByLabel('층').fill('9')
    await colleague.put(`/api/admin/rooms/${roomId}/`, { ...room, size: 12 })
    await form.getByRole('button', { name: '저장' }).click()
    await expect(form.getByRole('alert').first()).toContainText(
      '박동료 님이 방금 변경했습니다: 수용 인원 4명 → 12명',
    )
    await form.getByRole('button', { name: '최신 내용으로 다시 작성' }).click()
    await expect(form.getByLabel('수용 인원')).toHaveValue('12')
    await expect(form.getByLabel('층')).toHaveValue('2')
    await form.getByLabel('층').fill('9')
    await form.getByRole('button', { name: '저장' }).click()
    await said(page, '미팅룸 정보가 수정되었습니다.')
    await expect(row(page, room.name)).toContainText('9층')
    await expect(row(page, room.name)).toContainText('12명')
    await colleague.remove(`/api/admin/rooms/${roomId}/`)
    await colleague.leave()
  })

  await test.step('a list that cannot be had says so; what others change comes without losing what one does', async () => {
    await page.clock.install()
    await page.route('**/api/admin/rooms/', (route) => route.fulfill({ status: 400, body: 'oops' }))
    await openTab(page, '미팅룸 관리')
    await expect(page.getByRole('tabpanel')).toContainText('미팅룸 목록을 불러오는데 실패했습니다.')
    await expectAccessible(page)
    await page.unroute('**/api/admin/rooms/')
    await page.getByRole('button', { name: '다시 시도' }).click()
    await row(page, '미팅룸 2').getByRole('checkbox').check()
    await page.getByRole('button', { name: '미팅룸 3 수정' }).click()
    const change = page.getByRole('form', { name: '미팅룸 3 수정' })
    await change.getByLabel('이름').fill('미팅룸 셋')
    await send(page, '/api/admin/rooms/', { name: '새로 온 방', floor: 2, size: 4 })
    await page.clock.fastForward(31_000)
    await expect(row(page, '새로 온 방')).toBeVisible()
    await expect(change.getByLabel('이름')).toHaveValue('미팅룸 셋')
    await expect(change.getByLabel('이름')).toBeFocused()
    await expect(row(page, '미팅룸 2').getByRole('checkbox')).toBeChecked()
  })
})

test('slots are added in bulk, singly, and for many places and days at once', async ({ page, app }) => {
  await test.step('in bulk and singly, with the number beforehand', async () => {
    await send(page, '/api/admin/docents/', { ...DOCENT, name: '물결 도슨트' })
    // The day has no slots, so that axe has less to check.
    await page.goto('/admin/schedule?tab=tour-slots&date=2030-01-01')
    await page.getByRole('button', { name: '가용 시간 일괄 추가' }).click()
    const bulk = page.getByRole('form', { name: '가용 시간 일괄 추가' })
    const add = bulk.getByRole('button', { name: '일괄 추가' })
    await add.click()
    await said(page, '리소스와 날짜를 선택해주세요.')
    await bulk.getByLabel('도슨트').selectOption({ label: '물결 도슨트' })
    const existing = /available-tours\/\?.*2026-11-23/
    const refusal = { status: 409, json: { code: 'slot_taken', error: BUSY, message: BUSY } }
    await page.route(existing, (route) => route.fulfill(refusal), { times: 1 })
    await bulk.getByLabel('날짜').selectOption({ label: '2026년 11월 23일 (월)' })
    await expect(bulk.getByText('이미 있는 시간을 확인하지 못했습니다.')).toBeVisible()
    // A pushed change may load the times first, and the button is gone.
    await bulk
      .getByRole('button', { name: '다시 시도' })
      .click({ timeout: 1_000 })
      .catch(() => {})
    await expect(bulk.getByText('17개가 추가됩니다 (09:00 ~ 17:30).')).toBeVisible()
    await bulk.getByLabel('시작 시간').fill('18:00')
    await bulk.getByLabel('소요 시간').fill('0')
    await add.click()
    await said(page, '소요 시간은 1분 이상이어야 합니다.')
    await bulk.getByLabel('소요 시간').fill('40')
    await add.click()
    await said(page, '시작 시간은 종료 시간보다 빨라야 합니다.')
    await expect(bulk.getByText('서로 겹치는 시간은 건너뜁니다.')).toBeVisible()
    await expectAccessible(page)
    await bulk.getByLabel('시작 시간').fill('09:00')
    await bulk.getByLabel('마지막 예약 시간').fill('11:00')
    await bulk.getByLabel('소요 시간').fill('30')
    await add.click()
    await said(page, '가용 시간 5개가 추가되었습니다.')
    await expect(bulk.getByText('0개가 추가됩니다. 겹치거나 만들 수 없는 5개는 건너뜁니다.')).toBeVisible()

    await page.getByRole('button', { name: '가용 시간 하나 추가' }).click()
    const single = page.getByRole('form', { name: '가용 시간 하나 추가' })
    await single.getByLabel('도슨트').selectOption({ label: '물결 도슨트' })
    await single.getByLabel('날짜').selectOption({ label: '2026년 11월 23일 (월)' })
    await expect(single.getByLabel('시작 시간')).toHaveValue('09:00')
    await single.getByRole('button', { name: '추가' }).click()
    await said(page, '이미 등록된 시간과 겹칩니다.')
    await single.getByLabel('시작 시간').fill('12:30')
    await single.getByRole('button', { name: '추가' }).click()
    await said(page, '가용 시간이 추가되었습니다.')
  })

  await test.step('for many: planned with a lunch break, made with one press, copied to another day', async () => {
    const desk = await openDesk(app)
    const { room } = await desk.post('/api/admin/rooms/', { name: '산들방', floor: 2, size: 4 })
    // The day beneath has no slots, so that the browser has less to draw.
    await page.goto('/admin/schedule?tab=room-slots&date=2030-01-01&plan=room')
    const dialog = page.getByRole('dialog')
    const make = dialog.getByRole('button', { name: /시간 만들기$/ })
    const pickOnly = async (group: string, choice: string | RegExp) => {
      const all = dialog.getByRole('checkbox', { name: `전체 ${group}` })
      await all.check()
      await all.uncheck()
      await dialog.getByRole('checkbox', { name: choice }).check()
    }
    await dialog.getByRole('checkbox', { name: '전체 미팅룸' }).uncheck()
    await expect(make).toHaveText(/^시간 만들기/)
    await dialog.getByRole('checkbox', { name: '산들방' }).check()
    await pickOnly('날짜', '11.22 (일)')
    await expect(make).toHaveText(/^44개 시간 만들기/)
    await dialog.getByLabel('간격').fill('5')
    await expect(dialog.getByText('서로 겹치는 시간은 건너뜁니다.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '계속 입력' }).click()
    await dialog.getByLabel('간격').fill('10')
    await dialog.getByRole('button', { name: '시간대 추가' }).click()
    await expect(make).toHaveText(/^57개 시간 만들기/)
    await dialog.getByRole('button', { name: '시간대 1 삭제' }).click()
    await expect(dialog.getByLabel('시작 시간').first()).toHaveValue('13:00')
    await expect(dialog.getByRole('row').filter({ hasText: '산들방' })).toContainText('+38개')
    await page.route('**/api/admin/slots/plan/', (route) => route.abort(), { times: 1 })
    await make.click()
    await said(page, '가용 시간 설정에 실패했습니다. 네트워크를 확인해주세요.')
    await make.click()
    await said(page, '가용 시간 38개가 추가되었습니다.')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('tab', { name: '미팅룸 가용 시간', selected: true })).toBeVisible()

    await page.goto('/admin/schedule?tab=room-slots&date=2030-01-01&plan=room')
    await pickOnly('미팅룸', '산들방')
    await pickOnly('날짜', '11.22 (일)')
    await dialog.getByRole('button', { name: '시간대 2 삭제' }).click()
    await dialog.getByLabel('마지막 예약 시간').fill('19:00')
    const warning = dialog.getByRole('list', { name: '삭제했거나 만들지 않은 다음 시간도 열립니다.' })
    await expect(warning.getByRole('listitem')).toHaveText([/^11\.22 \(일\) 09:00 ~ 13:00\b.* · 산들방$/])
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '버리기' }).click()

    await openTab(page, '날짜 관리')
    await expect(row(page, '2026년 11월 22일')).toContainText('332개')
    await page.getByRole('button', { name: '2026년 11월 22일 (일) 시간을 다른 날짜로 복사' }).click()
    const rooms = dialog.getByRole('radio', { name: '미팅룸', exact: true })
    const { y } = (await rooms.boundingBox())!
    await rooms.check()
    await pickOnly('추가할 날짜', /11\.23/)
    await expect(dialog.getByText('11.23 (월)+38개 건너뜀 294')).toBeVisible()
    expect((await rooms.boundingBox())!.y, 'the preview moves no choice').toBe(y)
    await dialog.getByRole('button', { name: '38개 시간 복사' }).click()
    await said(page, '가용 시간 38개가 추가되었습니다. 겹치는 시간 등 294개는 건너뛰었습니다.')
    await dialog.getByRole('button', { name: '닫기' }).last().click()
    await expect(row(page, '2026년 11월 23일')).toContainText('332개')
    await desk.remove(`/api/admin/rooms/${room!.id}/`)
  })
})

test('slots are locked, opened and deleted: chosen, as a group, as all of a list, with what that cancels', async ({
  page,
  app,
}) => {
  await test.step('chosen ones, with the reservation that they hold', async () => {
    const { docent } = await send(page, '/api/admin/docents/', { ...DOCENT, name: '이슬 도슨트' })
    await send(page, '/api/admin/available-tours/', {
      docent_id: docent!.id,
      event_date_id: await dayId(page),
      start_time: '09:00',
      end_time: '11:30',
      interval_minutes: 30,
      duration: 30,
    })
    const visitor = await signIn(app.url, MEMBER)
    const slots = (await visitor.get(
      `/api/user/available-tours/?date=${LAST_DAY}&docent_id=${docent!.id}`,
    )) as { id: number; event_date: { id: number } }[]
    const booked = await visitor.post('/api/user/reserve-tour/', {
      available_tour_id: slots[1]!.id,
      event_date_id: slots[1]!.event_date.id,
      visitor: { company: '한빛전자', name: '박지민', phone: '010-2345-6789', count: 2 },
    })
    expect(booked.status).toBe(201)
    await openTab(page, '투어 가용 시간')
    await page
      .getByRole('group', { name: '필터' })
      .getByLabel('도슨트')
      .selectOption({ label: '이슬 도슨트' })
    await expect(page.getByText('필터 결과 6개')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('tab', { name: '투어 가용 시간', exact: true, selected: true })).toBeVisible()
    await expect(page.getByText('필터 결과 6개')).toBeVisible()
    await expect(slot(page, '09:30')).toHaveAccessibleName(/예약됨/)

    await slot(page, '09:00').click()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByText('3개 선택됨')).toBeVisible()
    await page.getByRole('button', { name: '선택 잠금', exact: true }).click()
    await expect(confirmation(page)).toContainText('이미 있는 예약은 그대로 유지됩니다.')
    await expect(confirmation(page)).toContainText('유지되는 예약 1건한빛전자 박지민11.23 (월) 09:30')
    await refuseOnce(page, '**/api/admin/available-tours/')
    await confirmation(page).getByRole('button', { name: '3개 잠금' }).click()
    await said(page, `가용 시간 잠금에 실패했습니다. ${BUSY}`)
    await confirmation(page).getByRole('button', { name: '3개 잠금' }).click()
    await said(page, '가용 시간 3개가 잠겼습니다.')
    await expect(slot(page, '09:00')).toHaveAccessibleName(/^09:00 잠김/)
    await expect(slot(page, '09:30')).toHaveAccessibleName(/^09:30 예약됨, 잠김/)
    await expect(slot(page, '10:30')).toHaveAccessibleName(/예약 가능/)

    await page.getByRole('button', { name: '전체 잠금 해제' }).click()
    const scope = '이슬 도슨트 · 전체 날짜의 투어 가용 시간 6개가 대상입니다.'
    await expect(confirmation(page)).toContainText(scope)
    await confirmation(page).getByRole('button', { name: '6개 잠금 해제' }).click()
    await said(page, '가용 시간 6개가 잠금 해제되었습니다.')
    await expect(slot(page, '09:30')).toHaveAccessibleName(/예약됨/)

    await slot(page, '09:00').focus()
    await page.keyboard.press('Delete')
    await said(page, '삭제할 시간을 선택해주세요.')
    await slot(page, '09:00').click()
    await slot(page, '10:00').click({ modifiers: ['Shift'] })
    await page.route('**/impact/**', (route) => route.abort())
    await page.getByRole('button', { name: '선택 삭제 (3)' }).click()
    await expect(confirmation(page)).toContainText('영향을 받는 예약을 확인하지 못했습니다.')
    await expect(confirmation(page).getByRole('button', { name: '3개 삭제' })).toBeDisabled()
    await page.unroute('**/impact/**')
    await confirmation(page).getByRole('button', { name: '다시 시도' }).click()
    await expect(confirmation(page)).toContainText('끝나지 않은 예약 1건이 취소됩니다.')
    await expectAccessible(page)
    await confirmation(page).getByLabel('취소 사유').fill('로비 공사로 투어를 쉽니다.')
    // The typed reason is not lost by a key pressed too often.
    await page.keyboard.press('Escape')
    await confirmation(page).getByRole('button', { name: '계속 입력' }).click()
    const destroy = confirmation(page).getByRole('button', { name: '3개 삭제, 예약 1건 취소' })
    await expect(destroy).toBeDisabled()
    await confirmation(page).getByLabel('계속하려면 “삭제”를 입력해주세요.').fill('삭제')
    await destroy.click()
    await said(page, '가용 시간 3개가 삭제되었습니다.')
    await expect(page.getByText('필터 결과 3개')).toBeVisible()
    const { tours } = (await visitor.get('/api/user/my-reservations/')) as {
      tours: { status: string; cancel_note: string; available_tour: { docent: { name: string } } }[]
    }
    expect(tours.find(({ available_tour }) => available_tour.docent.name === '이슬 도슨트')).toMatchObject({
      status: 'CANCELLED',
      cancel_note: '로비 공사로 투어를 쉽니다.',
    })
  })

  await test.step('a whole group at once; without a filter the question warns', async () => {
    await send(page, '/api/admin/rooms/', { name: '파도방', floor: 2, size: 4 })
    await openTab(page, '투어 가용 시간')
    for (const action of ['삭제', '잠금', '잠금 해제']) {
      await page.getByRole('button', { name: `전체 ${action}`, exact: true }).click()
      await expect(confirmation(page)).toContainText('필터를 선택하지 않았습니다.')
      await expect(confirmation(page)).toContainText(/예약이 취소될 수 있/)
      await expect(confirmation(page)).toContainText(/되돌릴 수 없/)
      await confirmation(page).getByRole('button', { name: '닫기' }).click()
    }

    await page.goto('/admin/schedule?tab=room-slots&date=2030-01-01')
    await page.getByRole('button', { name: '가용 시간 일괄 추가' }).click()
    const bulk = page.getByRole('form', { name: '가용 시간 일괄 추가' })
    await expect(bulk.getByLabel('간격')).toHaveValue('10')
    await bulk.getByLabel('미팅룸').selectOption({ label: '파도방' })
    await bulk.getByLabel('날짜').selectOption({ label: '2026년 11월 23일 (월)' })
    await bulk.getByRole('button', { name: '일괄 추가' }).click()
    await said(page, '가용 시간 49개가 추가되었습니다.')

    const filter = page.getByRole('group', { name: '필터' })
    await filter.getByLabel('미팅룸').selectOption({ label: '파도방' })
    await filter.getByLabel('날짜').selectOption({ label: '2026년 11월 23일 (월)' })
    await page.getByRole('checkbox', { name: /전체 선택: 파도방/ }).check()
    await expect(page.getByText('49개 선택됨')).toBeVisible()
    await page.getByRole('button', { name: '선택 해제' }).click()
    await expect(page.getByText('필터 결과 49개')).toBeVisible()
    await page.getByRole('button', { name: '전체 잠금', exact: true }).click()
    const scope = '파도방 · 2026년 11월 23일 (월)의 미팅룸 가용 시간 49개가 대상입니다.'
    await expect(confirmation(page)).toContainText(scope)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '조회된 49개 삭제', exact: true }).click()
    await expect(confirmation(page)).not.toContainText('필터를 선택하지 않았습니다.')
    await confirmation(page).getByRole('button', { name: '49개 삭제' }).click()
    await said(page, '가용 시간 49개가 삭제되었습니다.')
    await expect(page.getByText('조건에 맞는 가용 시간이 없습니다.')).toBeVisible()
    await page.getByRole('button', { name: '전체 삭제', exact: true }).click()
    await said(page, '삭제할 시간을 선택해주세요.')
    await expectAccessible(page)
  })

  await test.step('all dates are listed by date and then by docent, and are chosen and locked together', async () => {
    // Low enough that the last date is far out of sight.
    await page.setViewportSize({ width: 1440, height: 640 })
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/admin/available-tours/') asked.push(searchParams.get('date'))
    })
    await openTab(page, '투어 가용 시간')
    const dates = page.getByRole('heading', { level: 3, name: /^2026년 11월/ })
    await expect(dates).toHaveText([20, 21, 22, 23].map((day) => new RegExp(`11월 ${day}일`)))
    await expect(page.getByRole('article', { name: 'Emma Wilson 11.20 (금)' })).toBeVisible()
    expect(asked, 'what is far out of sight is not read').not.toContain(LAST_DAY)
    await dates.last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('article', { name: '김하늘 11.23 (월)' })).toBeVisible()

    await page
      .getByRole('group', { name: '필터' })
      .getByLabel('도슨트')
      .selectOption({ label: 'Emma Wilson' })
    await expect(page.getByRole('article')).toHaveCount(4)
    await slot(page, '17:00').first().click()
    await slot(page, '17:00').last().click()
    await page.getByRole('button', { name: '선택 잠금', exact: true }).click()
    await confirmation(page).getByRole('button', { name: '2개 잠금' }).click()
    await said(page, '가용 시간 2개가 잠겼습니다.')
    await expect(slot(page, '17:00').first()).toHaveAccessibleName(/^17:00 잠김/)
    await expect(slot(page, '17:00').last()).toHaveAccessibleName(/^17:00 잠김/)
    await page.getByRole('button', { name: '전체 잠금 해제' }).click()
    await confirmation(page).getByRole('button', { name: '68개 잠금 해제' }).click()
    await said(page, '가용 시간 68개가 잠금 해제되었습니다.')
    await expect(slot(page, '17:00').last()).toHaveAccessibleName(/^17:00 예약 가능/)
  })
})

for (const [kind, noun] of [
  ['tour', '도슨트'],
  ['room', '미팅룸'],
] as const)
  test(`the ${kind} slots: one row of filters, and six rows of slots on a small laptop @release`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(`/admin/schedule?tab=${kind}-slots`)
    const slots = page.getByRole('group', { name: / 시간표$/ }).getByRole('button')
    await expect(slots.first()).toBeVisible()
    await expect(page.getByRole('form')).toBeHidden()
    const bar = page.getByRole('group', { name: '목록 작업' })
    await expect(bar).toBeHidden()
    const middleOf = (control: Locator) =>
      control.evaluate((element) => {
        const { top, height } = element.getBoundingClientRect()
        return Math.round(top + height / 2)
      })
    const filter = page.getByRole('group', { name: '필터' })
    const row = await middleOf(filter.getByLabel(noun))
    expect(await middleOf(filter.getByLabel('날짜'))).toBe(row)
    expect(await middleOf(page.getByRole('button', { name: '가용 시간 일괄 추가' }))).toBe(row)
    const rows = await slots.evaluateAll((cells) => {
      const places = cells.map((cell) => cell.getBoundingClientRect())
      return new Set(places.filter(({ bottom }) => bottom <= 720).map(({ top }) => Math.round(top))).size
    })
    expect(rows).toBeGreaterThanOrEqual(6)
    await slots.first().click()
    await expect(bar.getByRole('button', { name: '선택 잠금', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '전체 잠금', exact: true })).toBeHidden()
  })

/** How many there are, once there are any. */
async function shownIn(list: Locator): Promise<number> {
  await expect(list.first()).toBeVisible()
  return list.count()
}

test('what has reservations is deleted after its name is typed, and no reservation that was not listed', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const places = await makePlaces(desk, '2026-11-22')
  await desk.decide(await askForTour(who, places, '17:00'), 'approve')
  const dialog = confirmation(page)
  const listed = dialog.getByRole('list', { name: '해당 예약' }).getByRole('link')

  await openTab(page, '도슨트 관리')
  await page.getByRole('button', { name: '도슨트 정해인 삭제' }).click()
  await expect(listed).toHaveText([/^한빛전자 박지민.*11\.22 \(일\) 17:00 ~ 17:\d\d · 도슨트 정해인$/])
  await dialog.getByRole('link', { name: '먼저 옮기기' }).click()
  await expect(page.getByText('선택한 예약 1건만 보고 있습니다.')).toBeVisible()
  const details = page.getByRole('dialog', { name: '예약 상세' })
  await expect(details.getByRole('button', { name: '시간·장소 변경' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '모든 예약 보기' }).click()
  await expect(page.getByText(/건만 보고 있습니다/)).toBeHidden()

  await openTab(page, '도슨트 관리')
  await page.getByRole('button', { name: '도슨트 정해인 삭제' }).click()
  const word = dialog.getByLabel('계속하려면 “도슨트 정해인” 그대로 입력해주세요.')
  const one = dialog.getByRole('button', { name: '1명 삭제, 예약 1건 취소' })
  await word.fill('삭제')
  await expect(one).toBeDisabled()
  await word.fill('도슨트 정해인')
  const reason = '담당 도슨트의 사정으로 진행이 어려워 취소되었습니다.'
  await dialog.getByRole('button', { name: reason }).click()
  await askForTour(who, places, '17:30')
  await one.click()
  await said(page, '그사이 예약이 바뀌어 삭제하지 않았습니다. 새 목록을 확인해주세요.')
  await expect(listed).toHaveText([/17:00 ~/, /17:30 ~/])
  await expect(word).toHaveValue('')
  await expect(dialog.getByLabel('취소 사유')).toHaveValue(reason)
  await expectAccessible(page)
  await word.fill('도슨트 정해인')
  await word.press('Enter')
  await said(page, '도슨트가 삭제되었습니다.')
  const { tours } = await who.get<{ tours: { status: string; cancel_note: string }[] }>(
    '/api/user/my-reservations/',
  )
  expect(tours.map(({ status, cancel_note }) => [status, cancel_note])).toEqual([
    ['CANCELLED', reason],
    ['CANCELLED', reason],
  ])
  await desk.remove(`/api/admin/rooms/${places.room_id}/`)
})

// The last test of the file, because it leaves nothing.
test('everything may go, with a count of what goes with it, and there is a way to begin anew @release', async ({
  page,
}) => {
  await openTab(page, '날짜 관리')
  await page.getByRole('checkbox', { name: '전체 선택' }).check()
  await page.getByRole('button', { name: /^선택 삭제 \(\d+\)$/ }).click()
  await expect(confirmation(page)).toContainText('모든 날짜를 삭제하시겠습니까?')
  await expect(
    confirmation(page).getByRole('button', { name: /^\d+개 삭제, 예약 \d+건 취소$/ }),
  ).toBeDisabled()
  const reservations = confirmation(page).getByRole('list', { name: '해당 예약' }).getByRole('link')
  const announced = confirmation(page).getByText(
    `끝나지 않은 예약 ${await shownIn(reservations)}건이 취소됩니다.`,
  )
  await expect(announced).toBeVisible()
  await confirmation(page).getByRole('button', { name: '닫기' }).click()
  for (const [tab, none, done, empty, again] of [
    [
      '도슨트 관리',
      '삭제할 도슨트가 없습니다.',
      '모든 도슨트가 삭제되었습니다.',
      '등록된 도슨트가 없습니다.',
      /^\d+명 삭제, 예약 \d+건 취소$/,
    ],
    [
      '날짜 관리',
      '삭제할 날짜가 없습니다.',
      '모든 날짜가 삭제되었습니다.',
      '등록된 날짜가 없습니다.',
      /^\d+개 삭제, 예약 \d+건 취소$/,
    ],
    [
      '미팅룸 관리',
      '삭제할 미팅룸이 없습니다.',
      '모든 미팅룸이 삭제되었습니다.',
      '등록된 미팅룸이 없습니다.',
      /^\d+개 삭제$/,
    ],
  ] as const) {
    await openTab(page, tab)
    await page.getByRole('button', { name: '전체 삭제' }).click()
    const confirm = confirmation(page).getByRole('button', { name: again })
    await expect(confirm).toBeDisabled()
    await confirmation(page).getByLabel('계속하려면 “삭제”를 입력해주세요.').fill('삭제')
    // The key of who has just typed it.
    await expect(confirm).toBeEnabled()
    await page.keyboard.press('Enter')
    await said(page, done)
    await expect(page.getByText(empty)).toBeVisible()
    await page.getByRole('button', { name: '전체 삭제' }).click()
    await said(page, none)
  }
  await expectAccessible(page)
  await openTab(page, '투어 가용 시간')
  await expect(page.getByText('아직 가용 시간을 추가할 수 없습니다.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '도슨트 관리 열기' }).click()
  await expect(page.getByText('등록된 도슨트가 없습니다.')).toBeVisible()
})
